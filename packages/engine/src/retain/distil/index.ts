// distil: how a language model reads a chunk.
// In: a chunk with its item, what the bank says about reading, the language models. Out: readings (facts ready to be stored) and what they cost.
// Nothing is lost silently: a reply that cannot be read, or that never ends, is an error, not an empty list.

import type { z } from "zod";
import { promptText } from "../../domain/prompts.js";
import type { Reading } from "../../domain/reading.js";
import { HindsightError } from "../../errors.js";
import { addUsage, type CallOrigin, type LanguageModels, type ObjectRequest, usageOf } from "../../providers/llm/index.js";
import { attachedTo } from "./attached.js";
import { halve } from "./halve.js";
import { userMessage } from "./message.js";
import { oneReading } from "./one-reading.js";
import { readingPrompt } from "./prompt.js";
import { type ReadReply, readReply } from "./read-reply.js";
import { normaliseReply, Reply, replySchema } from "./reply-schema.js";
import type { ChunkSource, Distil, Distilled, DistilSettings } from "./types.js";

export { readLabelGroups } from "./labels.js";
export { readingPrompt } from "./prompt.js";
export { replySchema } from "./reply-schema.js";
export { distilSettingsOf, type ReadingSettings } from "./settings.js";
export type { ChunkSource, Distil, Distilled, DistilMode, DistilSettings, LabelField, LabelGroup } from "./types.js";

/** A reply with a greater share of entries that are of the wrong form is asked for once more. */
const TOLERATED_SHARE = 0.2;

/**
 * Reads one chunk. A chunk to which the reply is cut off, or that is over the model's window, is read in halves, down to 500 characters; below,
 * `llm_output_too_long` or `llm_context_too_long` is thrown. Throws
 * `llm_output_invalid` when no entry of two replies is a fact, and what the models throw.
 */
export const distil: Distil = async (models, chunk, settings, origin, signal) => {
  const distilled = await distilText(chunk.text, { models, chunk, settings, origin, signal });
  return settings.mode === "verbatim" ? { ...distilled, readings: [oneReading(distilled.readings, chunk)] } : distilled;
};

/** What less text may cure. */
const TOO_MUCH: ReadonlySet<string> = new Set(["llm_output_too_long", "llm_context_too_long"]);

interface Task {
  readonly models: LanguageModels;
  readonly chunk: ChunkSource;
  readonly settings: DistilSettings;
  readonly origin: CallOrigin;
  readonly signal: AbortSignal;
}

async function distilText(text: string, task: Task): Promise<Distilled> {
  try {
    return await askUntilFormed(text, task);
  } catch (error) {
    if (!(error instanceof HindsightError) || !TOO_MUCH.has(error.code)) throw error;
    const halves = halve(text);
    if (halves === null) throw error.code === "llm_output_too_long" ? tooLong(text, task, error) : error;
    const cut: Distilled = { readings: [], usage: usageOf(error), calls: 1, dropped: 0 };
    const first = joined(cut, await distilText(halves[0], task));
    return joined(first, await distilText(halves[1], task));
  }
}

/** Asks, and once more when too much of the reply is of the wrong form. The better of the two replies is kept: the one with more readings. */
async function askUntilFormed(text: string, task: Task): Promise<Distilled> {
  const first = await ask(text, task, false);
  if (first.reply.malformed <= TOLERATED_SHARE * first.reply.entries) return distilledOf(first.reply, first.usage, 1);
  const second = await ask(text, task, true).catch(unlessInvalid);
  const better = second !== null && second.reply.readings.length >= first.reply.readings.length ? second : first;
  if (better.reply.readings.length === 0 && better.reply.malformed > 0) {
    throw new HindsightError(
      "llm_output_invalid",
      `The model answered twice with ${better.reply.malformed} entries of which none is a fact (${placeOf(task.chunk)}). ` +
        "Try again, or set HINDSIGHT_API_RETAIN_LLM_MODEL to a model that keeps to a JSON schema.",
    );
  }
  return distilledOf(better.reply, second === null ? first.usage : addUsage(first.usage, second.usage), 2);
}

/** Null for a second reply that is no object at all: then the first one counts, with what is good in it. */
function unlessInvalid(error: unknown): null {
  if (error instanceof HindsightError && error.code === "llm_output_invalid") return null;
  throw error;
}

/** What a model is asked to read a chunk: the first request that `distil` makes. */
export const readingRequest = (
  models: LanguageModels,
  chunk: ChunkSource,
  settings: DistilSettings,
  origin: CallOrigin,
  signal: AbortSignal,
): ReadingRequest => requestOf(chunk.text, { models, chunk, settings, origin, signal }, false);

type ReadingRequest = ObjectRequest<z.infer<typeof Reply>>;

function requestOf(text: string, { models, chunk, settings, origin, signal }: Task, isSecondTry: boolean): ReadingRequest {
  const hasAttachments = attachedTo(chunk).length > 0;
  const seesImages = models.describe("retain")?.seesImages ?? false;
  const [rules, about] = readingPrompt({ ...chunk, text }, settings, { hasAttachments, isSecondTry });
  return {
    purpose: "retain",
    origin: { ...origin, metadata: { ...origin.metadata, chunk_index: chunk.index } },
    messages: [
      { role: "system", content: promptText(rules.blocks) },
      userMessage(about.blocks, text, seesImages ? (chunk.attachments ?? []) : []),
    ],
    schema: Reply,
    jsonSchema: replySchema(settings, hasAttachments),
    schemaName: "facts",
    normalise: normaliseReply,
    signal,
  };
}

async function ask(text: string, task: Task, isSecondTry: boolean) {
  const { object, usage } = await task.models.completeObject(requestOf(text, task, isSecondTry));
  return { reply: readReply(object.facts, task.chunk, task.settings), usage };
}

const distilledOf = ({ readings, dropped }: ReadReply, usage: Distilled["usage"], calls: number): Distilled => ({
  readings,
  usage,
  calls,
  dropped,
});

/** Two stretches of one chunk, one after the other: the causes of the second are counted on. */
function joined(first: Distilled, second: Distilled): Distilled {
  const base = first.readings.length;
  const moved = second.readings.map((reading): Reading => ({ ...reading, causedBy: reading.causedBy.map((place) => place + base) }));
  return {
    readings: [...first.readings, ...moved],
    usage: addUsage(first.usage, second.usage),
    calls: first.calls + second.calls,
    dropped: first.dropped + second.dropped,
  };
}

function tooLong(text: string, { chunk }: Task, cause: HindsightError): HindsightError {
  return new HindsightError(
    "llm_output_too_long",
    `The model's reply did not end within its token limit, not even to the ${text.length} characters that are left of ${placeOf(chunk)} after halving. ` +
      "Nothing was cut off in silence: the item was not stored. Raise HINDSIGHT_API_RETAIN_MAX_COMPLETION_TOKENS, or choose another model with HINDSIGHT_API_RETAIN_LLM_MODEL.",
    { cause },
  );
}

const placeOf = ({ index, total }: ChunkSource): string => `chunk ${index + 1} of ${total}`;
