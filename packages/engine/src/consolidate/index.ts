// consolidate: facts become observations, beliefs with evidence, in the background.
// In: facts of a bank that no observation has taken in yet. Out: observations with their sources, their counts and their history.
// A language model writes them; without one, facts that are said again are gathered in their own words.

export { applyPlan } from "./apply/index.js";
export { observationScopes, recoverConsolidation, requestConsolidation } from "./ask.js";
export { type ConsolidationParts, consolidationHandler } from "./job.js";
export type { Applied, Batch, BatchFact, BatchPlan, BatchRules, Planner } from "./plan.js";
export { previewStrategies } from "./preview.js";
export { draftConsolidation } from "./prompt-draft.js";
export { planRestatements } from "./restate/index.js";
export { startConsolidationUpkeep } from "./upkeep.js";
export { planWithModel } from "./with-model/index.js";
