// Chinese, Japanese, Korean, Thai and their like: scripts that do not put spaces between words.
import { createRequire } from "node:module";

interface Jieba {
  tag(sentence: string, hmm?: boolean): { readonly word: string; readonly tag: string }[];
}

/** A stretch of characters that is read by pairs of characters: Han, kana, Hangul, Thai, Lao, Khmer, Burmese. */
export const UNSPACED_RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆]+/gu;

const HAS_UNSPACED =
  /[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ud840-\ud87f]/;
const HAS_KANA = /[\u3040-\u30ff]/;
const HAN = /^\p{Script=Han}$/u;
const HAS_HAN = /\p{Script=Han}/u;

const require = createRequire(import.meta.url);
let loaded: Jieba | null = null;

/** The Chinese segmenter, loaded at first use: 0.4 s and 50 MB that a bank without Chinese never pays. */
export function jieba(): Jieba {
  if (loaded === null) {
    const { Jieba: Segmenter } = require("@node-rs/jieba") as { Jieba: { withDict(dict: Uint8Array): Jieba } };
    const { dict } = require("@node-rs/jieba/dict") as { dict: Uint8Array };
    loaded = Segmenter.withDict(dict);
  }
  return loaded;
}

export function hasUnspacedScript(text: string): boolean {
  return HAS_UNSPACED.test(text);
}

/** True for text whose Han characters are Chinese words: it has some, and no kana. */
export function isChinese(text: string): boolean {
  return HAS_HAN.test(text) && !HAS_KANA.test(text);
}

/** What a run of unspaced script is found by. */
export interface RunTerms {
  /** Neighbouring pairs of characters, or words where a dictionary cuts the script into them. */
  readonly pairs: readonly string[];
  /** Characters that are words by themselves, or may be: Han characters, and the first letter of a short Korean or kana word (`집에`). */
  readonly singles: readonly string[];
  readonly length: number;
}

/** Scripts that ICU cuts into words by dictionary, of whichever language. */
const WORD_SCRIPT = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

let segmenter: Intl.Segmenter | null | undefined;

/** The segmenter of the platform, made at first use (19 ms, 6 MB; 1 µs a character); null where its ICU came without dictionaries. */
function wordSegmenter(): Intl.Segmenter | null {
  if (segmenter !== undefined) return segmenter;
  const made = new Intl.Segmenter("th", { granularity: "word" });
  segmenter = [...made.segment("ภาษาไทย")].length > 1 ? made : null;
  return segmenter;
}

/** Vowels and ligatures of Thai and Lao that NFKC takes apart, and the dictionaries have whole: ทำ, ໜ້າ. */
const TAKEN_APART: readonly (readonly [string, string])[] = [
  ["\u0e4d\u0e32", "\u0e33"],
  ["\u0ecd\u0eb2", "\u0eb3"],
  ["\u0eab\u0e99", "\u0edc"],
  ["\u0eab\u0ea1", "\u0edd"],
];
const HAS_LETTER = /[\p{L}\p{N}]/u;

/** The segmenter is quadratic in the length of what it is given (33,000 characters 0.1 s, 330,000 86 s), so it is given this much at a time. */
const WINDOW = 256;

function wordsOf(part: string, cut: Intl.Segmenter): readonly string[] {
  const whole = TAKEN_APART.reduce((text, [apart, together]) => text.replaceAll(apart, together), part);
  const words: string[] = [];
  for (let start = 0; start < whole.length; ) {
    const isLast = start + WINDOW >= whole.length;
    const found = Array.from(cut.segment(whole.slice(start, start + WINDOW)), ({ segment }) => segment);
    if (!isLast && found.length > 1) found.pop(); // the window may have cut it
    words.push(...found);
    start += found.reduce((sum, word) => sum + word.length, 0);
  }
  return words.filter((word) => HAS_LETTER.test(word));
}

/**
 * Words of a run in Thai, Lao, Khmer or Burmese; pairs and single characters of one in Chinese, Japanese or Korean. Both measured against the other:
 * docs/decisions/languages.md.
 */
export function termsOfRun(run: string): RunTerms {
  const cut = wordSegmenter();
  const words = cut === null ? [] : (run.match(WORD_SCRIPT) ?? []).flatMap((part) => wordsOf(part, cut));
  const rest = (cut === null ? [run] : run.split(WORD_SCRIPT)).filter((part) => part !== "");
  const others = rest.map(pairsOf);
  return {
    pairs: [...words, ...others.flatMap(({ pairs }) => pairs)],
    singles: others.flatMap(({ singles }) => singles),
    length: words.length + others.reduce((sum, { length }) => sum + length, 0),
  };
}

/**
 * Dictionary words were measured beside pairs for Chinese (MADial zh, R_frac@10): pairs .511, pairs and singles .519, pairs, singles and words .524, words
 * alone .446. The words are worth less than the 0.2 s and 55 MB of a dictionary.
 */
function pairsOf(run: string): RunTerms {
  const characters = Array.from(run);
  const pairs = characters.slice(1).map((character, index) => (characters[index] as string) + character);
  const han = characters.filter((character) => HAN.test(character));
  const singles = characters.length <= 2 && han.length === 0 ? characters.slice(0, 1) : han;
  return { pairs, singles, length: characters.length };
}
