import { attachmentIdsIn } from "../domain/attachments.js";
import type { MemoryKind, Mention, Moment, TimeSpan, Unit } from "../domain/memory.js";
import { contextTerms } from "../domain/posted-terms.js";
import type { Reading } from "../domain/reading.js";
import { analyse } from "../domain/text/analyse.js";
import { findMentions } from "../domain/text/entities/index.js";
import { detectLanguage } from "../domain/text/language.js";
import { redactionMarks } from "../domain/text/redaction-mark.js";
import { textHash } from "../domain/text/text-hash.js";
import { resolveEvent } from "../domain/time/index.js";
import type { EmbeddingModel } from "../providers/embedding/provider.js";
import type { Item } from "./item.js";
import { sourceHash } from "./source-hash.js";
import type { Piece } from "./split.js";

/** A unit read: everything that can be known of it without the bank. */
export interface Fact {
  readonly item: Item;
  readonly unit: Unit;
  readonly kind: MemoryKind;
  readonly language: string | null;
  /** It ends with a question. */
  readonly asks: boolean;
  /** Terms of the text, and of what stands around it (its date, the item's context). */
  readonly terms: ReadonlyMap<string, number>;
  readonly contextTerms: ReadonlyMap<string, number>;
  readonly termCount: number;
  readonly mentions: readonly Mention[];
  /** The item's, and those of its labels. */
  readonly tags: readonly string[];
  readonly labelTags: readonly string[];
  /** When it happened, where the text says so. */
  readonly occurred: TimeSpan | null;
  /** When it was said; null for an item without any date. */
  readonly said: Moment | null;
  /** SHA-256 of the normal form, in hex. */
  readonly textHash: string;
  /** SHA-256 of what the memory is read from, in hex. */
  readonly sourceHash: string;
  /** Those that the model named; without a model those of the stretch that the unit stands in, which is the best guess. */
  readonly attachmentIds: readonly string[];
  readonly needsVector: boolean;
}

/**
 * Reads one unit, the local way: no network, no model. Of a unit that a language model found, what the model says of it holds.
 *
 * What the assistant says is an `experience` (what the agent did or lived), everything else is of the `world`. The mode `chunks` takes names from
 * the caller alone, and no dates out of the text.
 */
export function extract(
  unit: Unit,
  { item, settings, text, toRead }: Pick<Piece, "item" | "settings" | "text" | "toRead">,
  model: Pick<EmbeddingModel, "languages">,
): Fact {
  const language = detectLanguage(unit.text);
  const { terms, length } = analyse(unit.text, language);
  const said = item.said === null ? null : (unit.saidAt ?? item.said);
  const found = unit.reading ?? readLocally(unit, settings.mode !== "chunks", said, language);
  return {
    item,
    unit,
    kind: found.kind,
    language,
    asks: asksSomething(unit.text),
    terms,
    contextTerms: contextTerms(said, item.context, language),
    termCount: length,
    mentions: mergeMentions(item.entities, found.mentions),
    tags: [...new Set([...item.tags, ...found.tags])],
    labelTags: found.tags,
    occurred: found.occurred,
    said,
    textHash: textHash(unit.text).toString("hex"),
    sourceHash: toRead?.source ?? sourceHash(unit, item, settings.mode),
    attachmentIds: unit.reading?.attachments ?? attachmentIdsIn(text),
    needsVector: isReadable(language, model.languages),
  };
}

function readLocally(unit: Unit, reads: boolean, said: Moment | null, language: string | null): Found {
  return {
    kind: unit.role === "assistant" || unit.role === "tool" ? "experience" : "world",
    mentions: reads ? findMentions(unit.text, { language, speaker: unit.speaker }) : [],
    occurred: reads && said !== null ? resolveEvent(unit.text, said, language) : null,
    tags: [],
  };
}

type Found = Pick<Reading, "kind" | "mentions" | "occurred" | "tags">;

/** Closing quotes and brackets, spaces, emoji and their joiners may stand behind a question mark. */
const QUESTION_END = /[?？؟](?:[\s\p{Pe}\p{Pf}"'*_~`!！.…]|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f)*$/u;

/** True when a text ends with a question. */
export function asksSomething(text: string): boolean {
  return QUESTION_END.test(text.slice(-64));
}

/** The caller's names first; a name that both give is the caller's. A label is no name, nor is a name with a mark of memory defense in it. */
function mergeMentions(told: readonly Mention[], found: readonly Mention[]): readonly Mention[] {
  const given = told.filter(({ name }) => redactionMarks(name).length === 0);
  if (given.length === 0) return found;
  const names = new Set(given.map((mention) => mention.name.toLowerCase()));
  return [...given, ...found.filter((mention) => mention.kind === "label" || !names.has(mention.name.toLowerCase()))];
}

/**
 * Whether the model can read the language. A vector of a text that the model was not trained for is noise, which would rank among the meanings of
 * the others; such a memory is found by its words and its place. A language that could not be told (a few words) gets its vector.
 */
export function isReadable(language: string | null, languages: EmbeddingModel["languages"]): boolean {
  return language === null || languages === "any" || languages.includes(language);
}
