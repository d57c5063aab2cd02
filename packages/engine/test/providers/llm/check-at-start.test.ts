import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { ModelCallError } from "../../../src/providers/llm/adapter.js";
import { checkAtStart, NO_MODELS } from "../../../src/providers/llm/index.js";
import { OPENAI, scripted } from "./scripted.js";

interface Line {
  readonly level: number;
  readonly provider: string;
  readonly problem?: string;
}

function logged() {
  const lines: Line[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { lines, log };
}
const go = new AbortController().signal;

describe("the check at the start", () => {
  test("asks each model once, with the temperature of a verification, and says what it found", async () => {
    const env = { ...OPENAI, HINDSIGHT_API_REFLECT_LLM_PROVIDER: "groq", HINDSIGHT_API_REFLECT_LLM_API_KEY: "key-of-a-test" };
    const { models, calls, records } = scripted(
      { openai: () => "ready", groq: () => new ModelCallError("unauthorised", "bad key") },
      { env },
    );
    const { lines, log } = logged();
    await checkAtStart(models, log, go);
    expect(calls.map(({ spec, call }) => [spec.provider, call.temperature])).toEqual([
      ["openai", 0],
      ["groq", 0.9],
    ]);
    expect(lines.map(({ level, provider }) => [level, provider])).toEqual([
      [30, "openai"],
      [40, "groq"],
    ]);
    expect(lines[1]?.problem).toContain("HINDSIGHT_API_REFLECT_LLM_API_KEY");
    expect(records[0]).toMatchObject({ purpose: "verification", origin: { operation: "verification", bank: null } });
  });

  test("asks a purpose's model where there is no global one, and nobody where there is none", async () => {
    const env = { HINDSIGHT_API_RETAIN_LLM_PROVIDER: "ollama" };
    const { models, calls } = scripted(() => "ready", { env });
    await checkAtStart(models, logged().log, go);
    expect(calls).toHaveLength(1);
    const { lines, log } = logged();
    await checkAtStart(NO_MODELS, log, go);
    expect(lines).toEqual([]);
  });

  test("is quiet when the server closes meanwhile", async () => {
    const stop = new AbortController();
    const { models } = scripted(() => {
      stop.abort();
      return new Promise<string>(() => undefined);
    });
    const { lines, log } = logged();
    await checkAtStart(models, log, stop.signal);
    expect(lines).toEqual([]);
  });
});
