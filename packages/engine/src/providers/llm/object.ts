// An object from one member: ask, read, validate, and once ask to mend. In: a request with a schema. Out: the object, or why there is none.

import type { ModelChain } from "../../config/index.js";
import { HindsightError } from "../../errors.js";
import type { ModelCall, ModelReply, ModelTraits } from "./adapter.js";
import type { Member } from "./member.js";
import type { Message, ObjectRequest } from "./provider.js";
import { readObject } from "./read-object/index.js";
import { isObject, type JsonSchema, schemaOf, strictForm, withoutNulls, withSchema } from "./schema.js";

/** Sends messages to the member whose turn it is, with its retries. */
export type Ask = (messages: readonly Message[], schema: ModelCall["schema"]) => Promise<ModelReply>;

/** Longest bad answer that is shown to the model again, in characters. */
const MOST_SHOWN = 60_000;
const MOST_ISSUES = 8;

/** How a member is asked for an object: what the prompt says of it, and what the provider is told. */
export async function framed(
  request: ObjectRequest<unknown>,
  chain: ModelChain,
  member: Member,
): Promise<{ readonly messages: readonly Message[]; readonly schema: ModelCall["schema"] }> {
  const { traits } = await member.adapter();
  const json = schemaOf(request);
  const isStrict = isEnforced(chain, traits);
  const messages = saysSchema(chain, traits) ? withSchema(request.messages, json) : request.messages;
  const schema = traits.objects === "none" ? null : { name: request.schemaName, json: isStrict ? strictForm(json) : json, isStrict };
  return { messages, schema };
}

/** Whether the prompt says in words what object is wanted: not where the wire carries the schema. */
export function saysSchema(chain: ModelChain, traits: ModelTraits): boolean {
  return !isEnforced(chain, traits) && traits.alwaysGetsSchema !== true;
}

const isEnforced = ({ isStrict }: ModelChain, { objects }: ModelTraits): boolean => isStrict && objects === "schema";

/** Throws `llm_output_too_long` for an answer that its token limit cut, `llm_output_invalid` when the mended answer is no object of the schema either. */
export async function askForObject<T>(request: ObjectRequest<T>, chain: ModelChain, member: Member, ask: Ask): Promise<T> {
  const json = schemaOf(request);
  const { messages, schema } = await framed(request as ObjectRequest<unknown>, chain, member);
  const first = textOf(await ask(messages, schema), member);
  const reading = await read(request, json, first);
  if (reading.ok) return reading.object;
  if (chain.maxRetries === 0) throw noObject(request, member, reading.problem);
  const again = textOf(await ask([...messages, ...mendingOf(first, reading.problem)], schema), member);
  const mended = await read(request, json, again);
  if (mended.ok) return mended.object;
  throw noObject(request, member, mended.problem);
}

function textOf(reply: ModelReply, { provider, model }: Member): string {
  if (reply.finishReason === "length") {
    throw new HindsightError(
      "llm_output_too_long",
      `The answer of ${model} (${provider}) was cut off at its token limit. Give it less to work on at once, or a model with a higher limit.`,
    );
  }
  return reply.text ?? "";
}

type Result<T> = { readonly ok: true; readonly object: T } | { readonly ok: false; readonly problem: string };

async function read<T>(request: ObjectRequest<T>, json: JsonSchema, text: string): Promise<Result<T>> {
  const reading = await readObject(text);
  if (!reading.ok) return reading;
  const value = request.normalise === undefined ? reading.value : request.normalise(reading.value);
  if (isForeign(value, json)) return { ok: false, problem: "The object has none of the properties of the schema." };
  const parsed = request.schema.safeParse(value);
  if (parsed.success) return { ok: true, object: parsed.data };
  const relaxed = request.schema.safeParse(withoutNulls(value));
  if (relaxed.success) return { ok: true, object: relaxed.data };
  const issues = parsed.error.issues.slice(0, MOST_ISSUES).map(({ path, message }) => `${path.map(String).join(".") || "it"}: ${message}`);
  return { ok: false, problem: `The object does not match the schema: ${issues.join("; ")}.` };
}

/** An error report or someone else's object must not pass as an empty answer where the schema has defaults for everything. */
function isForeign(value: unknown, json: JsonSchema): boolean {
  if (!isObject(value) || !isObject(json.properties)) return false;
  const keys = Object.keys(value);
  const known = json.properties;
  return keys.length > 0 && !keys.some((key) => Object.hasOwn(known, key));
}

function mendingOf(answer: string, problem: string): readonly Message[] {
  return [
    { role: "assistant", content: answer.slice(0, MOST_SHOWN) },
    { role: "user", content: `That cannot be used. ${problem} Answer the request again with the whole JSON object and nothing else.` },
  ];
}

function noObject(request: ObjectRequest<unknown>, { provider, model }: Member, problem: string): HindsightError {
  return new HindsightError(
    "llm_output_invalid",
    `${model} of ${provider} gave no usable object (${request.schemaName}). ${problem} Try again, or use a model that follows instructions better.`,
  );
}
