import type { EntityKind } from "../../memory.js";
import { isAmbiguousName, known } from "./name-lexicon.js";
import { isNoName } from "./not-names.js";

export interface Name {
  readonly name: string;
  readonly kind: EntityKind;
}

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly isCapital: boolean;
  /** True at the start of a sentence, line or quotation, where a capital proves nothing. */
  readonly opens: boolean;
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’.&-][\p{L}\p{M}\p{N}]+)*/gu;
const OPENER = /(?:[.!?…:;•*#>"“”„«()[\]{}|\p{Extended_Pictographic}\n]|[-–—]{1,2})[\s"“'‘(]*$/u;
const POSSESSIVE = /['’](?:s|S)$|['’]$/u;
const CLITIC = /['’](?:m|d|ll|re|ve|t)$/iu;
const PARTICLES: ReadonlySet<string> = new Set("of de del della di da do dos van von der den la le al bin ibn ter y &".split(" "));
const INITIALS = /^\p{Lu}(?:\.\p{Lu})*$/u;
/** Single words in capitals that stand for no name: initials, `R&R`, Roman numbers. */
const MARKS = /^(?:\p{Lu}(?:[.&]\p{Lu})*|[IVX]+)$/u;
/** Words that often begin a name of several words, though alone they name nothing. */
const OPENS_NAME = /^(?:New|Old|North|South|East|West|Northern|Southern|Eastern|Western|Saint|San|Santa|Los|Las|El|La|Le)$/u;
const HONORIFICS =
  /^(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Sir|Lady|Herr|Frau|Señor|Señora|Sr|Sra|Monsieur|Madame|Mme|Captain|Coach|President|Aunt|Uncle)\.?$/u;
const ORGANISATION_WORD =
  /^(?:Inc|Ltd|LLC|GmbH|AG|SA|SE|Corp|Corporation|Company|Co|University|College|Institute|School|Academy|Hospital|Clinic|Bank|Foundation|Association|Society|Club|Committee|Council|Ministry|Department|Agency|Group|Union|Orchestra|Church|Universität|Universidad|Université|Hochschule)\.?$/u;
const PLACE_WORD =
  /^(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Square|Lane|River|Lake|Mount|Mountain|Mountains|Park|Beach|Island|Islands|Bay|City|Town|County|Airport|Station|Bridge|Museum|Castle|Palace|Valley|Forest|Desert|Canyon|Falls|Peninsula|Ocean|Sea|Harbor|Harbour|Straße|Platz|Restaurant|Hotel|Cafe|Café)$/u;
const PLACE_CUE =
  /\b(?:moved to|move to|live in|lives in|lived in|living in|trip to|travel(?:led|ed|ing)? to|flew to|fly to|visit(?:ed|ing)?|vacation in|born in|grew up in|arrived in|based in|back from|wohnt in|wohne in|vivo en|vive en|habite à)\s*$/iu;

/**
 * Names in scripts with capital letters. A capital inside a sentence makes a name unless the word is an ordinary one; at the start of
 * a sentence the word must be a known name, occur again inside one, or lead several capitals. In German, where every noun
 * has a capital, only known names count, and what an honorific or a first name introduces.
 */
export function capitalisedNames(text: string, language: string | null): readonly Name[] {
  const words = wordsOf(text);
  const capitals = words.filter((word) => word.isCapital).length;
  const isTitle = words.length > 3 && capitals > words.length * 0.6;
  const inside = new Set(words.filter((word) => word.isCapital && !word.opens).map((word) => bare(word.text).toLowerCase()));
  const names: Name[] = [];
  let at = 0;
  while (at < words.length) {
    const end = endOfRun(text, words, at);
    if (end > at) names.push(...namesOfRun(text, words.slice(at, end), words[at - 1] ?? null, { language, isTitle, inside }));
    at = Math.max(end, at + 1);
  }
  return names;
}

function wordsOf(text: string): readonly Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORD)) {
    const start = match.index;
    const previousEnd = words.at(-1)?.end ?? 0;
    const between = text.slice(previousEnd, start);
    words.push({
      text: match[0],
      start,
      end: start + match[0].length,
      isCapital: /^[\p{Lu}\p{Lt}]/u.test(match[0]),
      opens: words.length === 0 || OPENER.test(between),
    });
  }
  return words;
}

/** The end of a run of capitalised words with only spaces (or a particle, or `&`) between them. */
function endOfRun(text: string, words: readonly Word[], start: number): number {
  if (!(words[start] as Word).isCapital) return start;
  let end = start + 1;
  while (end < words.length && end - start < 8) {
    const previous = words[end - 1] as Word;
    const word = words[end] as Word;
    const gap = text.slice(previous.end, word.start);
    if (POSSESSIVE.test(previous.text) || !/^(?:\s|\.\s| & )$/u.test(gap)) break;
    if (gap.startsWith(".") && !HONORIFICS.test(previous.text) && !INITIALS.test(previous.text)) break;
    if (word.isCapital) end += 1;
    else if (PARTICLES.has(word.text) && words[end + 1]?.isCapital && /^\s$/u.test(text.slice(word.end, words[end + 1]?.start))) end += 2;
    else break;
  }
  return end;
}

