// Languages that the n-grams of `eld` do not know, told by words that they write in nearly every sentence.
// In: the words of a text, lower case. Out: the language (ISO 639-1), or null.

/** In Latin script: words that hardly any other language has, and words that count once one of those is there. */
const LATIN: readonly (readonly [string, ReadonlySet<string>, ReadonlySet<string>])[] = [
  [
    "ga",
    setOf(
      "agus tá bhí níl raibh atá bhfuil gach nach leis chun aige aici againn agam dóibh duine daoine amárach inniu nó bheith ón dá chuig haon",
    ),
    setOf("an na a i is do go le de ar sé sí sa mar ní é féin sin seo eile"),
  ],
  [
    "eo",
    setOf(
      "kaj ĉiu ĉiuj ĉi ĝi ŝi ĉe estis estos kiu kiuj kiel tiu tiuj sian aŭ ankaŭ rajtas havas hodiaŭ morgaŭ hieraŭ rajto rajton ajn laŭ oni",
    ),
    setOf("la de en al ne estas por pri mi vi li ili mia via lia sia ni per kun se sen"),
  ],
  [
    "st",
    setOf("hore hape mme kapa empa motho batho bohle tsohle haholo kajeno hosane rona tse tsa"),
    setOf("ya wa ba ka ke ho le lona bona a e ha o se"),
  ],
];
/** In Devanagari, against Hindi. */
const NEPALI = setOf("छ छन् छु हो र पनि गर्न गर्ने गर्दछ हुने हुनेछ छैन भएको तथा वा यो मेरो हाम्रो थियो गरेको प्रत्येक");
const HINDI = setOf("है हैं में के की का को से और था थी थे नहीं यह मेरा हमारा");
/** In Hebrew letters, against Hebrew. */
const YIDDISH = setOf("און איז די דער דאס דאָס פון פֿון מיט האט האָט נישט ניט איך ער זי מיר זיי אויף צו אַז אַ אויך זײַן");

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

/** A Latin text is in such a language when two different words say so, one of which no other has, and every fourth word does. */
export function toldByWords(words: readonly string[]): string | null {
  for (const [language, own, common] of LATIN) {
    const found = words.filter((word) => own.has(word) || common.has(word));
    if (new Set(found).size >= 2 && found.length * 4 >= words.length && found.some((word) => own.has(word))) return language;
  }
  return null;
}

/** Nepali or Hindi; Hindi where nothing tells. */
export function devanagariLanguage(words: readonly string[]): string {
  return countIn(words, NEPALI) > countIn(words, HINDI) ? "ne" : "hi";
}

/** Yiddish or Hebrew; Yiddish when it has one of its function words, none of which Hebrew has. */
export function hebrewLanguage(words: readonly string[]): string {
  return countIn(words, YIDDISH) > 0 ? "yi" : "he";
}

function countIn(words: readonly string[], list: ReadonlySet<string>): number {
  return words.reduce((sum, word) => sum + (list.has(word) ? 1 : 0), 0);
}
