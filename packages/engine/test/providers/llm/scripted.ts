// Language models whose adapters are written by hand, for tests of chains, limits and retries.
// In: an environment, and for each provider what its model does with the nth call. Out: the models, and everything that was called, waited and recorded.

import { pino } from "pino";
import { loadSettings } from "../../../src/config/index.js";
import type { ModelAdapter, ModelCall, ModelReply, ModelSpec } from "../../../src/providers/llm/adapter.js";
import { type CallRecord, createLanguageModels, type LanguageModels, type LlmRequest } from "../../../src/providers/llm/index.js";
import { NO_USAGE } from "../../../src/providers/llm/provider.js";

/** What a model does: a text, a reply, an error that it throws, or a promise of one. */
export type Act = (call: ModelCall, nth: number) => string | null | ModelReply | Error | Promise<string | ModelReply>;

export interface Scripted {
  readonly models: LanguageModels;
  /** In order of calls. */
  readonly calls: readonly { readonly spec: ModelSpec; readonly call: ModelCall }[];
  readonly pauses: readonly number[];
  readonly records: readonly CallRecord[];
  readonly created: readonly ModelSpec[];
  /** Names of what happened: `before`, `call`, `after`, `pause`. */
  readonly events: readonly string[];
}

export interface ScriptedOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly traits?: Partial<ModelAdapter["traits"]>;
  readonly before?: () => Promise<void>;
  /** Real pauses instead of none. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export const OPENAI = { HINDSIGHT_API_LLM_PROVIDER: "openai", HINDSIGHT_API_LLM_API_KEY: "key-of-a-test" };
export const NOW = Date.parse("2026-11-30T12:00:00Z");

export function scripted(act: Act | Readonly<Record<string, Act>>, options: ScriptedOptions = {}): Scripted {
  const calls: { spec: ModelSpec; call: ModelCall }[] = [];
  const pauses: number[] = [];
  const records: CallRecord[] = [];
  const created: ModelSpec[] = [];
  const events: string[] = [];
  const models = createLanguageModels({
    settings: loadSettings(options.env ?? OPENAI),
    log: pino({ level: "silent" }),
    clock: {
      now: () => NOW,
      random: () => 0.5,
      async pause(ms, signal) {
        events.push("pause");
        pauses.push(ms);
        await options.pause?.(ms, signal);
      },
    },
    observer: {
      async before() {
        events.push("before");
        await options.before?.();
      },
      after(record) {
        events.push("after");
        records.push(record);
      },
    },
    async createAdapter(spec) {
      created.push(spec);
      let nth = 0;
      return {
        provider: spec.provider,
        model: spec.model,
        traits: { objects: "schema", seesImages: false, takesToolChoice: true, ...options.traits },
        async call(call) {
          events.push("call");
          calls.push({ spec, call });
          nth += 1;
          const does = typeof act === "function" ? act : act[spec.provider];
          const answer = await does?.(call, nth);
          if (answer instanceof Error) throw answer;
          return typeof answer === "object" && answer !== null ? answer : reply(answer ?? null);
        },
      };
    },
  });
  return { models, calls, pauses, records, created, events };
}

export const USAGE = { input: 10, output: 2, total: 12, cached: 0, thoughts: 0 };

export function reply(text: string | null, more: Partial<ModelReply> = {}): ModelReply {
  return { text, toolCalls: [], finishReason: "stop", usage: text === null ? NO_USAGE : USAGE, ...more };
}

export function request(more: Partial<LlmRequest> = {}): LlmRequest {
  return {
    purpose: "retain",
    origin: { bank: null, operation: "retain", traceId: "11111111-1111-4111-8111-111111111111" },
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Hello" },
    ],
    signal: new AbortController().signal,
    ...more,
  };
}
