/** The time words of Spanish, Italian, French, German and Russian, as pieces of regular expressions. `european.ts` turns them into rules. */

export interface TimeWords {
  /** Words of the periods below that are no unit: whoever looks for a time at all looks for them too. */
  readonly periodWords: string;
  /** Words for a day, with their distance from today. Longer ones first. */
  readonly days: readonly (readonly [words: string, shift: number])[];
  readonly months: readonly string[];
  /** From Monday on. */
  readonly weekdays: readonly string[];
  /** Words that make a lone month or weekday a date. */
  readonly monthIntro: string;
  readonly weekdayIntro: string;
  readonly yearIntro: string;
  /** Between day, month and year. */
  readonly of: string;
  readonly numbers: readonly (readonly [words: string, value: number])[];
  readonly couple: string;
  readonly few: string;
  readonly units: Readonly<Record<"minute" | "hour" | "day" | "week" | "month" | "year", string>>;
  /** `#` stands for count and unit. */
  readonly ago: string;
  readonly ahead: string;
  /** `#` stands for the count, `~` for the unit. */
  readonly pastSpan: string;
  readonly periods: readonly (readonly [words: string, unit: "week" | "month" | "quarter" | "year" | "weekend", shift: number])[];
  /** `#` stands for a weekday; last, then next. */
  readonly lastWeekday: string;
  readonly nextWeekday: string;
  /** Spring, summer, autumn, winter. */
  readonly seasons: readonly string[];
  /** `#` stands for a season or month. */
  readonly lastNamed: string;
  readonly christmas: string;
}

