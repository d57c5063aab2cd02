// Engines that a test opens share one built-in encoder per process: its model takes 0.3 s of processor time to load, for each of hundreds.
// In: an import of this file, for its effect. Out: `createEmbeddingProvider` gives the shared one, except where settings change what it is.

import { vi } from "vitest";
import { loadSettings } from "../../src/config/index.js";
import * as embedding from "../../src/providers/embedding/index.js";
import { sharedEncoder } from "./encoder.js";

const plain = loadSettings({});
const { createEmbeddingProvider } = embedding;

vi.spyOn(embedding, "createEmbeddingProvider").mockImplementation(async (settings, log) => {
  const isPlain = (["embeddingsProvider", "modelThreads", "embeddingsCacheMb"] as const).every((name) => settings[name] === plain[name]);
  if (isPlain) return { ...sharedEncoder(), close: async () => undefined };
  return createEmbeddingProvider(settings, log);
});
