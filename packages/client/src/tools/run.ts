// What each tool does.
// In: the model's arguments, checked, and the application's policy. Out: text for the model.

import { HindsightError } from "../errors.js";
import type { CallOptions } from "../options.js";
import { recallResponseToMemoryPrompt } from "../prompt.js";
import type { MemoryToolsOptions, ToolName, ToolParameters } from "./policy.js";

type Arguments = Readonly<Record<string, string | undefined>>;
type Tools = Omit<MemoryToolsOptions, "prefix">;

export interface Tool {
  readonly description: string;
  /** Name → what to say about it; those in `required` must come. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly required: readonly string[];
  run(tools: Tools, args: Arguments, call: CallOptions): Promise<string>;
}

/** What the application decided, without what it says about the tool. */
function policy<T extends { description?: string }>(value: T | false | undefined): Omit<T, "description"> | undefined {
  if (!value) return undefined;
  const { description: _, ...rest } = value;
  return rest;
}

export const TOOLS: Readonly<Record<ToolName, Tool>> = {
  retain: {
    description:
      "Keep something in long-term memory: a fact, a preference, a decision, an event. Say it so that it is clear without this conversation.",
    parameters: {
      content: "What to remember, in whole sentences with names in place of pronouns.",
      documentId: "Id under which it is kept; the same id replaces what was kept under it.",
      timestamp: "When it happened, ISO 8601.",
      context: "What it is about, or where it comes from.",
    },
    required: ["content"],
    async run({ client, bankId, retain }, { content = "", documentId, timestamp, context }, call) {
      const given = present({ documentId, timestamp, context });
      const reply = await client.retain(bankId, content, { async: true, ...policy(retain), ...given, ...call });
      return reply.async ? "Accepted: it will be remembered in a moment." : "Remembered.";
    },
  },
  recall: {
    description: "Look up what is in long-term memory about something. Use it before you say that you do not know.",
    parameters: {
      query: "What to look for, as a question or in words.",
      queryTimestamp: 'The moment that "yesterday" and the like are counted from, ISO 8601; now if not given.',
    },
    required: ["query"],
    async run({ client, bankId, recall }, { query = "", queryTimestamp }, call) {
      const found = await client.recall(bankId, query, { ...policy(recall), ...present({ queryTimestamp }), ...call });
      return recallResponseToMemoryPrompt(found, { empty: "Nothing about this is in memory." });
    },
  },
  reflect: {
    description:
      "Have a question answered from everything in long-term memory, with reasons. Slower than a look-up; for questions that need several memories together.",
    parameters: { query: "The question.", context: "What the answer is for." },
    required: ["query"],
    async run({ client, bankId, reflect }, { query = "", context }, call) {
      return (await client.reflect(bankId, query, { budget: "mid", ...policy(reflect), ...present({ context }), ...call })).text;
    },
  },
  getMentalModel: {
    description: "Read a standing answer that is kept up to date in memory, by its id.",
    parameters: { id: "Id of the mental model." },
    required: ["id"],
    async run({ client, bankId }, { id = "" }, call) {
      const model = await client.getMentalModel(bankId, id, { detail: "content", ...call });
      return model.content || `The mental model "${model.name}" has no text yet.`;
    },
  },
  getDocument: {
    description: "Read the whole text of a document that memories come from, by its id.",
    parameters: { id: "Id of the document." },
    required: ["id"],
    async run({ client, bankId }, { id = "" }, call) {
      const document = await client.getDocument(bankId, id, call);
      return document === null ? `There is no document "${id}".` : (document.original_text ?? "");
    },
  },
};

function present<T extends Record<string, string | undefined>>(values: T): { [K in keyof T]?: string } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== "")) as {
    [K in keyof T]?: string;
  };
}

export function parametersOf({ parameters, required }: Tool): ToolParameters {
  const properties = Object.fromEntries(
    Object.entries(parameters).map(([name, description]) => [name, { type: "string" as const, description }]),
  );
  return { type: "object", properties, required: [...required], additionalProperties: false };
}

/** @throws HindsightError `bad_argument` with a sentence for the model */
export function checkedArguments(name: string, { parameters, required }: Tool, given: unknown): Arguments {
  const refuse = (why: string) => new HindsightError(`${name}: ${why}`, undefined, undefined, { code: "bad_argument" });
  if (typeof given !== "object" || given === null || Array.isArray(given)) throw refuse("the arguments are no object");
  const args = given as Readonly<Record<string, unknown>>;
  const read: Record<string, string> = {};
  for (const key of Object.keys(parameters)) {
    const value = args[key];
    if (value === undefined || value === null) {
      if (required.includes(key)) throw refuse(`"${key}" is missing`);
    } else if (typeof value !== "string") throw refuse(`"${key}" must be a text`);
    else read[key] = value;
  }
  return read;
}
