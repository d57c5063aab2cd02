// A refusal that names what would be taken instead: the call is made again in that way, and the member remembers.
// In: the error and the call. Out: the call to make, or null: it is another fault.

import type { ModelCall, ModelCallError } from "./adapter.js";
import type { Member } from "./member.js";

type Call = Omit<ModelCall, "signal">;

export function relented(error: ModelCallError, call: Call, member: Member): Call | null {
  if (takesNoTools(error, call, member)) {
    member.callsInWords = true;
    return call;
  }
  return unconstrained(error, call) ?? lowered(error, call, member);
}

/** Ollama, for a model whose template has no place for tools (400); llama-server, where it was started without its template engine (500). */
const NO_TOOLS = /does not support tools|tools? param(eter)?s? requires? --jinja/i;

function takesNoTools(error: ModelCallError, { tools }: Call, { callsInWords }: Member): boolean {
  return tools.length > 0 && !callsInWords && NO_TOOLS.test(error.message);
}

/** llama.cpp, of a schema that its grammars cannot say; Ollama passes it on. */
const NO_GRAMMAR =
  /(json ?schema|schema) conversion failed|failed to parse grammar|(error|failed).{0,40}\bgrammar\b|invalid (json schema|format)/i;

/** Any object then: the prompt says which one. Not where only the wire says it. */
function unconstrained(error: ModelCallError, call: Call): Call | null {
  const { schema } = call;
  const isPlain = schema === null || schema.isStrict || Object.keys(schema.json).length === 1;
  if (isPlain || !["bad_request", "unavailable"].includes(error.failure) || !NO_GRAMMAR.test(error.message)) return null;
  return { ...call, schema: { ...schema, json: { type: "object" } } };
}

/** Smallest limit that is believed to be meant as one. */
const LEAST_LIMIT = 256;

/**
 * Models differ in how long an answer they let one ask for (gpt-4o-mini: 16,384; the contract asks for 64,000), and say so in a 400. The call is then
 * made again with what the message names, or without a limit where the window is too small for it; the member remembers.
 */
function lowered(error: ModelCallError, call: Call, member: Member): Call | null {
  const asked = call.maxOutputTokens;
  if (asked === null || (error.failure !== "bad_request" && error.failure !== "context_too_long")) return null;
  const numbers = [...error.message.replace(/(\d)[,_](?=\d{3})/g, "$1").matchAll(/\d+/g)].map(([digits]) => Number(digits));
  if (!numbers.includes(asked)) return null;
  if (error.failure === "context_too_long") {
    // A window may happen to be as large as the limit: then the message speaks of the prompt alone.
    if (!/completion|output|max_\w*tokens|max_new/i.test(error.message)) return null;
    member.outputLimit = "unsent";
    return { ...call, maxOutputTokens: null };
  }
  if (!/tokens/i.test(error.message)) return null;
  const most = Math.max(0, ...numbers.filter((number) => number < asked));
  if (most < LEAST_LIMIT) return null;
  member.outputLimit = most;
  return { ...call, maxOutputTokens: most };
}
