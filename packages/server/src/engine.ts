// Opens the engine of the package, until its entry file exports the function itself.
// In: the environment. Out: an open Hindsight.

import type { Hindsight } from "@hindsight-memory/engine";

export async function openHindsight(options: { readonly env: Readonly<Record<string, string | undefined>> }): Promise<Hindsight> {
  const entry = "@hindsight-memory/engine";
  const engine = (await import(entry)) as { openHindsight(options: unknown): Promise<Hindsight> };
  return engine.openHindsight(options);
}
