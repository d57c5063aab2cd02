/** What a statement says, as a key: facts with equal keys say the same. Pure. */

import { statementForm } from "../../domain/text/statement-form.js";

/** Words without which a statement says what it said, beside those that the form leaves out. Nothing that denies, doubts, counts, dates or repeats. */
const PARTICLES: ReadonlySet<string> = new Set([
  ...["still", "indeed", "truly", "definitely", "certainly", "quite", "oh", "yes", "yeah"],
  ...["auch", "noch", "wirklich", "sehr", "ja", "doch", "nun", "jetzt", "aktuell", "derzeit"],
  ...["aussi", "vraiment", "très", "actuellement", "oui"],
  ...["también", "realmente", "muy", "actualmente", "sí"],
]);
/** The same in Chinese, where words are not set apart. */
const CHINESE_PARTICLES = /[了也很呢啊吧嗯]/gu;
const HAN = /\p{Script=Han}/u;

/** Shorter statements ("Yes.", "She did.") say too little to be one another's restatement. */
const LEAST_WORDS = 3;
const LEAST_CHARACTERS = 6;

/** Null for a text that says too little. Order counts: who gave whom what is not told by the words alone. */
export function statementKey(text: string, language: string | null): string | null {
  const form = statementForm(text, { language, said: null, occurred: null });
  if (HAN.test(form)) {
    const bare = form.replace(CHINESE_PARTICLES, "").replace(/\s+/gu, "");
    return Array.from(bare).length < LEAST_CHARACTERS ? null : bare;
  }
  const words = form.split(" ").filter((word) => !PARTICLES.has(word));
  return words.length < LEAST_WORDS ? null : words.join(" ");
}
