/** English plans without a sign of the future: a verb in the present tense with its subject ("we ship", "Ann flies"), or an imperative ("call Bob"). */

/** Verbs of what people plan. None whose past looks like its present (put, set, read), where the form says nothing. */
const VERBS =
  "arrive ask bake book bring build buy call cancel celebrate check clean close collect come cook demo deliver deploy do drive eat email face fetch finish fix fly get give go graduate head help hike host install interview join land launch leave lunch marry meet merge migrate move open order pack pay perform pick plan play practise practice prepare present publish purchase race release remind renew rent repair return review roll run sail schedule sell send ship show sign sing speak start stay submit switch take talk teach test train travel try turn upgrade vacate visit wait walk wash watch work write";

const BASE = VERBS.replaceAll(" ", "|");
const THIRD = VERBS.split(" ")
  .map((verb) => verb.replace(/(?<=[^aeiou])y$/, "ie").replace(/(?<=s|sh|ch|x|o)$/, "e"))
  .map((stem) => `${stem}s`)
  .join("|");
const ADVERB = "(?:(?:all|both|also|then|only|finally|first|now|do|does)\\s+)?";
const OF = "(?:[Tt]he|[Oo]ur|[Mm]y|[Hh]is|[Hh]er|[Tt]heir|[Yy]our|[Tt]his|[Aa]n?)";

const PRESENT = new RegExp(
  [
    `(?<![\\w'’])(?:I|[Ww]e|[Yy]ou|[Tt]hey|[Ll]et\\s+us|and\\s+[A-Z][\\w-]*|${OF}\\s+(?:\\w+\\s+)?\\w+s)\\s+${ADVERB}(?:${BASE})(?![\\w'’-])`,
    `(?<![\\w'’])(?:[A-Z][\\w-]*|[Hh]e|[Ss]he|[Ii]t|[Ww]ho|[Ww]hat|everyone|everybody|nobody|${OF}\\s+(?:\\w+\\s+)?\\w+)\\s+${ADVERB}(?:${THIRD})(?![\\w'’-])`,
  ].join("|"),
);
/** At the start of the sentence, behind the name of a speaker or a mark of a list. */
const IMPERATIVE = new RegExp(
  `^\\s*(?:[-*•]\\s+)?(?:[\\p{L}\\p{M} .'’-]{1,40}:\\s+)?(?:then\\s+)?(?:${BASE})\\s+(?!with\\b|at\\b|on\\b)[\\p{L}\\p{N}]`,
  "iu",
);
/** The same where nothing stands between the verb and the day: "Ship on Wednesday". Names of things (a call, a demo) say no more there than that. */
const BARE_IMPERATIVE =
  /^\s*(?:[-*•]\s+)?(?:[\p{L}\p{M} .'’-]{1,40}:\s+)?(?:arrive|bring|buy|come|deliver|deploy|fly|go|leave|meet|merge|migrate|pay|publish|send|ship|submit)(?:\s+on\b|[\s!.]*$)/iu;

/** True for a text, or a sentence without its date, that tells or asks for what is to be done. */
export function isPresent(text: string): boolean {
  return PRESENT.test(text) || IMPERATIVE.test(text) || BARE_IMPERATIVE.test(text);
}
