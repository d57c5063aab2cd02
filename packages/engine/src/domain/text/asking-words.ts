/** Words that ask for what is known and not for anything in particular: "What is known about Ann?" is answered by whatever is about Ann. Pure. */

import { analyse } from "./analyse.js";

/** As people write them; compared by the terms that a question makes of them. */
const WORDS = `about know known knows tell told describe description summarise summarize summary explain list show give overview introduce
  everything anything something thing things all much remember recall memory memories information info detail details fact facts
  über wissen weiß weiss bekannt erzähl erzähle beschreibe alles zusammenfassung
  sur sait savez savoir connu parle parlez décris tout résumé
  sobre sabe sabes saber conocido cuéntame describe todo resumen`;
/** In Chinese, where words are not set apart: their pairs, and the pairs that they make with the word before or behind. */
const UNSPACED_WORDS = ["知道", "关于", "告诉", "介绍", "描述", "总结", "记得", "所有", "一切", "信息", "情况"];

let terms: ReadonlySet<string> | null = null;

/** True for a term (as `analyseQuery` makes them) that only asks. */
export function isAskingTerm(term: string): boolean {
  terms ??= new Set([
    ...WORDS.split(/\s+/u).flatMap((word) => [...analyse(word, null).terms.keys()]),
    ...UNSPACED_WORDS.flatMap((word) => [...analyse(word, "zh").terms.keys()]),
  ]);
  return terms.has(term);
}
