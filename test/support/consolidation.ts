// Consolidations with a scripted model: what such a call is given, and what it is answered.
// In: a call of the model. Out: the facts and observations of its prompt, and replies by short hand.

import type { LlmCall, LlmReply } from "../../packages/engine/test/support/scripted-llm.js";

export interface PromptFact {
  readonly id: string;
  readonly text: string;
}

export interface PromptObservation {
  readonly id: string;
  readonly text: string;
  readonly proof_count: number;
  readonly source_memories: readonly { readonly text: string }[];
}

export interface Consolidation {
  readonly facts: readonly PromptFact[];
  readonly observations: readonly PromptObservation[];
}

export function isConsolidation(call: LlmCall): boolean {
  return call.user.includes("NEW FACTS\n");
}

export function isPair(call: LlmCall): boolean {
  return call.user.startsWith('[{"observation":"first"');
}

/** What a consolidation was given. */
export function givenTo({ user }: LlmCall): Consolidation {
  const [before = "", observations = "[]"] = user.split("\n\nOBSERVATIONS\n");
  const lines = (before.split("NEW FACTS\n")[1] ?? "").split("\n");
  const facts = lines.flatMap((line) => {
    const [, id = "", text = ""] = /^\[([^\]]+)\] (.*?)(?: \((?:occurred_start|occurred_end|mentioned_at)=.*\))?$/u.exec(line) ?? [];
    return id === "" ? [] : [{ id, text }];
  });
  return { facts, observations: JSON.parse(observations) as readonly PromptObservation[] };
}

export const NOTHING: LlmReply = { json: { creates: [], updates: [], deletes: [] } };

export function creating(text: string, facts: readonly PromptFact[], quotes: readonly (readonly [PromptFact, string])[] = []): LlmReply {
  const words = quotes.map(([fact, quote]) => ({ fact_id: fact.id, quote }));
  return {
    json: {
      creates: [{ text, source_fact_ids: facts.map(({ id }) => id), quotes: words, reason: "nothing fits" }],
      updates: [],
      deletes: [],
    },
  };
}

export function updating(observation: PromptObservation, text: string, facts: readonly PromptFact[]): LlmReply {
  const update = { observation_id: observation.id, text, source_fact_ids: facts.map(({ id }) => id), reason: "it has changed" };
  return { json: { creates: [], updates: [update], deletes: [] } };
}
