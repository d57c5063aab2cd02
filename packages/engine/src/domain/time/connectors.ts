/** The small words between and around dates, in all languages: of, from … to, since, before, every, the end of. */

import type { Days } from "./civil.js";
import { englishNumber, englishWeekday, NUMBER, WEEKDAY_FULL } from "./english-words.js";
import { COUPLE, type Count, FEW, type Unit } from "./offset.js";
import { halfOf, nthOf, partOfPeriod, someOf } from "./part.js";

/** A modifier that takes so many characters right before an expression. */
interface Before {
  readonly length: number;
}
export type Side = "since" | "after" | "before" | "until" | "every";

const PART_WORDS = "(?:\\b(?:the|at|by|in|very|toward|towards)\\s+)*";
const HALF = /(?:\bthe\s+)?\b(first|second|last|latter)\s+half\s+of\s+(?:the\s+)?(?:year\s+)?$/i;
const EDGE = new RegExp(
  `${PART_WORDS}\\b(early|late|mid|middle|(?:middle|beginning|start|end)(?=\\s+of))(?:\\s+part)?(?:[\\s-]+(?:of|in))?[\\s-]+(?:the\\s+)?$`,
  "i",
);
const NTH = new RegExp(
  `(?:\\bthe\\s+)?\\b(first|second|third|fourth|fifth|last|final|1st|2nd|3rd|4th|5th)\\s+(day|week|weekend|month|quarter|${WEEKDAY_FULL})\\s+(?:of|in)\\s+(?:the\\s+)?$`,
  "i",
);
/** The same in Spanish, Italian, French, German and Russian: word, then what part it is. */
const FOREIGN_EDGE: readonly (readonly [RegExp, string])[] = [
  [/(?<![a-zà-ɏа-яё])(?:a\s+|los\s+)?(?:principios|comienzos|inicios)\s+del?\s+(?:mes\s+de\s+)?$/i, "early"],
  [/(?<![a-zà-ɏа-яё])(?:a\s+)?mediados\s+del?\s+$/i, "middle"],
  [/(?<![a-zà-ɏа-яё])(?:a\s+)?(?:finales|fines)\s+del?\s+$/i, "late"],
  [
    /(?<![a-zà-ɏа-яё])(?:all['’])?inizio\s+(?:di|del|dello)\s+$|(?<![a-zà-ɏа-яё])début\s+(?:de\s+|d['’])?$|(?<![a-zà-ɏа-яё])anfang\s+$|(?<![a-zà-ɏа-яё])в\s+начале\s+$/i,
    "early",
  ],
  [
    /(?<![a-zà-ɏа-яё])(?:a\s+)?metà\s+(?:di\s+)?$|(?<![a-zà-ɏа-яё])mi-$|(?<![a-zà-ɏа-яё])mitte\s+$|(?<![a-zà-ɏа-яё])в\s+середине\s+$/i,
    "middle",
  ],
  [
    /(?<![a-zà-ɏа-яё])(?:alla\s+)?fine\s+(?:di|del|dello)?\s*$|(?<![a-zà-ɏа-яё])fin\s+(?:de\s+|d['’])?$|(?<![a-zà-ɏа-яё])ende\s+$|(?<![a-zà-ɏа-яё])в\s+конце\s+$/i,
    "late",
  ],
];

/** "The end of", "early", "the first week of": the part of the period that follows. */
export function partBefore(text: string): (Before & { readonly of: (days: Days) => Days | null }) | null {
  const ordinal = NTH.exec(text);
  if (ordinal) return { length: ordinal[0].length, of: (days) => nthOf(days, ordinal[1]!, ordinal[2]!) };
  const some = SOME_OF.exec(text);
  if (some) {
    const count = some[3] === undefined ? 3 : englishNumber(some[3]);
    return { length: some[0].length, of: (days) => someOf(days, /first/i.test(some[1]!), count, some[4]!.toLowerCase()) };
  }
  const halved = HALF.exec(text);
  if (halved) return { length: halved[0].length, of: (days) => halfOf(days, /first/i.test(halved[1]!)) };
  const edge = EDGE.exec(text);
  if (edge) return { length: edge[0].length, of: (days) => partOfPeriod(days, edge[1]!) };
  for (const [pattern, word] of FOREIGN_EDGE) {
    const m = pattern.exec(text);
    if (m) return { length: m[0].length, of: (days) => partOfPeriod(days, word) };
  }
  return null;
}

const INSIDE =
  /^(?:(?:['’]s)?,?\s*(?:(?:back\s+)?(?:of|in|on|from|during|del?|de\s+la|de\s+l['’]|du|di|della|dell['’]|nel|im|am|des|en|à|au|le|la|el|il|lo|в|на)\s+)?(?:the\s+)?|的|\s*的?\s*在?)$/i;
/** Whether the text between two dates puts one into the other: "Tuesday |of| last week", "去年|的|夏天". */
export const isInside = (text: string): boolean => INSIDE.test(text);

const BESIDE = new RegExp(
  `(?:\\bthe\\s+)?\\b(day|night|evening|week|weekend|month|year|${WEEKDAY_FULL})\\s+(?:right\\s+|just\\s+)?(before|after|following|prior\\s+to|preceding)\\s+(?:the\\s+)?$`,
  "i",
);
const SOME_OF = new RegExp(
  `(?:\\bthe\\s+)?\\b(first|last|final)\\s+(?:(few|couple\\s+of)|(${NUMBER}))\\s+(days|weeks|months)\\s+(?:of|in)\\s+(?:the\\s+)?$`,
  "i",
);
const WEEK_OF = /(?:\bthe\s+)?\b(week(?:end)?)\s+(?:of|starting|beginning|commencing|from)\s+(?:the\s+)?$/i;

/** "The week before", "the Friday after", "the week of": the period beside or around what follows. A number is an ISO weekday. */
export function besideBefore(text: string): (Before & { readonly kind: string | number; readonly direction: 1 | -1 }) | null {
  const week = WEEK_OF.exec(text);
  if (week) return { length: week[0].length, kind: `${week[1]!.toLowerCase()} of`, direction: 1 };
  const m = BESIDE.exec(text);
  if (m === null) return null;
  const word = m[1]!.toLowerCase();
  const kind = /.day$/.test(word) ? englishWeekday(word) : word === "night" || word === "evening" ? "day" : word;
  return { length: m[0].length, kind, direction: /^(?:after|following)/i.test(m[2]!) ? 1 : -1 };
}

const COUNTED = new RegExp(
  `\\b(?:(a\\s+couple\\s+of|a\\s+few|several)|(${NUMBER}))\\s+(day|night|week|month|year)s?\\s+(before|after|following|prior\\s+to|from)\\s+(?:the\\s+)?$`,
  "i",
);

/** "Two days before", "a few weeks after". */
export function countedBefore(text: string): (Before & { readonly count: Count; readonly unit: Unit; readonly direction: 1 | -1 }) | null {
  const m = COUNTED.exec(text);
  if (m === null) return null;
  const unit = m[3]!.toLowerCase();
  return {
    length: m[0].length,
    count: m[1] === undefined ? englishNumber(m[2]!) : /couple/i.test(m[1]) ? COUPLE : FEW,
    unit: (unit === "night" ? "day" : unit) as Unit,
    direction: /^(?:after|following|from)/i.test(m[4]!) ? 1 : -1,
  };
}

export type Lead = "from" | "between" | "none";
const LEAD =
  /(?:\b(?:(from|starting|beginning|desde|del?|du|von|vom|dal?|dall['’])|(between|entre|zwischen|tra|fra))|(?<![a-zà-ɏа-яё])(?:(с)|(между)))\s+(?:the\s+|el\s+|le\s+|la\s+|il\s+|l['’]|dem\s+|am\s+)?$|(从|自)$/i;

/** What stands before the first date of a possible range; Chinese says "between" behind the second. */
export function rangeLead(before: string, after: string): Before & { readonly kind: Lead } {
  const m = LEAD.exec(before);
  const kind = m?.[2] || m?.[4] || /^之?间/.test(after) ? "between" : m ? "from" : "none";
  return { length: m?.[0].length ?? 0, kind };
}

const TO =
  /^(?:,?\s*(?:-|–|—|~|\.\.+|…|to|until|till|til|through|thru|up\s+to|up\s+until|hasta|bis(?:\s+zum)?|jusqu['’](?:à|au|en)|fino\s+al?|по|до)\s*(?:the\s+|el\s+|le\s+|il\s+|am\s+|zum\s+)?|一?直?(?:到了?|至))$/i;
/** Only behind a word that opens a range: alone they mean something else. */
const TO_AFTER_FROM = /^\s+(?:a|al|alla|all['’]|à|au)\s*$/i;
const AND = /^(?:\s+(?:and|y|e|ed|et|und|и)\s+(?:the\s+|el\s+|le\s+|il\s+|dem\s+)?|[和跟与同])$/i;

/** Whether the text between two dates makes them the ends of a range. */
export function isRange(text: string, lead: Lead): boolean {
  return TO.test(text) || (lead === "from" && TO_AFTER_FROM.test(text)) || (lead === "between" && AND.test(text));
}

/** Whether the text between two dates lists them: what holds for "every Monday" holds for "and Friday". */
export const isList = (text: string): boolean => AND.test(text) || /^\s*[,、&/]\s*(?:and\s+|or\s+)?$|^\s+or\s+$/i.test(text);

const SIDE_BEFORE: readonly (readonly [RegExp, Side])[] = [
  [
    /\b(?:every|each|any|cada|todos\s+los|todas\s+las|chaque|tous\s+les|toutes\s+les|jede[nrms]?|ogni|tutti\s+i|tutte\s+le)\s+(?:other\s+|second\s+|single\s+)?$/i,
    "every",
  ],
  [/(?<![a-zà-ɏа-яё])кажд[а-яё]+\s+$|[每逢]$/i, "every"],
  [
    /\b(?:ever\s+)?since\s+(?:the\s+|about\s+|around\s+)?$|\b(?:desde|depuis|seit|a\s+partire\s+da(?:l|lla)?|à\s+partir\s+de|a\s+partir\s+de)\s+(?:el\s+|la\s+|le\s+|l['’]|dem\s+|der\s+)?$/i,
    "since",
  ],
  [/\b(?:starting|beginning)\s+(?:from\s+|in\s+|on\s+)?(?:the\s+)?$/i, "since"],
  [/\b(?:after|después\s+del?|nach|après|dopo)\s+(?:the\s+|dem\s+|der\s+|le\s+|la\s+|il\s+)?$|(?<![a-zà-ɏа-яё])после\s+$/i, "after"],
  [
    /\b(?:before|prior\s+to|earlier\s+than|older\s+than|antes\s+del?|avant|prima\s+d(?:i|el)|vor)\s+(?:the\s+|dem\s+|der\s+|le\s+|la\s+|il\s+)?$|(?<![a-zà-ɏа-яё])до\s+$/i,
    "before",
  ],
  [/\b(?:until|till|up\s+to|up\s+until|hasta|jusqu['’](?:à|au|en)|bis(?:\s+zum)?|fino\s+al?)\s+(?:the\s+)?$/i, "until"],
];
const SIDE_AFTER: readonly (readonly [RegExp, Side])[] = [
  [/^\s*(?:onwards?|and\s+(?:after|later)|(?:to|until|till)\s+(?:now|present|date|the\s+present))\b/i, "since"],
  [/^(?:的?时?候?)?(?:开始(?=$|[^一-鿿])|以来|至今|迄今|到现在|到今天|到目前|一直到现在|起(?![初来码诉点步床草因]))/u, "since"],
  [
    /^(?:的?(?:之前|以前|之后|以后)|[前](?![端台提言任沿锋者列辈夕往进面景途卫线方后几两])|后(?![端台面续代果悔勤卫门缀期半来天]))/u,
    "before",
  ],
];

/** since, after, before, until, every: what the words around an expression make of it, and how many characters they take. */
export function sideOf(before: string, after: string): { readonly kind: Side; readonly before: number; readonly after: number } | null {
  const begun = /(?:自从?|从)$/u.exec(before);
  if (begun && after.startsWith("开始")) return { kind: "since", before: begun[0].length, after: 2 };
  for (const [pattern, kind] of SIDE_AFTER) {
    const m = pattern.exec(after);
    if (m) return { kind, before: /(?:\bfrom\s+|自从?|从)$/i.exec(before)?.[0].length ?? 0, after: m[0].length };
  }
  for (const [pattern, kind] of SIDE_BEFORE) {
    const m = pattern.exec(before);
    if (m) return { kind, before: m[0].length, after: 0 };
  }
  return null;
}
