// A failure that quotes the prompt is told without the quotation: what is kept of it outlives the memories that were shown.

import { expect, test } from "vitest";
import { ModelCallError } from "../../../src/providers/llm/adapter.js";
import { withoutEcho } from "../../../src/providers/llm/echo.js";
import type { Message } from "../../../src/providers/llm/provider.js";

const MESSAGES: readonly Message[] = [
  { role: "system", content: "You read facts out of a text, one by one." },
  { role: "user", content: [{ type: "text", text: 'Content:\nAnn said: "the safe opens with 4711 and the blue key".' }] },
  {
    role: "assistant",
    content: "",
    toolCalls: [{ id: "c1", name: "recall", input: { query: "the combination of the safe in the cellar" } }],
  },
  { role: "tool", toolCallId: "c1", name: "recall", content: "The cellar was   flooded\nin the spring of 2024." },
];

const told = (message: string): string =>
  (withoutEcho(new ModelCallError("bad_request", message, { status: 400 }), MESSAGES) as Error).message;

test.each([
  ['Invalid content: Ann said: "the safe opens with 4711 and the blue key".', "Invalid c…"],
  ['{"input":"Ann said: \\"the safe opens with 4711\\""}', '{"input":"…\\""}'],
  ["flagged: cellar was flooded in the spring, sorry", "flagged:…, sorry"],
  ["bad query the combination of the safe in the cellar", "bad query …"],
])("%s", (message, without) => {
  const said = told(message);
  for (const word of ["safe", "4711", "flooded", "combination"]) expect(said).not.toContain(word);
  expect(said).toBe(without);
});

test.each([
  "This model's maximum context length is 8192 tokens, you asked for 9000.",
  "You read facts out of a text, one by one.", // our own rules are no secret
  "model `x` does not exist",
])("what quotes nothing stays, with all that is known of the failure: %s", (message) => {
  const error = new ModelCallError("bad_request", message, { status: 400, retryAfterMs: 5 });
  expect(withoutEcho(error, MESSAGES)).toBe(error);
});

test("kind, status and wait are kept where words are left out", () => {
  const error = new ModelCallError("rate_limited", "too many: the safe opens with 4711", { status: 429, retryAfterMs: 7_000 });
  expect(withoutEcho(error, MESSAGES)).toMatchObject({ failure: "rate_limited", status: 429, retryAfterMs: 7_000 });
  expect(withoutEcho(new Error("the safe opens with 4711 and the blue key"), MESSAGES)).toBeInstanceOf(Error);
});
