// models: standing rules of a bank, which reflection obeys, and its standing answers, mental models.
// In: a bank and what a caller says. Out: directives and models as they are stored.
// Reflection reads what stands here through the store.

export * from "./directives.js";
export * from "./mental-models/index.js";
export * from "./pages/index.js";
export { dryRunRefresh, refreshHandler } from "./refresh/index.js";
export { indexesOf, indexModel, type ModelIndex, putIndex, reindexModelWords } from "./search/index-model.js";
