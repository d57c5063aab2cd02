// A memory for tests of what is asked and told, without a server.
// In: what it is to answer, or how it fails. Out: a MemoryPort that notes every call.

import type { MemoryPort, RecalledMemory, RecallOptions, ReflectOptions, RetainOptions } from "../../src/index.js";

export interface NotedMemory extends MemoryPort {
  readonly retained: { readonly bankId: string; readonly content: string; readonly options: RetainOptions }[];
  readonly asked: {
    readonly verb: "recall" | "reflect";
    readonly bankId: string;
    readonly query: string;
    readonly options: RecallOptions & ReflectOptions;
  }[];
  /** What recalls find from now on. */
  knows(...memories: readonly (string | RecalledMemory)[]): void;
  /** Runs before each call of a verb; throws to let it fail. */
  before: (verb: "retain" | "recall" | "reflect") => Promise<void> | void;
  /** Roles and texts of all that was retained under one document, in order. */
  said(documentId?: string): readonly string[];
}

export function notedMemory(): NotedMemory {
  let known: readonly RecalledMemory[] = [];
  const memory: NotedMemory = {
    retained: [],
    asked: [],
    before: () => undefined,
    knows: (...memories) => {
      known = memories.map((each) => (typeof each === "string" ? { text: each, type: "world" } : each));
    },
    said: (documentId) =>
      memory.retained
        .filter(({ options }) => documentId === undefined || options.documentId === documentId)
        .flatMap(({ content }) => content.split("\n").map((line) => JSON.parse(line) as { role: string; content: string }))
        .map(({ role, content }) => `${role}: ${content}`),
    async retain(bankId, content, options = {}) {
      await memory.before("retain");
      memory.retained.push({ bankId, content, options });
    },
    async recall(bankId, query, options = {}) {
      memory.asked.push({ verb: "recall", bankId, query, options });
      await memory.before("recall");
      return { results: known };
    },
    async reflect(bankId, query, options = {}) {
      memory.asked.push({ verb: "reflect", bankId, query, options });
      await memory.before("reflect");
      return { text: `An answer about ${query}`, structured_output: options.responseSchema === undefined ? null : { mood: "good" } };
    },
  };
  return memory;
}
