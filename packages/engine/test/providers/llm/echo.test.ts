// A failure that quotes the prompt is told without the quotation: what is kept of it outlives the memories that were shown.

import { pino } from "pino";
import { expect, test } from "vitest";
import { HindsightError } from "../../../src/errors.js";
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

/** A log line as the engine writes it. */
function logged(error: unknown): string {
  const lines: string[] = [];
  pino({ serializers: { err: pino.stdSerializers.errWithCause } }, { write: (line) => void lines.push(line) }).warn(
    { err: error },
    "failed",
  );
  return lines.join("");
}

test("the causes of a failure quote nothing either, and keep no prompt and no body: the log tells them", () => {
  const prompt = 'Ann said: "the safe opens with 4711 and the blue key".';
  const socket = Object.assign(new Error(`connect ECONNREFUSED 10.0.0.1:443 for ${prompt}`), { code: "ECONNREFUSED" });
  const sdk = Object.assign(new Error(`Invalid prompt: ${prompt}`, { cause: socket }), {
    name: "AI_InvalidPromptError",
    prompt: MESSAGES,
    requestBodyValues: { messages: MESSAGES },
    responseBody: prompt,
    value: prompt,
  });
  for (const cause of [sdk, new ModelCallError("bad_request", prompt, { cause: sdk }), prompt, { prompt }]) {
    const failure = new ModelCallError("bad_request", "it cannot take this call", { status: 400, cause });
    if (cause instanceof Error) expect(logged(failure)).toContain("4711"); // control
    const line = logged(new HindsightError("llm_rejected", "The model refuses the call.", { cause: withoutEcho(failure, MESSAGES) }));
    for (const word of ["the safe", "4711", "flooded", "combination"]) expect(line).not.toContain(word);
    expect(line).toContain("it cannot take this call");
  }
  const line = logged(withoutEcho(new ModelCallError("unreachable", "it cannot be reached", { cause: sdk }), MESSAGES));
  expect(line).toContain("AI_InvalidPromptError: Invalid prom");
  expect(line).toContain('"code":"ECONNREFUSED"');
  expect(line).toMatch(/ at .*echo\.test\.ts/u);
});

test("causes that are each other's come to an end", () => {
  const one = new Error("one");
  one.cause = new Error("two", { cause: one });
  expect(withoutEcho(new ModelCallError("unreachable", "it cannot be reached", { cause: one }), MESSAGES)).toBeInstanceOf(ModelCallError);
});
