// models: standing rules of a bank, which reflection obeys; mental models and pages, its standing answers, will live here too.
// In: a bank and what a caller says. Out: directives as they are stored.
// Reflection reads what stands here through the store.

export * from "./directives.js";
