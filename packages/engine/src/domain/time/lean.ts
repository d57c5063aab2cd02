/**
 * Where an open date ("on Friday", "in October", 九月) lies: behind or before the moment of speaking. The tense of the words around it says so.
 *
 * The sign nearest before the date in its clause decides ("Ann said the retro is on Friday" is to come, "who is the man I met on Friday" is over),
 * else the nearest behind it, else the same in its sentence, else a plain present tense or an imperative. Without any sign the caller keeps its default.
 */

import type { Found } from "./expression.js";
import { isPresent } from "./present.js";
import { sentenceAround } from "./understand.js";

export type Lean = "past" | "future";

/** Simple pasts and participles that do not end in -ed. */
const IRREGULAR =
  "was|were|been|did|had|went|came|got|took|made|gave|found|told|said|saw|met|bought|thought|felt|kept|left|lost|won|ran|wrote|built|read|learnt|spent|sent|sold|grew|became|began|brought|caught|chose|drew|drove|ate|fell|flew|forgot|held|heard|knew|led|paid|rode|sang|sat|slept|spoke|stood|swam|taught|threw|understood|woke|wore|broke|drank|fought|tore|shot";
/** Words in -ed that are no past. */
const NO_PAST = "need|feed|bed|red|seed|speed|weed|hundred|indeed|wed|shed|embed|exceed|proceed|succeed|bleed|breed|supposed";
const BE = "(?:(?<![a-z\\d])(?:am|is|are|isn['’]t|aren['’]t|be)|['’]m|['’]re)";

/** English signs of what is to come or is so now; where one begins like a sign of the past, it stands first in `SIGN`. */
const FUTURE = [
  "\\b(?:will|won['’]t|shall|gonna|about\\s+to|look(?:s|ing)?\\s+forward|can['’]?t\\s+wait|upcoming|deadlines?|due|soon|coming\\s+up|must|can(?:not|['’]t)?|should(?:n['’]t)?|might|let['’]?s|see\\s+you|expires?|please|do\\s+not\\s+forget|don['’]t\\s+forget)\\b",
  "['’]ll\\b",
  "\\b(?:plan(?:s|ning|ned)?\\s+(?:to|on|for|a)|hop(?:e|es|ing)\\s+to|(?:want|need|ha[sv]e|intend|aim|expect|suppose|suppos?ed|expected|agreed|like|love|try|trying|going|training)(?:s|ing)?\\s+to)\\b",
  "(?:['’]d|\\bwould)\\s+(?:like|love|prefer)\\b|\\b(?:goals?|dreams?|thinking\\s+(?:of|about)|aiming)\\b",
  "\\b(?:scheduled|booked|plans|next(?!\\s+(?:to|door|day|morning))|appointments?|reminder|remind\\s+me)\\b",
  // I'm so excited, it is not finished: a state, not a past
  `${BE}(?:\\s+(?:so|not|really|very|super|still|all|finally|currently))?(?:\\s+(?!used\\b)\\w+ed\\b)?(?![a-z])`,
  "\\b(?:it|that|this|what|who|when|where|how|there|which)['’]s\\b(?!\\s+been)",
  "(?:['’]ve|\\bhave|\\bhas|['’]s)\\s+got\\b",
  "\\b(?:have|has)\\s+(?:an?|my|our|the|no|another|two|three)\\b",
  "\\b(?:starts?|begins?|ends|opens|closes|leaves?|arrives?|happens|works|meets?|lands|takes\\s+place)\\b(?!\\s+of\\b)",
  "\\b(?:off|away|on\\s+leave)\\s+(?:from|until|till|on)\\b",
];
const PAST = [
  // not the German "Was ist am Freitag?"
  `\\b(?!was\\s+(?:ist|sind|wird|werden|steht|hat|habe|haben)\\b)(?:${IRREGULAR}|didn['’]t|wasn['’]t|weren['’]t|hadn['’]t)\\b`,
  `\\b(?!(?:${NO_PAST})\\b)\\w{2,}ed\\b`,
  "\\b(?:ago|last|yesterday|recent(?:ly)?|previous(?:ly)?|earlier|remember|recall|photos?|pictures?|pics?)\\b",
  `(?<!${BE}\\s+)\\bback\\s+in\\b`,
];
/** Chinese: aspect and modal words; not the 会 of 开会 and 会议, the 要 of 重要, the 了 of 为了, the 过 of 过年. */
const CHINESE_FUTURE =
  "将|即将|打算|计划|准备|(?<![重主次紧只概摘需])要(?![求点是素紧不])|需要|(?<![开聚晚大机社学约宴协议例年])会(?![议员计谈场])|想(?!起|到|过|了)|希望|等到|截止|到期|期限|推迟到|推到|改到|改在|移到|挪到|提前到|延到|延期到|有什么安排|值班|休假|放假";
const CHINESE_PAST = "(?<![为除算])了(?!解|不起)|(?<=[\\u4e00-\\u9fff])过(?![年节来去程敏])|曾|刚|已经?|上次|上回|昨|当时|记得";

const SIGN = new RegExp(`(?<future>${[...FUTURE, CHINESE_FUTURE].join("|")})|(?<past>${[...PAST, CHINESE_PAST].join("|")})`, "gi");