interface RunContext {
  readonly language: string | null;
  readonly isTitle: boolean;
  readonly inside: ReadonlySet<string>;
}

function bare(word: string): string {
  return word.replace(POSSESSIVE, "").replace(CLITIC, "");
}

function namesOfRun(text: string, run: readonly Word[], before: Word | null, context: RunContext): readonly Name[] {
  const honorific = run.findIndex((word) => HONORIFICS.test(word.text));
  const isPerson = honorific >= 0 || (before !== null && HONORIFICS.test(before.text));
  const words = trimmed(run.slice(honorific + 1), context);
  const [first] = words;
  if (first === undefined) return [];
  const last = words.at(-1) as Word;
  const name = text.slice(first.start, last.end).replace(/\s+/gu, " ").replace(POSSESSIVE, "");
  const kind = isPerson ? "person" : kindOf(text, words, name, context);
  return kind === null ? [] : [{ name, kind }];
}

/** Takes off what only stands around a name: articles, greetings, days; and a first word that has its capital from the sentence. */
function trimmed(run: readonly Word[], context: RunContext): readonly Word[] {
  let words = run;
  const isLoose = (word: Word): boolean => isNoName(bare(word.text)) && !(words.length > 1 && OPENS_NAME.test(word.text));
  while (words[0] !== undefined && isLoose(words[0])) words = words.slice(1);
  while (words.length > 0 && (isNoName(bare((words.at(-1) as Word).text)) || PARTICLES.has((words.at(-1) as Word).text)))
    words = words.slice(0, -1);
  const [first, second] = words;
  if (first === undefined || second === undefined) return words;
  if (context.language === "de")
    return words.slice(
      Math.max(
        0,
        words.findIndex((word) => isKnownName(bare(word.text))),
      ),
    );
  const isOpener = first.opens && !context.inside.has(bare(first.text).toLowerCase()) && !OPENS_NAME.test(first.text);
  const kind = known(bare(first.text));
  return isOpener && (kind === "common" || (kind === null && known(bare(second.text)) === "person")) ? words.slice(1) : words;
}

function isKnownName(word: string): boolean {
  const kind = known(word);
  return (kind === "person" || kind === "place" || kind === "organisation") && !isAmbiguousName(word);
}

function kindOf(text: string, words: readonly Word[], name: string, context: RunContext): EntityKind | null {
  const [first] = words as readonly [Word, ...Word[]];
  const head = bare(first.text);
  const whole = known(name);
  const headKind = known(head);
  const proves = !first.opens && !context.isTitle;
  const tail = (words.at(-1) as Word).text;

  if (words.length > 1) {
    if (whole === "person" || whole === "place" || whole === "organisation") return whole;
    if (words.some((word) => ORGANISATION_WORD.test(word.text))) return "organisation";
    if (PLACE_WORD.test(tail) || /^(?:Mount|Lake|Port|Fort|Saint|San|Santa)$/u.test(first.text)) return "place";
    const looksPersonal =
      headKind === "person" && words.length <= 4 && words.every((word) => known(word.text) !== "common" || word === first);
    if (looksPersonal) return "person";
    if (context.language === "de" || words.every((word) => isOrdinary(bare(word.text)))) return null;
    if (!proves && headKind === "common") return null;
    return headKind === "place" ? "place" : "concept";
  }
  if (MARKS.test(head)) return null;
  const isEnough = proves || context.inside.has(head.toLowerCase());
  if (headKind === "person") return isEnough || !isAmbiguousName(head) ? "person" : null;
  if (headKind === "lastname") return isEnough ? "person" : null;
  if (headKind === "place" || headKind === "organisation") return isEnough || !isAmbiguousName(head) ? headKind : null;
  if (/^\p{Lu}{2,}s?$/u.test(head))
    return headKind === null && head.length <= 6 && hasLower(text) && context.language !== "de" ? "concept" : null;
  if (/\p{Ll}\p{Lu}/u.test(head)) return "product";
  if (headKind !== null || isOrdinary(head) || context.language === "de" || !isEnough) return null;
  return PLACE_CUE.test(text.slice(Math.max(0, first.start - 30), first.start)) ? "place" : "concept";
}

/** An ordinary word: in the dictionary, also by its base form, or no name at all. */
function isOrdinary(word: string): boolean {
  const lower = word.toLowerCase();
  if (isNoName(lower)) return true;
  return [lower, lower.replace(/s$/u, ""), lower.replace(/(?:ing|ed|ly|er|est)$/u, ""), lower.replace(/(?:ing|ed|er)$/u, "e")].some(
    (form) => {
      const kind = known(form);
      return kind === "common" || kind === "demonym";
    },
  );
}

function hasLower(text: string): boolean {
  return /\p{Ll}{2}/u.test(text);
}
