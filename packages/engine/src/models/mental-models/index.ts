// mental-models: standing answers as rows: made, read, changed, and when they are to be refreshed.
// In: a bank and what a caller says; what a consolidation has touched; the clock. Out: models, and queued refreshes.
// What a refresh does stands in `refresh/`; what finds a model in `search/`.

export { refreshAfterConsolidation } from "./after-consolidation.js";
export { changeModel } from "./change.js";
export { checkFields, checkSchedules, checkTrigger, DEFAULT_TOKENS, modelIdOf } from "./checks.js";
export { clearModel } from "./clear.js";
export { type CreatedModel, createModel } from "./create.js";
export { moveScope } from "./move-scope.js";
export { automaticRefreshFrom, backoffSeconds, deferUntilDue } from "./pace.js";
export { historyOfModel, pageOfModels, readModel } from "./read.js";
export { refreshModel, removeModel } from "./refresh-now.js";
export { refreshScheduledModels, startModelSchedules } from "./schedules.js";
export { submitRefresh } from "./submit.js";
