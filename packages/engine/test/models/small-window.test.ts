// What a refresh shows a model with a small window: no more than it takes, with a word about what is cut.

import { expect, test } from "vitest";
import { split } from "../../src/domain/document/index.js";
import { countTokens } from "../../src/domain/text/tokens.js";
import { editDelta } from "../../src/models/refresh/delta.js";
import { inputTokens } from "../../src/models/refresh/operations-call.js";
import type { Asker } from "../../src/reflect/index.js";
import type { ModelForRefresh } from "../../src/store/mental-models/read-model-for-refresh.js";

const document = split(
  Array.from({ length: 900 }, (_, index) => `Paragraph ${index} tells of what the team did with the harbour crane.`).join("\n\n"),
);
const facts = Array.from({ length: 900 }, (_, index) => ({
  id: `fact-${index}`,
  kind: "world",
  text: `Fact ${index} is about the harbour crane and its driver.`,
  mentionedAt: null,
  trust: "normal",
  instructionSigns: [],
}));

/** The user's message of the one call that an edit makes. */
async function asked(reflectMaxContextTokens: number): Promise<string> {
  const prompts: string[] = [];
  const asker = {
    completeObject: (_: string, { messages }: { messages: readonly { content: string }[] }) => {
      prompts.push(messages[1]?.content ?? "");
      return Promise.resolve({ object: { operations: [] } });
    },
  } as unknown as Asker;
  const model = { sourceQuery: "What of the crane?", maxTokens: 2048 } as ModelForRefresh;
  const written = "The crane stands. ".repeat(9_000);
  const input = inputTokens({ reflectMaxContextTokens });
  await editDelta(asker, model, document, { facts: facts as never, written, language: "", input });
  return prompts.join("\n");
}

test("a delta fits the context that reflection may have, and never shows more than it did", async () => {
  const small = await asked(10_000);
  expect(countTokens(small)).toBeLessThan(10_500);
  expect(small.match(/\(cut here: there is more\)/g)).toHaveLength(3);
  const large = await asked(100_000);
  expect(countTokens(large)).toBeGreaterThan(20_000); // control: a large window is used
  expect(countTokens(large)).toBeLessThan(24_500);
});
