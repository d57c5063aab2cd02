// The low-level half: every operation of the API as a function.
// In: nothing. Out: the functions, and the type of what they take.

export type { Options } from "./operation.js";
export * from "./operations.gen.js";
