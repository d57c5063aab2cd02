/** Does a question ask for several things at once? Then its answer lies in several memories, of several days. Pure; words of five languages. */

import { foldText } from "../domain/text/fold.js";

/**
 * - `several`: of a kind or a number ("Which books has Ann read?", "How many times …"): each memory is scored for itself (`signals/index.ts`);
 * - `all`: every one of them, or what there is ("all the times", "summarise …"): besides, every conversation has its turn before any has a second (`spread.ts`);
 * - `order`: in which order things happened: besides, what answers is shown in the order of time.
 */
export type Width = "several" | "all" | "order";

/** Each is looked for in the folded text: lower case, without accents. */
const ORDER = [
  /\b(?:in (?:which|what) order|timeline|time line|chronolog\w*|sequence of events|one after (?:the other|another)|from first to last)\b/,
  /\b(?:in welcher reihenfolge|reihenfolge|zeitleiste|zeitstrahl|chronologi\w*|der reihe nach|nacheinander)\b/,
  /\b(?:dans quel ordre|par ordre|frise|chronologi\w*)\b/,
  /\b(?:en que orden|linea de(?:l)? tiempo|linea temporal|cronologi\w*)\b/,
  /什么顺序|时间线|时间顺序|先后|依次|按顺序/,
];
const ALL = [
  /\b(?:summari[sz]e|summary|summing up|sum up|overview of|recap|recapitulate)\b/,
  /\b(?:all (?:the|of the|those) (?:times|occasions|things|places|people|ways)|every time|each time|list (?:all|every|the)|what are all|name all|give me all)\b/,
  /\b(?:fass\w*\b.*\bzusammen|zusammenfass\w*|uberblick|jedes ?mal|alle male|alle [a-z]+, (?:die|der|das)|liste alle|nenne? (?:mir )?alle|welche .*\balle\b)/,
  /\b(?:resume[rsz]?|recapitul\w*|vue d'ensemble|toutes les fois|chaque fois|enumere\w*|liste (?:tous|toutes)|(?:quels|quelles) sont (?:tous|toutes))\b/,
  /\b(?:resum\w+|recapitula\w*|vision general|todas las veces|cada vez|enumera\w*|lista (?:todos|todas)|cuales son (?:todos|todas))\b/,
  /总结|概括|概述|汇总|每一?次|所有(?:的)?(?:事|时候|地方|次)|列出|全部/,
];
const SEVERAL = [
  /\bhow (?:many|often)\b/,
  /\b(?:wie (?:oft|viele)|welche (?:[a-z]+ )?[a-z]+(?:en|er|s|e) (?:hat|haben|hatte|hatten)|was hat .* (?:schon|alles))\b/,
  /\b(?:combien de|quels|quelles)\b/,
  /\b(?:cuant[ao]s|que (?:[a-z]+ )?[a-z]+s (?:ha|han|tiene|tienen)|cuales (?:son|han))\b/,
  /哪些|几次|多少次|有过什么/,
];

/** "Which books …", "In what cities …": a head with a plural before the verb. */
const ENGLISH_HEAD =
  /^(?:in |on |at |for |to |from |by |with )?(?:what|which) (.{1,60}?) (?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|might|may|should)\b/;
const NO_PLURAL = new Set(
  `is was has does this his its as us yes gas bus plus news always sometimes perhaps besides series species means`.split(/\s+/),
);
/** "What has Ann painted?" asks for all of it so far; "How long has …" for one length, "Would Ann have …" for nothing that was. */
const ENGLISH_PERFECT = /^(?!how long)(?:[a-z]+ )?(?:what|which|where|who|whom|how)\b.*\b(?:has|have)\b(?! to\b)/;
const ENGLISH_OTHER_TENSE = /\b(?:do|does|did|had|would|could|might|may|will|should)\b/;

/** Null for a question about one thing, and for a stretch of talk, which asks nothing. */
export function widthOf({ text, isTalk }: { readonly text: string; readonly isTalk: boolean }): Width | null {
  if (isTalk) return null;
  const folded = foldText(text);
  const says = (patterns: readonly RegExp[]): boolean => patterns.some((pattern) => pattern.test(folded));
  if (says(ORDER)) return "order";
  if (says(ALL)) return "all";
  return says(SEVERAL) || hasPluralHead(folded) || isPerfect(folded) ? "several" : null;
}

function hasPluralHead(folded: string): boolean {
  const head = ENGLISH_HEAD.exec(folded)?.[1]?.split(" ") ?? [];
  return head.some((word) => word.length > 3 && word.endsWith("s") && !/(?:ss|us|is|'s)$/.test(word) && !NO_PLURAL.has(word));
}

function isPerfect(folded: string): boolean {
  return ENGLISH_PERFECT.test(folded) && !ENGLISH_OTHER_TENSE.test(folded);
}
