// What providers say when they say no, sentence by sentence, as their references and users report it.

import { describe, expect, test } from "vitest";
import { failureKind, failureOf, redacted, short } from "../../../src/providers/llm/adapters/failures.js";

describe("what a sentence means", () => {
  test.each([
    ["OpenAI", 400, "context_length_exceeded This model's maximum context length is 8192 tokens, however you requested 9000 tokens"],
    ["OpenAI, long input", 400, "Invalid 'input': string too long. string_above_max_length"],
    ["Anthropic", 400, "prompt is too long: 210000 tokens > 200000 maximum"],
    ["Anthropic, input and output", 400, "input length and `max_tokens` exceed context limit: 190000 + 64000 > 200000"],
    ["Gemini", 400, "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."],
    ["Bedrock", 400, "Input is too long for requested model."],
    ["Groq", 413, "Request too large for model `x` on tokens per minute (TPM): Limit 6000, Requested 7000"],
    ["Groq, window", 400, "Please reduce the length of the messages or completion."],
    ["vLLM", 400, "The decoder prompt (length 9000) is longer than the maximum model length of 8192. maximum context length"],
    ["llama.cpp", 400, "exceed_context_size_error the request exceeds the available context size, try increasing it"],
    [
      "LM Studio",
      400,
      "Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens. Context length exceeded",
    ],
    ["DeepSeek", 400, "This model's maximum context length is 131072 tokens. However, you requested 140000 tokens"],
    ["OpenRouter", 400, "This endpoint's maximum context length is 32768 tokens. However, you requested about 40000 tokens"],
    ["Copilot", 400, "model_max_prompt_tokens_exceeded prompt token count of 70000 exceeds the limit of 64000"],
    ["a gateway", 413, "Payload too large"],
  ])("%s: the window is too small", (_, status, text) => {
    expect(failureKind(status, text)).toBe("context_too_long");
  });

  test.each([
    ["OpenAI", 400, "content_policy_violation Your request was rejected"],
    [
      "OpenAI, reasoning",
      400,
      "invalid_prompt flagged as potentially violating our usage policy. Please try again with a different prompt",
    ],
    ["Azure", 400, "content_filter The response was filtered due to the prompt triggering Azure OpenAI's content management policy"],
    ["OpenRouter", 403, "Your input was flagged: openai/x requires moderation"],
    ["DeepSeek", 400, "Content Exists Risk"],
    ["Z.ai", 400, "1301 System detected potentially unsafe or sensitive content in input or generation"],
    ["Qwen", 400, "data_inspection_failed Input data may contain inappropriate content."],
    ["Anthropic", 400, "Output blocked by content filtering policy"],
    ["a law", 451, ""],
  ])("%s: its policy forbids it", (_, status, text) => {
    expect(failureKind(status, text)).toBe("refused");
  });

  test.each([
    [429, "rate_limit_exceeded Rate limit reached for tokens per minute. Too many input tokens", "rate_limited"],
    [400, "ThrottlingException Too many requests", "rate_limited"],
    [529, "overloaded_error Overloaded", "unavailable"],
    [503, "The model is overloaded. Please try again later.", "unavailable"],
    [408, "", "unavailable"],
    [401, "Your prompt is too long", "unauthorised"], // control: a status that says more than the words
    [403, "Forbidden", "unauthorised"],
    [402, "Insufficient credits", "bad_request"],
    [404, "The model `gpt-9` does not exist", "bad_request"],
    [400, "max_tokens is too large: 64000. This model supports at most 16384 completion tokens", "bad_request"],
    [400, "Unsupported parameter: 'temperature'", "bad_request"],
    [422, "Unprocessable", "bad_request"],
  ])("%d %s: %s", (status, text, kind) => {
    expect(failureKind(status, text)).toBe(kind);
  });
});

describe("how long to wait", () => {
  const NOW = Date.parse("2026-11-30T12:00:00Z");
  const wait = (headers: Record<string, string>, json: unknown = {}) =>
    failureOf({ status: 429, headers: new Headers(headers), body: JSON.stringify(json) }, [], NOW).retryAfterMs;

  test.each<[string, Record<string, string>, unknown, number | null]>([
    ["in seconds", { "retry-after": "30" }, {}, 30_000],
    ["to a date", { "retry-after": "Mon, 30 Nov 2026 12:01:30 GMT" }, {}, 90_000],
    ["in milliseconds, which say it more exactly", { "retry-after": "1", "retry-after-ms": "1250" }, {}, 1_250],
    ["as Google puts it", {}, { error: { details: [{ "@type": "RetryInfo", retryDelay: "34.5s" }] } }, 34_500],
    ["as a list of Google's", {}, [{ error: { details: [{ retryDelay: "2s" }] } }], 2_000],
    ["to the end of a quota", {}, { error: { message: "quota", resets_at: NOW / 1000 + 60 } }, 60_000],
    ["in words", {}, { error: { message: "Please try again in 1m7.5s. Visit us." } }, 67_500],
    ["in milliseconds in words", {}, { error: { message: "Please try again in 429ms." } }, 429],
    ["unsaid", {}, { error: { message: "Slow down." } }, null],
    ["unreadable", { "retry-after": "soon" }, {}, null],
  ])("%s", (_, headers, json, expected) => {
    expect(wait(headers, json)).toBe(expected);
  });
});

describe("what is shown", () => {
  test("no key, known or of a known form, and no header of authentication", () => {
    const said = "key my-own-key rejected; sk-proj-abcdefghijkl1234 too; Authorization: Bearer abcdefgh.ijkl";
    const shown = redacted(said, ["my-own-key"]);
    for (const secret of ["my-own-key", "sk-proj-abcdefghijkl1234", "abcdefgh.ijkl"]) expect(shown).not.toContain(secret);
    expect(shown).toContain("rejected"); // control: the words are left
    expect(redacted("keyword_arguments_are_not_supported", [""])).toBe("keyword_arguments_are_not_supported");
  });

  test("of a wrong key, nothing that has a part of it", () => {
    const body = JSON.stringify({
      error: { message: "Key gsk_abcd****wxyz (ends in wxyz, starts with my-own) is wrong, code 401. See https://example.com/keys" },
    });
    const { message } = failureOf({ status: 401, headers: new Headers(), body }, ["my-own-key"]);
    expect(message).toBe("Key *** (ends in wxyz, starts with *** is wrong, code 401. See https://example.com/keys");
    expect(failureOf({ status: 403, headers: new Headers(), body: "" }, []).message).toBe("it answered with status 403");
  });

  test("the words of a page, without its tags and scripts", () => {
    expect(short("<html><script>var a = 1;</script><body><h1>502</h1>\n<p>Bad <b>Gateway</b></p></body></html>")).toBe("502 Bad Gateway");
    expect(short("expected x < y and y > z")).toBe("expected x < y and y > z"); // control: no page
  });

  test("one short line", () => {
    expect(short(`one\n\n  two ${"x".repeat(1_000)}`)).toMatch(/^one two x+…$/);
    expect(short("x".repeat(1_000)).length).toBe(301);
  });
});
