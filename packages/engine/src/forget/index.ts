// forget: taking memories out, with everything that hangs on them.
// In: a transaction, an open bank, and what to forget. Out: what went, counted; no row of any table holds its words afterwards.
// Whoever calls holds the bank's row (`lockBank`), so that writers and deleters of a bank go one after another.

export { askForConsolidation, type Consolidating, canConsolidate } from "./ask-for-consolidation.js";
export { forgetBank } from "./forget-bank.js";
export { forgetDocument } from "./forget-document.js";
export { forgetEverything } from "./forget-everything.js";
export { forgetKind } from "./forget-kind.js";
export { forgetLearnt, forgetMemories } from "./forget-memories.js";
export { forgetObservations, forgetObservationsOf } from "./forget-observations.js";
export { type Forgotten, NOTHING_FORGOTTEN, reportOf } from "./forgotten.js";
export { freeDocument } from "./free-document.js";
export { leaveInvalidated } from "./leave-invalidated.js";
export { type ScopedReadings, scopedReadings, unsayWhatLeft } from "./leave-scopes.js";
export type { Cause, Manner } from "./manner.js";
export { separate } from "./separate.js";
export { settleEntities } from "./settle-entities.js";
export { allTimes, dropSources, type SettledSources, settleSources } from "./settle-sources.js";
