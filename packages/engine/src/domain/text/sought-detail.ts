/** Which kind of detail a question asks for, and does a text hold one? "When …" asks for a time, "Who …" for somebody. Pure; words of five languages. */

import { foldText } from "./fold.js";

/** `name`: somebody or some place that the question does not name itself; `time`: a date, a time of day or how long it was. */
export type SoughtDetail = "name" | "time";

/** Each is looked for in the folded text: lower case, without accents. A number is not among them: where it counts things, they lie apart and nobody says it. */
const ASKS: Readonly<Record<SoughtDetail, readonly RegExp[]>> = {
  time: [
    /^(?:(?:and|so|since|until|till|by|from) )?when\b|\b(?:what|which) (?:date|day|month|year|time)\b|\bhow (?:long|late|early)\b/,
    /^(?:(?:und|seit|bis|ab) )?wann\b|\bwie (?:lange|spat|fruh|viel uhr)\b|\bwelche[mnrs]? (?:tag|datum|monat|jahr|uhrzeit)\b/,
    /^(?:(?:et|depuis|jusqu'a) )?quand\b|\bquel(?:le)? (?:date|heure|annee|jour|mois)\b|\bcombien de temps\b/,
    /^¿?(?:(?:y|desde|hasta|para) )?cuando\b|\bque (?:dia|fecha|mes|ano|hora)\b|\bcuanto tiempo\b/,
    /什么时候|何时|几点|几月|几号|哪一?[天年]|多久|多长时间/,
  ],
  name: [
    /^(?:(?:and|so|with|to|from|by|for|in) )?(?:who(?:m|se)?|where)\b|\b(?:what|which) (?:city|country|place|town|village|state|location|street)\b/,
    /^(?:(?:und|mit|von|bei|zu|fur) )?(?:wer|wem|wen|wessen|wo|wohin|woher)\b|\bwelche[mnrs]? (?:stadt|land|ort|dorf|strasse)\b/,
    /^(?:(?:et|avec|de|chez|a|pour|par|d') ?)?(?:qui|ou)\b|\bquel(?:le)? (?:ville|pays|endroit|lieu|rue)\b/,
    /^¿?(?:(?:y|con|de|a|para|por|en) )?(?:quien|quienes|donde)\b|\b(?:que|cual) (?:ciudad|pais|lugar|pueblo|calle)\b/,
  ],
};

/** Of a question folded by `foldText`. Null where it asks for neither, but for a thing, a reason or a number. */
export function soughtDetail(question: string): SoughtDetail | null {
  const folded = question.trim();
  const asks = (kind: SoughtDetail): boolean => ASKS[kind].some((pattern) => pattern.test(folded));
  if (asks("time")) return "time";
  return asks("name") ? "name" : null;
}

const COUNT = String.raw`(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|few|couple of|several|many|half)`;
const ENGLISH_TIMES = [
  /\b(?:January|February|March|April|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:19|20)\d\d)\b|\bMay \d|\bin May\b/,
  /\b(?:yesterday|today|tonight|tomorrow|ago|weekend|since|noon|midnight|o'clock|(?:last|next|this|past) (?:week|month|year|night|summer|winter|spring|fall|autumn))\b/i,
  new RegExp(String.raw`\b${COUNT}[ -]?(?:years?|months?|weeks?|days?|hours?|minutes?|decades?)\b`, "i"),
  /\b(?:at|until|till|by|from|before|after) (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b|\b\d{1,2}(?:[:.]\d\d| ?[ap]\.?m\b)/i,
];
const OTHER_TIMES = [
  /\b(?:Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember|(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag|Mittwoch|gestern|heute|morgen|vorgestern|Wochenende|seit|\d+ (?:Uhr|Jahren?|Monaten?|Wochen?|Tagen?|Stunden?))\b/,
  /\b(?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|hier|demain|depuis|midi|minuit|\d+ ?(?:heures?|h|ans?|jours?|semaines?))(?!\p{L})/iu,
  /\b(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|lunes|martes|miércoles|jueves|viernes|sábado|domingo|ayer|hoy|desde|mediodía|\d+ (?:años?|meses|semanas?|días?|horas?))(?!\p{L})/iu,
  /[\d一二三四五六七八九十两几][年月日号天周点]|昨天|今天|明天|前天|星期|上周|下周|周末|[去今明]年|个月|小时/,
];

/** `language` as of a stored text (ISO 639-1, null for not sure): what is surely English is read as English alone, 3 µs a text. */
export function tellsTime(text: string, language: string | null): boolean {
  const tells = (pattern: RegExp): boolean => pattern.test(text);
  return ENGLISH_TIMES.some(tells) || (language !== "en" && OTHER_TIMES.some(tells));
}

/** Not the first word of a sentence, which has a capital in any case. */
const WITHIN_SENTENCE = /(?<=[\p{L}\p{N},;:'’)-] )\p{Lu}\p{Ll}\p{L}+/gu;

/** Whether a text names what is not among `words` (of the question, folded). Never in German, where every noun has a capital, nor in scripts without capitals. */
export function namesAnother(text: string, language: string | null, words: ReadonlySet<string>): boolean {
  return language !== "de" && (text.match(WITHIN_SENTENCE) ?? []).some((name) => !words.has(foldText(name)));
}
