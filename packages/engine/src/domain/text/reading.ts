/**
 * How a name in another script is written in Latin letters: 张伟 is "zhangwei", Дмитрий "dmitri". A hint by which a question in Latin letters finds the name;
 * it is never shown, and says nothing about who is who: 张伟 and 章玮 read alike.
 */

import { createRequire } from "node:module";
import { nameKey } from "./name-key.js";

/** Letters of scripts other than Latin. The partial indexes of names (migration 0022) hold the same. */
const FOREIGN = /[\u0370-\u1cff\u1f00-\u1fff\u2e80-\ud7ff\uf900-\ufaff]/u;
const HAN_RUN = /\p{Script=Han}+/gu;
const HAN = /\p{Script=Han}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** What is written of a word here are its consonants, or vowels stand where they are not spoken: character by character gives what nobody writes. */
const UNREADABLE = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const CYRILLIC = /\p{Script=Cyrillic}/u;
/** Longer ones are titles and sentences that nobody writes in other letters. */
const MOST_CHARACTERS = 40;

interface Libraries {
  readonly pinyin: (
    text: string,
    options: { readonly toneType: "none"; readonly type: "array"; readonly surname: "head" },
  ) => readonly string[];
  readonly anyAscii: (text: string) => string;
}

const require = createRequire(import.meta.url);
let libraries: Libraries | null = null;

/**
 * `pinyin-pro` reads Chinese by its dictionary, and a surname as a surname (曾国藩 is Zeng Guofan, 长安 Chang'an); `any-ascii` goes character by character, which is
 * right for the scripts that have an alphabet and gives "Ceng" and "Zhang'an" there. Loaded with the first such name: 0.1 s and 8 MB.
 */
function load(): Libraries {
  const { pinyin } = require("pinyin-pro") as Pick<Libraries, "pinyin">;
  const { default: anyAscii } = require("any-ascii") as { readonly default: Libraries["anyAscii"] };
  return { pinyin, anyAscii };
}

/** True for a name with a letter of another script than Latin. */
export function isForeign(name: string): boolean {
  return FOREIGN.test(name);
}

/**
 * Small letters a to z without spaces, so that it is all one how the parts of the name are set apart; "" for a name that has no such writing: one in Latin
 * letters, Japanese with Chinese characters, whose sound is not in their writing, scripts without their vowels.
 */
export function readingOf(name: string): string {
  const key = nameKey(name);
  if (!isForeign(key) || UNREADABLE.test(key) || Array.from(key).length > MOST_CHARACTERS) return "";
  if (HAN.test(key) && KANA.test(key)) return "";
  libraries ??= load();
  const { pinyin, anyAscii } = libraries;
  const spelt = key.replace(HAN_RUN, (run) => ` ${pinyin(run, { toneType: "none", type: "array", surname: "head" }).join(" ")} `);
  const letters = lettersOf(anyAscii(spelt));
  const reading = CYRILLIC.test(key) ? likeSounds(letters) : letters;
  return reading.length < 2 ? "" : reading;
}

/** The readings that a name in Latin letters, as a question has it, may be meant by: as it stands, and with its last word first. None where it is no such name. */
export function readingsAsked(name: string): readonly string[] {
  const words = nameKey(name)
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "");
  if (words.length === 0 || !words.every((word) => /^[a-z]+$/.test(word))) return [];
  const joined = words.join("");
  const turned = `${words.at(-1)}${words.slice(0, -1).join("")}`;
  return [...new Set([joined, turned, likeSounds(joined), likeSounds(turned)])].filter((reading) => reading.length > 1);
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z]+/g, "");

/** One writing for the й, и and ы that people write as they like: Dmitry, Dmitri and Dmitriy, Yulia and Yuliya. */
function likeSounds(letters: string): string {
  return letters.replaceAll("y", "i").replace(/i+/g, "i");
}
