// The door to the engine: everything the server uses of it, in one place.
// In: nothing. Out: the façade's type, its errors and settings, the types of requests and results.

export type { Settings } from "../../engine/src/config/index.js";
export { loadSettings, SETTINGS } from "../../engine/src/config/index.js";
export type * from "../../engine/src/domain/memory.js";
export { MEMORY_KINDS } from "../../engine/src/domain/memory.js";
export type * from "../../engine/src/domain/requests.js";
export type * from "../../engine/src/domain/resources.js";
export type { ErrorCode } from "../../engine/src/errors.js";
export { ERRORS, HindsightError } from "../../engine/src/errors.js";
export type { Hindsight } from "../../engine/src/hindsight.js";

import type { Hindsight } from "../../engine/src/hindsight.js";

/** Until the engine's entry file is there. */
export async function openHindsight(options: { readonly env: Readonly<Record<string, string | undefined>> }): Promise<Hindsight> {
  const entry = "@hindsight-memory/engine";
  const engine = (await import(entry)) as { openHindsight(options: unknown): Promise<Hindsight> };
  return engine.openHindsight(options);
}
