// forget: taking memories out, with everything that hangs on them.
// In: a transaction, an open bank, and what to forget. Out: what went, counted; no row of any table holds its words afterwards.
// Whoever calls holds the bank's row (`lockBank`), so that writers and deleters of a bank go one after another.

export { askForConsolidation, type Consolidating, canConsolidate } from "./ask-for-consolidation.js";
export { forgetBank } from "./forget-bank.js";
export { forgetDocument } from "./forget-document.js";
export { forgetEverything } from "./forget-everything.js";
export { forgetKind } from "./forget-kind.js";
export { forgetMemories } from "./forget-memories.js";
export { type Forgotten, NOTHING_FORGOTTEN } from "./forgotten.js";
export { separate } from "./separate.js";
export { allTimes, dropSources, settleSources } from "./settle-sources.js";
