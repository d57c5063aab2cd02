import { loadSettings } from "../../src/config/index.js";
import type { Consolidating, Manner } from "../../src/forget/index.js";

/** A server that consolidates, but has no worker: what it asks for can be seen in the queue. */
export const LEARNING: Consolidating = {
  settings: loadSettings({ HINDSIGHT_API_CONSOLIDATION_WITHOUT_LLM: "restatements", HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "true" }),
  models: { has: () => true } as unknown as Consolidating["models"],
};

/** A server that never consolidates. */
export const NOT_LEARNING: Consolidating = {
  settings: loadSettings({ HINDSIGHT_API_CONSOLIDATION_WITHOUT_LLM: "off", HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "false" }),
  models: { has: () => false } as unknown as Consolidating["models"],
};

export const manner = (cause: Manner["cause"], engine: Consolidating = LEARNING): Manner => ({ cause, engine });
