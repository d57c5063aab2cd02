// How a wrapper uses the memory, and what one call changes of it.
// In: the options of a wrapper and the `hindsight_*` fields of a request. Out: the settings of that call; what is wrong with them, in words.

import type { Budget, MemoryType, TagsMatch } from "./port.js";
import type { Speakers, ToolTurns } from "./turns.js";

/** Settings that a call may change, by the reference wrapper's names; `hindsight_<snake_case>` in a request. */
export interface CallSettings {
  /** The bank that is read and written. Without one, neither here nor in the call, a call goes through without memory and is reported. */
  readonly bankId?: string;
  /** The conversation. Its exchanges are appended to one document of this id. Without one, conversations are told apart by the history that is sent. */
  readonly sessionId?: string;
  /** Retain what is said; true when absent. */
  readonly storeConversations?: boolean;
  /** Put memories before the model; true when absent. */
  readonly injectMemories?: boolean;
  /** `system_message` (the default): behind the system message. `prepend_user`: before the last user message, which leaves a cached prefix as it is. */
  readonly injectionMode?: "system_message" | "prepend_user";
  /** How deep a recall or a reflection looks; `mid` when absent. */
  readonly budget?: Budget;
  /** Kinds of memories; all when absent. */
  readonly factTypes?: readonly MemoryType[];
  /** Most memories that are put before the model; no limit when absent. */
  readonly maxMemories?: number;
  /** Most tokens that memories have; 4096 when absent. */
  readonly maxMemoryTokens?: number;
  /** Lets a recall look up the entities of what it finds, for `trace`; false when absent, since none of them reaches the model. */
  readonly includeEntities?: boolean;
  /** Keeps the recall's trace in `lastInjection`; false when absent. */
  readonly trace?: boolean;
  /** Taken and without effect, for programs of the reference's wrapper: what happened is in `lastInjection`. */
  readonly verbose?: boolean;
  /** Tags of what is retained. */
  readonly tags?: readonly string[];
  /** Tags that memories must match to be recalled. */
  readonly recallTags?: readonly string[];
  readonly recallTagsMatch?: TagsMatch;
  /** Ask the bank to think (`reflect`) instead of looking up (`recall`); false when absent. */
  readonly useReflect?: boolean;
  /** Said to a reflection besides the question. */
  readonly reflectContext?: string;
  /** An object schema for the reflection's answer. */
  readonly reflectResponseSchema?: Readonly<Record<string, unknown>>;
  /** Keeps what a reflection stands on in `lastInjection`; false when absent. */
  readonly reflectIncludeFacts?: boolean;
  /** What the memory is asked; the last user message when absent. */
  readonly query?: string;
}

