import type { Reading } from "../../../src/domain/reading.js";
import { parseTimestamp } from "../../../src/domain/time/index.js";
import type { ChunkSource, Distilled, DistilSettings } from "../../../src/retain/distil/index.js";
import { distil } from "../../../src/retain/distil/index.js";
import type { Item } from "../../../src/retain/item.js";
import { type ScriptedModels, scriptedModels } from "../../support/scripted-models.js";

export const SETTINGS: DistilSettings = {
  mode: "concise",
  mission: null,
  customInstructions: null,
  labels: [],
  allowsFreeForm: true,
  extractsCausalLinks: true,
  outputLanguage: null,
  narrator: null,
  chunkSize: 3000,
};

/** A chunk said on Wednesday 5 June 2024, 14:30 in Paris (+02:00), unless told otherwise. */
export function chunkOf(text: string, item: Partial<Item> = {}, place: Partial<ChunkSource> = {}): ChunkSource {
  return {
    text,
    index: 0,
    total: 1,
    item: {
      index: 0,
      content: text,
      said: parseTimestamp("2024-06-05T14:30:00+02:00"),
      isTimeGiven: true,
      context: null,
      metadata: {},
      tags: [],
      entities: [],
      observationScopes: null,
      attachments: [],
      strategy: null,
      trust: null,
      ...item,
    },
    ...place,
  };
}

export const ORIGIN = { bank: null, operation: "retain", traceId: "00000000-0000-4000-8000-000000000000" } as const;
const NEVER = new AbortController().signal;

export function distilWith(models: ScriptedModels, chunk: ChunkSource, settings: Partial<DistilSettings> = {}): Promise<Distilled> {
  return distil(models, chunk, { ...SETTINGS, ...settings }, ORIGIN, NEVER);
}

/** A fact in the contract's form. */
export function fact(what: string, more: Readonly<Record<string, unknown>> = {}) {
  return { what, when: "N/A", where: "N/A", who: "N/A", why: "N/A", fact_type: "world", ...more };
}

/** What comes of facts that a model answers with. */
export async function readingsOf(
  facts: readonly unknown[],
  settings: Partial<DistilSettings> = {},
  chunk: ChunkSource = chunkOf("Some text."),
): Promise<readonly Reading[]> {
  return (
    await distilWith(
      scriptedModels(() => ({ facts })),
      chunk,
      settings,
    )
  ).readings;
}