const SPANISH: TimeWords = {
  periodWords: "trimestre|fin\\s+de\\s+semana",
  days: [
    ["anteayer|antes\\s+de\\s+ayer|antier", -2],
    ["anoche", -1],
    ["ayer(?:\\s+por\\s+la\\s+(?:mañana|tarde|noche))?", -1],
    ["pasado\\s+mañana", 2],
    ["hoy|esta\\s+(?:mañana|tarde|noche)", 0],
    ["(?<!(?:la|esta|de|una|cada)\\s)mañana(?:\\s+por\\s+la\\s+(?:mañana|tarde|noche))?", 1],
  ],
  months: ["enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "sep?tiembre", "octubre", "noviembre", "diciembre"],
  weekdays: ["lunes", "martes", "mi[eé]rcoles", "jueves", "viernes", "s[aá]bado", "domingo"],
  monthIntro: "en|durante|desde|hasta|de|a|entre|y|principios de|mediados de|finales de",
  weekdayIntro: "el",
  yearIntro: "en|durante|durante el|año|desde|en el|del año|de|principios de|finales de|mediados de|entre|y",
  of: "(?:de|del)",
  numbers: [
    ["un[ao]?", 1],
    ["dos", 2],
    ["tres", 3],
    ["cuatro", 4],
    ["cinco", 5],
    ["seis", 6],
    ["siete", 7],
    ["ocho", 8],
    ["nueve", 9],
    ["diez", 10],
  ],
  couple: "un\\s+par\\s+de",
  few: "un[oa]s(?:\\s+cuant[oa]s)?|algun[oa]s|poc[oa]s|vari[oa]s",
  units: { minute: "minutos?", hour: "horas?", day: "d[ií]as?", week: "semanas?", month: "mes(?:es)?", year: "años?" },
  ago: "hace\\s+#|#\\s+atr[aá]s",
  ahead: "dentro\\s+de\\s+#",
  pastSpan: "(?:en\\s+|durante\\s+)?(?:l[oa]s\\s+)?[uú]ltim[oa]s\\s+#\\s+~|(?:en\\s+|durante\\s+)?l[oa]s\\s+#\\s+[uú]ltim[oa]s\\s+~",
  periods: [
    ["(?:la\\s+)?semana\\s+pasada|la\\s+[uú]ltima\\s+semana", "week", -1],
    ["esta\\s+semana", "week", 0],
    ["(?:la\\s+)?(?:pr[oó]xima\\s+semana|semana\\s+que\\s+viene)", "week", 1],
    ["(?:el\\s+)?mes\\s+pasado|el\\s+[uú]ltimo\\s+mes", "month", -1],
    ["este\\s+mes", "month", 0],
    ["(?:el\\s+)?(?:pr[oó]ximo\\s+mes|mes\\s+que\\s+viene)", "month", 1],
    ["(?:el\\s+)?trimestre\\s+pasado", "quarter", -1],
    ["(?:el\\s+)?año\\s+pasado|el\\s+[uú]ltimo\\s+año", "year", -1],
    ["este\\s+año", "year", 0],
    ["(?:el\\s+)?(?:pr[oó]ximo\\s+año|año\\s+que\\s+viene)", "year", 1],
    ["(?:el\\s+)?fin\\s+de\\s+semana\\s+pasado|el\\s+[uú]ltimo\\s+fin\\s+de\\s+semana", "weekend", -1],
    ["este\\s+fin\\s+de\\s+semana", "weekend", 0],
  ],
  lastWeekday: "(?:el\\s+)?#\\s+pasado|(?:el\\s+)?pasado\\s+#|el\\s+[uú]ltimo\\s+#",
  nextWeekday: "(?:el\\s+)?pr[oó]ximo\\s+#|(?:el\\s+)?#\\s+que\\s+viene",
  seasons: ["primavera", "verano", "otoño", "invierno"],
  lastNamed: "(?:el\\s+|la\\s+)?#\\s+pasad[oa]|(?:el\\s+|la\\s+)?pasad[oa]\\s+#",
  christmas: "navidad(?:es)?",
};

const ITALIAN: TimeWords = {
  periodWords: "trimestre|fine\\s+settimana|weekend",
  days: [
    ["(?:l['’]\\s?)?altro\\s?ieri|avantieri", -2],
    ["ieri(?:\\s+(?:mattina|pomeriggio|sera|notte))?", -1],
    ["oggi|stamattina|stasera|stanotte|questa\\s+(?:mattina|sera)", 0],
    ["dopodomani", 2],
    ["domani(?:\\s+(?:mattina|pomeriggio|sera))?", 1],
  ],
  months: [
    "gennaio",
    "febbraio",
    "marzo",
    "aprile",
    "maggio",
    "giugno",
    "luglio",
    "agosto",
    "settembre",
    "ottobre",
    "novembre",
    "dicembre",
  ],
  weekdays: ["luned[iì]", "marted[iì]", "mercoled[iì]", "gioved[iì]", "venerd[iì]", "sabato", "domenica"],
  monthIntro: "a|ad|in|di|nel|da|tra|fra|e|durante|dall['’]?|fine|inizio|metà",
  weekdayIntro: "",
  yearIntro: "nel|nell['’]anno|anno|durante il|dal|del|in|al|e",
  of: "(?:di|del)",
  numbers: [
    ["un[ao]?|un['’]", 1],
    ["due", 2],
    ["tre", 3],
    ["quattro", 4],
    ["cinque", 5],
    ["sei", 6],
    ["sette", 7],
    ["otto", 8],
    ["nove", 9],
    ["dieci", 10],
  ],
  couple: "un\\s+paio\\s+di",
  few: "qualche|alcun[ie]|pochi|poche|divers[ie]",
  units: { minute: "minut[oi]", hour: "or[ae]", day: "giorn[oi]", week: "settiman[ae]", month: "mes[ei]", year: "ann[oi]" },
  ago: "#\\s+fa",
  ahead: "(?:tra|fra)\\s+#",
  pastSpan: "(?:(?:ne)?(?:gli|i|le|lle|i)\\s+|negli\\s+|nelle\\s+)?ultim[ie]\\s+#\\s+~",
  periods: [
    ["(?:la\\s+)?(?:settimana\\s+scorsa|scorsa\\s+settimana)|la\\s+settimana\\s+passata", "week", -1],
    ["questa\\s+settimana", "week", 0],
    ["(?:la\\s+)?(?:prossima\\s+settimana|settimana\\s+prossima)", "week", 1],
    ["(?:il\\s+|lo\\s+)?(?:mese\\s+scorso|scorso\\s+mese)", "month", -1],
    ["questo\\s+mese", "month", 0],
    ["(?:il\\s+)?(?:prossimo\\s+mese|mese\\s+prossimo)", "month", 1],
    ["(?:il\\s+|lo\\s+)?(?:trimestre\\s+scorso|scorso\\s+trimestre)", "quarter", -1],
    ["(?:l['’]\\s?|lo\\s+)?(?:anno\\s+scorso|scorso\\s+anno)", "year", -1],
    ["quest['’]\\s?anno", "year", 0],
    ["(?:il\\s+)?(?:prossimo\\s+anno|(?:l['’])?anno\\s+prossimo)", "year", 1],
    ["(?:il\\s+|lo\\s+)?(?:fine\\s+settimana\\s+scorso|scorso\\s+(?:fine\\s+settimana|weekend)|weekend\\s+scorso)", "weekend", -1],
    ["questo\\s+(?:fine\\s+settimana|weekend)", "weekend", 0],
  ],
  lastWeekday: "#\\s+scors[oa]|(?:lo\\s+)?scors[oa]\\s+#",
  nextWeekday: "#\\s+prossim[oa]|prossim[oa]\\s+#",
  seasons: ["primavera", "estate", "autunno", "inverno"],
  lastNamed: "(?:l['’]\\s?|la\\s+|lo\\s+|il\\s+)?#\\s+scors[oa]|(?:lo\\s+|la\\s+)?scors[oa]\\s+#",
  christmas: "natale",
};

const FRENCH: TimeWords = {
  periodWords: "trimestre|week-?end",
  days: [
    ["avant[- ]hier(?:\\s+soir)?", -2],
    // "hier" is "here" in German.
    [
      "(?<!avant-)hier(?!\\s+(?:ist|sind|war|gibt|steht|liegt|und|in|im|wir|ich|der|die|das))(?<!\\b(?:ist|sind|der|das|und|ich|wir|nicht|bin|von|liegt|steht|gibt|wer|wo)\\b.*hier)(?:\\s+(?:matin|soir|après-midi))?",
      -1,
    ],
    ["aujourd['’]\\s?hui|ce\\s+(?:matin|soir)|cet(?:te)?\\s+(?:après-midi|nuit)", 0],
    ["après[- ]demain", 2],
    ["demain(?:\\s+(?:matin|soir|après-midi))?", 1],
  ],
  months: [
    "janvier",
    "f[eé]vrier",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "ao[uû]t",
    "septembre",
    "octobre",
    "novembre",
    "d[eé]cembre",
  ],
  weekdays: ["lundi", "mardi(?!\\s+gras)", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
  monthIntro: "en|de|d['’]|depuis|jusqu['’]en|fin|d[eé]but|mi|au mois de|au mois d['’]|entre|et|à",
  weekdayIntro: "",
  yearIntro: "en|dans|pendant|ann[eé]e|depuis|l['’]an|d[eé]but|fin|de|entre|et|à",
  of: "(?:de|d['’])",
  numbers: [
    ["une?", 1],
    ["deux", 2],
    ["trois", 3],
    ["quatre", 4],
    ["cinq", 5],
    ["six", 6],
    ["sept", 7],
    ["huit", 8],
    ["neuf", 9],
    ["dix", 10],
  ],
  couple: "une\\s+paire\\s+de",
  few: "quelques|plusieurs",
  units: { minute: "minutes?", hour: "heures?", day: "jours?", week: "semaines?", month: "mois", year: "ans?|années?" },
  ago: "il\\s+y\\s+a\\s+#|ça\\s+fait\\s+#",
  ahead: "dans\\s+#",
  pastSpan:
    "(?:(?:dans|pendant|durant|ces|les)\\s+)*#\\s+derni[eè]re?s\\s+~|(?:(?:dans|pendant|durant|ces|les)\\s+)*derni[eè]re?s\\s+#\\s+~|(?:ces|les)\\s+#\\s+derni(?:ers|ères)\\s+~",
  periods: [
    ["(?:la\\s+)?semaine\\s+(?:derni[eè]re|pass[eé]e)", "week", -1],
    ["cette\\s+semaine", "week", 0],
    ["(?:la\\s+)?semaine\\s+prochaine", "week", 1],
    ["(?:le\\s+)?mois\\s+(?:dernier|pass[eé])", "month", -1],
    ["ce\\s+mois(?:-ci)?", "month", 0],
    ["(?:le\\s+)?mois\\s+prochain", "month", 1],
    ["(?:le\\s+)?trimestre\\s+(?:dernier|pass[eé])", "quarter", -1],
    ["(?:l['’]\\s?)?(?:ann[eé]e\\s+(?:derni[eè]re|pass[eé]e)|an\\s+(?:dernier|pass[eé]))", "year", -1],
    ["cette\\s+ann[eé]e", "year", 0],
    ["(?:l['’]\\s?)?(?:ann[eé]e\\s+prochaine|an\\s+prochain)", "year", 1],
    ["(?:le\\s+)?week-?end\\s+(?:dernier|pass[eé])", "weekend", -1],
    ["ce\\s+week-?end", "weekend", 0],
  ],
  lastWeekday: "#\\s+(?:dernier|pass[eé])",
  nextWeekday: "#\\s+prochain",
  seasons: ["printemps", "[eé]t[eé]", "automne", "hiver"],
  lastNamed: "(?:l['’]\\s?|le\\s+)?#\\s+(?:derni(?:er|[eè]re)|pass[eé]e?)",
  christmas: "no[eë]l",
};

const GERMAN: TimeWords = {
  periodWords: "quartal|wochenende",
  days: [
    ["vorgestern(?:\\s+(?:abend|früh|nacht))?", -2],
    ["gestern(?:\\s+(?:abend|früh|morgen|nacht|vormittag|nachmittag))?", -1],
    ["heute(?:\\s+(?:abend|früh|morgen|nacht|vormittag|nachmittag))?", 0],
    ["übermorgen", 2],
    ["(?<!(?:guten|am|jeden|heute|gestern|diesen)\\s)morgen(?:\\s+(?:abend|früh|vormittag|nachmittag))?", 1],
  ],
  months: [
    "januar|jänner",
    "februar",
    "märz|maerz",
    "april",
    "mai",
    "juni",
    "juli",
    "august",
    "september",
    "oktober",
    "november",
    "dezember",
  ],
  weekdays: ["montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag|sonnabend", "sonntag"],
  monthIntro: "im|seit|bis|ende|anfang|mitte|von|vom|zwischen|und|während des|im monat",
  weekdayIntro: "(?:am\\s+)?",
  yearIntro: "im jahr|im jahre|jahr|im|während|seit|in|ende|anfang|mitte|von|zwischen|und|bis",
  of: "",
  numbers: [
    ["eine[mnrs]?|ein", 1],
    ["zwei", 2],
    ["drei", 3],
    ["vier", 4],
    ["fünf", 5],
    ["sechs", 6],
    ["sieben", 7],
    ["acht", 8],
    ["neun", 9],
    ["zehn", 10],
  ],
  couple: "(?:ein|den)\\s+paar",
  few: "(?:einigen|wenigen|mehreren|einige|wenige|mehrere)",
  units: { minute: "minuten?", hour: "stunden?", day: "tage?n?", week: "wochen?", month: "monate?n?", year: "jahre?n?" },
  ago: "vor\\s+#",
  ahead: "in\\s+#",
  pastSpan: "(?:(?:in|während)\\s+)?(?:den|die|der)?\\s*(?:letzten|vergangenen)\\s+#\\s+~",
  periods: [
    ["(?:in\\s+der\\s+)?(?:letzte|vorige|vergangene)[rn]?\\s+woche", "week", -1],
    ["(?:in\\s+)?diese[r]?\\s+woche", "week", 0],
    ["(?:in\\s+der\\s+)?(?:nächste|kommende)[rn]?\\s+woche", "week", 1],
    ["(?:im\\s+)?(?:letzte|vorige|vergangene)[nrm]?\\s+monat", "month", -1],
    ["(?:in\\s+)?diese[nmr]\\s+monat", "month", 0],
    ["(?:im\\s+)?(?:nächste|kommende)[nrm]?\\s+monat", "month", 1],
    ["(?:im\\s+)?(?:letzte|vorige|vergangene)[sn]\\s+quartal", "quarter", -1],
    ["(?:im\\s+)?(?:letzte|vorige|vergangene)[sn]\\s+jahr", "year", -1],
    ["(?:in\\s+)?diese[sm]\\s+jahr", "year", 0],
    ["(?:im\\s+)?(?:nächste|kommende)[sn]\\s+jahr", "year", 1],
    ["(?:am\\s+)?(?:letzte|vorige|vergangene)[sn]\\s+wochenende", "weekend", -1],
    ["(?:an\\s+)?diese[sm]\\s+wochenende", "weekend", 0],
  ],
  lastWeekday: "(?:am\\s+)?(?:letzte|vorige|vergangene)[nr]\\s+#",
  nextWeekday: "(?:am\\s+)?(?:nächste|kommende)[nr]\\s+#",
  seasons: ["frühling|frühjahr", "sommer", "herbst", "winter"],
  lastNamed: "(?:im\\s+)?(?:letzte|vorige|vergangene)[nsr]\\s+#",
  christmas: "weihnachten",
};

const RUSSIAN: TimeWords = {
  periodWords: "квартале?|выходны[ех]|недел[еюя]|месяце|году",
  days: [
    ["позавчера", -2],
    ["вчера(?:\\s+(?:утром|днём|днем|вечером|ночью))?", -1],
    ["сегодня(?:\\s+(?:утром|днём|днем|вечером|ночью))?", 0],
    ["послезавтра", 2],
    ["завтра(?:\\s+(?:утром|днём|днем|вечером))?", 1],
  ],
  months: [
    "январ[ьяею]м?",
    "феврал[ьяею]м?",
    "март[аеу]?",
    "апрел[ьяею]м?",
    "ма[йяею]",
    "июн[ьяею]м?",
    "июл[ьяею]м?",
    "август[аеу]?",
    "сентябр[ьяею]м?",
    "октябр[ьяею]м?",
    "ноябр[ьяею]м?",
    "декабр[ьяею]м?",
  ],
  weekdays: ["понедельник[а]?", "вторник[а]?", "сред[ауы]", "четверг[а]?", "пятниц[ауы]", "суббот[ауы]", "воскресень[ея]"],
  monthIntro: "в|во|с|до|по|к|начале|середине|конце|между|и",
  weekdayIntro: "во?\\s+",
  yearIntro: "в|с|до|по|году|начале|середине|конце|между|и",
  of: "",
  numbers: [
    ["один|одну|одна", 1],
    ["два|две|двух", 2],
    ["три|тр[её]х", 3],
    ["четыре", 4],
    ["пять", 5],
    ["шесть", 6],
    ["семь", 7],
    ["восемь", 8],
    ["девять", 9],
    ["десять", 10],
  ],
  couple: "пару",
  few: "несколько",
  units: {
    minute: "минут[уы]?",
    hour: "час(?:а|ов)?",
    day: "день|дня|дней",
    week: "недел[юиья]|недель",
    month: "месяц(?:а|ев)?",
    year: "год(?:а)?|лет",
  },
  ago: "#\\s+(?:тому\\s+)?назад",
  ahead: "через\\s+#",
  pastSpan: "(?:за\\s+|в\\s+)?последни[ех]\\s+#\\s+~",
  periods: [
    ["(?:на\\s+)?прошл(?:ой|ая|ую)\\s+недел[еюя]", "week", -1],
    ["(?:на\\s+)?эт(?:ой|у|а)\\s+недел[еюя]", "week", 0],
    ["(?:на\\s+)?следующ(?:ей|ая|ую)\\s+недел[еюя]", "week", 1],
    ["(?:в\\s+)?прошл(?:ом|ый)\\s+месяц[е]?", "month", -1],
    ["(?:в\\s+)?этом?т?\\s+месяц[е]?", "month", 0],
    ["(?:в\\s+)?следующ(?:ем|ий)\\s+месяц[е]?", "month", 1],
    ["(?:в\\s+)?прошл(?:ом|ый)\\s+квартал[е]?", "quarter", -1],
    ["(?:в\\s+)?прошл(?:ом|ый)\\s+год[у]?", "year", -1],
    ["(?:в\\s+)?этом\\s+году", "year", 0],
    ["(?:в\\s+)?следующ(?:ем|ий)\\s+год[у]?", "year", 1],
    ["(?:(?:в|на)\\s+)?прошлы[ех]\\s+выходны[ех]", "weekend", -1],
    ["(?:(?:в|на)\\s+)?эти[х]?\\s+выходны[ех]", "weekend", 0],
  ],
  lastWeekday: "(?:во?\\s+)?прошл(?:ый|ую|ое)\\s+#",
  nextWeekday: "(?:во?\\s+)?следующ(?:ий|ую|ее)\\s+#",
  seasons: ["весн(?:ой|а|у|ы)", "лето(?:м)?", "осен(?:ью|ь)", "зим(?:ой|а|у|ы)"],
  lastNamed: "прошл(?:ой|ым|ый|ая|ое|ую)\\s+#",
  christmas: "рождеств[оа]",
};

export const EUROPEAN_WORDS: Readonly<Record<"es" | "it" | "fr" | "de" | "ru", TimeWords>> = {
  es: SPANISH,
  it: ITALIAN,
  fr: FRENCH,
  de: GERMAN,
  ru: RUSSIAN,
};