/** The same in Spanish, Italian, French, German and Russian; read where the text is in none of the other two. */
const EUROPEAN_SIGN = new RegExp(
  [
    "(?<future>(?<![a-zà-ɏа-яё])(?:voy|vas|va|vamos|van)\\s+a(?![a-zà-ɏ])|(?<![a-zà-ɏа-яё])(?:es|está|son|será|tengo|tenemos|quiero|queremos|",
    "è|sono|sarà|andrò|andremo|voglio|vogliamo|devo|est|sera|serons|vais|va|allons|veux|voulons|dois|",
    "ist|sind|wird|werde|werden|wollen|möchte|möchten|muss|müssen|fällig|frist|bis|",
    "будет|буду|будем|будут|хочу|хотим|собираюсь|собираемся|надо|нужно)(?![a-zà-ɏа-яё]))",
    "|(?<past>(?<![a-zà-ɏа-яё])(?:fue|fui|fuimos|era|estaba|hice|hizo|hicimos|he|ha|hemos|compré|ho|hai|abbiamo|era|stato|",
    "ai|as|avons|ont|était|étais|étions|été|war|waren|hat|habe|haben|hatte|hatten|wurde|wurden|ging|kam|",
    "был|была|было|были|[а-яё]{2,}л(?:а|и|о|ся|ась|ись)?)(?![a-zà-ɏа-яё]))",
  ].join(""),
  "gi",
);

/** Where a clause ends: a comma and its like, a dash between spaces. */
const CLAUSE_END = /[,;:，；：、()（）]|\s[-–—]+\s|[…—]/gu;

/** "Moved the retro to", "postponed until": what follows is the new date, though the verb is a past. */
const MOVED_TO =
  /\b(?:mov|push|postpon|reschedul|shift|delay|chang|bump|defer|switch|extend)(?:e|es|ed|ing|ned)?\b[^.!?;]{0,80}?\b(?:to|until|till|for)\s+(?:the\s+|next\s+)?$/i;
const MOVED_FROM = /\b(?:mov|push|postpon|reschedul|shift|delay|chang|bump|switch)(?:e|es|ed|ing)?\b[^.!?;]{0,80}$/i;
/** "It is from", "since": the date lies behind, whatever the tense. */
const COMES_FROM = /(?:\b(?:is|are|it['’]s|that['’]s|photos?|pictures?|notes?|emails?|letters?)\s+from|\bsince)\s+(?:the\s+)?$/i;
/** "Back on the 25th": said of oneself without a verb, or with "I am". */
const BACK_ON = new RegExp(`(?:^|[.,;:…!?]|${BE}|\\bbe)\\s*back\\s+(?:on\\s+|from\\s+)?(?:the\\s+)?$`, "i");
/** Weaker than a verb: "by Friday", "until September". */
const BY = /\b(?:by|until|till|no\s+later\s+than)\s+(?:the\s+)?$/i;

const SIDE_WORD = /^(?:since|until|till)\s+(?:the\s+)?/i;

interface Around {
  readonly before: string;
  readonly after: string;
}

/** The sign nearest before the date, else the nearest behind it. */
function nearest({ before, after }: Around, sign: RegExp): Lean | null {
  let found: RegExpExecArray | undefined;
  for (const match of before.matchAll(sign)) found = match;
  found ??= after.matchAll(sign).next().value;
  return found === undefined ? null : found.groups?.future === undefined ? "past" : "future";
}

function clauseOf({ before, after }: Around): Around {
  let from = 0;
  for (const match of before.matchAll(CLAUSE_END)) from = match.index + match[0].length;
  const end = after.matchAll(CLAUSE_END).next().value;
  return { before: before.slice(from), after: after.slice(0, end?.index ?? after.length) };
}

/** Whether anything in a text may make a date a coming one; where it is false, `leanOf` never says "future". */
export function mayLeanForward(text: string): boolean {
  if (ELSEWHERE.test(text) || text.split(/[.!?\n]/u).some(isPresent)) return true;
  for (const sign of [SIGN, EUROPEAN_SIGN]) for (const match of text.matchAll(sign)) if (match.groups?.future !== undefined) return true;
  return false;
}
/** Words of the signs that are no pattern of `SIGN`. */
const ELSEWHERE = /\b(?:mov|push|postpon|reschedul|shift|delay|chang|bump|defer|switch|extend|back|by|until|till|later)/i;

/** What the words around an expression say; null when they say nothing. `language` is an ISO 639-1 code, null when it is not known. */
export function leanOf(text: string, found: Found, language: string | null): Lean | null {
  const sentence = sentenceAround(text, found);
  const start = text.indexOf(sentence, Math.max(0, found.from - sentence.length));
  // "until Friday" is one expression; its first word belongs to what stands before the date.
  const own = SIDE_WORD.exec(text.slice(found.from, found.to))?.[0].length ?? 0;
  const around: Around = { before: text.slice(start, found.from + own), after: text.slice(found.to, start + sentence.length) };
  if (COMES_FROM.test(around.before)) return "past";
  if (MOVED_TO.test(around.before) || BACK_ON.test(around.before)) return "future";
  if (MOVED_FROM.test(around.before) && /^from\b/i.test(text.slice(found.from, found.to))) return "future";
  const clause = clauseOf(around);
  const said = nearest(clause, SIGN) ?? (BY.test(around.before) ? "future" : null) ?? nearest(around, SIGN);
  if (said !== null || language === "zh") return said;
  const foreign = language === "en" ? null : (nearest(clause, EUROPEAN_SIGN) ?? nearest(around, EUROPEAN_SIGN));
  const isEnglish = language === "en" || language === null;
  return foreign ?? (isEnglish && isPresent(`${around.before} ${around.after}`) ? "future" : null);
}