type Snake<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${Snake<Tail>}`
    : `_${Lowercase<Head>}${Snake<Tail>}`
  : Name;

/** The settings of one call as fields of its request, which are taken out before it is sent. */
export type CallFields = { readonly [Name in keyof CallSettings as `hindsight_${Snake<Name>}`]?: CallSettings[Name] };

/** Settings of a wrapper that hold for all of its calls. */
export interface WrapSettings extends CallSettings {
  /** Models, by name with `*` for any characters, whose calls have no memory. */
  readonly excludedModels?: readonly string[];
  /** Wait for the retain before the answer (or the end of its stream) is handed on; false when absent. */
  readonly syncStorage?: boolean;
  /** What is kept of tools; `none` when absent: results are often long, and words of third parties. */
  readonly toolTurns?: ToolTurns;
  /** Names for who speaks, which memories then tell. */
  readonly speakers?: Speakers;
  /** Most milliseconds that a recall holds up a call; 3,000 when absent. */
  readonly recallTimeoutMs?: number;
  /** Most milliseconds that a reflection holds up a call; 20,000 when absent. */
  readonly reflectTimeoutMs?: number;
}

type Check = (value: unknown) => boolean;
const text: Check = (value) => typeof value === "string" && value !== "";
const flag: Check = (value) => typeof value === "boolean";
const count: Check = (value) => Number.isInteger(value) && (value as number) > 0;
const record: Check = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const texts: Check = (value) => Array.isArray(value) && value.every(text);
const oneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    values.includes(value as string);
const kinds = oneOf("world", "experience", "observation");

const CHECKS: Readonly<Record<keyof CallSettings, Check>> = {
  bankId: text,
  sessionId: text,
  storeConversations: flag,
  injectMemories: flag,
  injectionMode: oneOf("system_message", "prepend_user"),
  budget: oneOf("low", "mid", "high"),
  factTypes: (value) => Array.isArray(value) && value.every(kinds),
  maxMemories: count,
  maxMemoryTokens: count,
  includeEntities: flag,
  trace: flag,
  verbose: flag,
  tags: texts,
  recallTags: texts,
  recallTagsMatch: oneOf("any", "all", "any_strict", "all_strict", "exact"),
  useReflect: flag,
  reflectContext: text,
  reflectResponseSchema: record,
  reflectIncludeFacts: flag,
  query: text,
};

/** Begins the name of each field of a request that is meant for the memory. */
export const PREFIX = "hindsight_";
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const NAMES: ReadonlyMap<string, keyof CallSettings> = new Map([
  ...(Object.keys(CHECKS) as (keyof CallSettings)[]).map((name): [string, keyof CallSettings] => [PREFIX + snake(name), name]),
  ["hindsight_document_id", "sessionId"], // the reference's older name
]);

/**
 * The fields that go into a request for `settings`: `create({ model, messages, ...thisCall({ bankId: "ann" }) })`.
 * A bank that is named and undefined stays in it, as null, which no JSON leaves out.
 */
export function thisCall(settings: CallSettings): CallFields {
  const named = Object.entries(settings).map(([name, value]) => [PREFIX + snake(name), name === "bankId" ? (value ?? null) : value]);
  return Object.fromEntries(named);
}

/** A request taken apart: what the provider gets, and what is meant for the memory. */
export interface SplitRequest {
  readonly body: Readonly<Record<string, unknown>>;
  readonly call: CallSettings;
  /** What is wrong with the `hindsight_*` fields; the call then goes without memory, lest it reads or writes in the wrong place. */
  readonly problem: string | null;
}

/**
 * Takes the `hindsight_*` fields out of a request. Null is as if the field were not there; a bank that is null is a problem, since a user whose bank is not
 * known must not meet that of the wrapper.
 */
export function splitRequest(request: Readonly<Record<string, unknown>>): SplitRequest {
  const entries = Object.entries(request);
  const body = Object.fromEntries(entries.filter(([name]) => !name.startsWith(PREFIX)));
  const given = entries.filter(([name]) => name.startsWith(PREFIX)).map(([name, value]) => [NAMES.get(name) ?? name, value] as const);
  const call = Object.fromEntries(given.map(([name, value]) => [name, value ?? undefined])) as CallSettings;
  const noBank = request[`${PREFIX}bank_id`] === null ? "This call names a bank that is null or undefined." : null;
  return { body, call, problem: noBank ?? settingsProblem(call) };
}

/** What is wrong with settings, in words; null when nothing is. */
export function settingsProblem(settings: CallSettings): string | null {
  for (const [name, value] of Object.entries(settings)) {
    const check = CHECKS[name as keyof CallSettings] as Check | undefined;
    if (check === undefined && name.startsWith(PREFIX)) return `There is no setting ${name}; there are ${[...NAMES.keys()].join(", ")}.`;
    if (check !== undefined && value !== undefined && !check(value)) return `The setting ${name} cannot be ${JSON.stringify(value)}.`;
  }
  return null;
}

const duration: Check = (value) => typeof value === "number" && value >= 0;

const OPTION_CHECKS: Readonly<Record<string, Check>> = {
  excludedModels: texts,
  syncStorage: flag,
  toolTurns: oneOf("none", "calls", "all"),
  speakers: (value) => record(value) && Object.values(value as object).every((name) => name === undefined || text(name)),
  recallTimeoutMs: duration,
  reflectTimeoutMs: duration,
  retainTimeoutMs: duration,
  retryMs: duration,
  exitTimeoutMs: duration,
  maxPending: (value) => value === Number.POSITIVE_INFINITY || count(value),
  onError: (value) => typeof value === "function",
  waitUntil: (value) => typeof value === "function",
};

/** What is wrong with the options of a wrapper beyond its settings, in words: found when it is made, since a call must not fail for it. */
export function optionsProblem(options: object): string | null {
  const wrong = Object.entries(options).find(([name, value]) => value !== undefined && OPTION_CHECKS[name]?.(value) === false);
  if (wrong !== undefined)
    return `The setting ${wrong[0]} cannot be ${typeof wrong[1] === "function" ? "a function" : JSON.stringify(wrong[1])}.`;
  const { memory } = options as { readonly memory?: Readonly<Record<string, unknown>> };
  if (["retain", "recall", "reflect"].every((verb) => typeof memory?.[verb] === "function")) return null;
  return "memory must be something with retain, recall and reflect, such as a HindsightClient.";
}

/** Whether a model's name fits one of the patterns. */
export function isExcluded(model: string | null, patterns: readonly string[]): boolean {
  if (model === null) return false;
  return patterns.some((pattern) => {
    const parts = pattern.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    return new RegExp(`^${parts.join(".*")}$`).test(model);
  });
}
