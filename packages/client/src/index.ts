// The door of the client: everything that the package offers.
// In: nothing. Out: HindsightClient with its errors and types, tools for language models, and the low-level half.
// The first names are those of the published package; what follows is ours.

export { HindsightClient } from "./client.js";
export { HindsightError, type HindsightErrorCode } from "./errors.js";
export type { CallOptions, HindsightClientOptions } from "./options.js";
export { type MemoryPromptOptions, recallResponseToMemoryPrompt, recallResponseToPromptString } from "./prompt.js";
export { type Config, createConfig } from "./sdk/config.js";
export { type Client, createClient } from "./sdk/create-client.js";
export * as sdk from "./sdk/index.js";
export { createMemoryTools } from "./tools/index.js";
/** Every type of the API, by its name in the specification. */
export type * as api from "./types.gen.js";
export type * from "./types.js";
export { CLIENT_VERSION, DEFAULT_USER_AGENT } from "./version.js";
