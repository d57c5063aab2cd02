// The languages of the console, by their own names.
// In: nothing. Out: the list, and the one that fits the browser.

export const LANGUAGES = {
  en: "English",
  es: "Español",
  fr: "Français",
  de: "Deutsch",
  pt: "Português",
  ja: "日本語",
  ko: "한국어",
  "zh-CN": "简体中文",
  "zh-TW": "繁體中文",
  "yue-Hant": "粵語（繁體）",
} as const;

export type Language = keyof typeof LANGUAGES;

export const isLanguage = (code: string): code is Language => code in LANGUAGES;

/** The first of the browser's languages that there is; Cantonese and traditional script before plain Chinese. */
export function fitting(wanted: readonly string[]): Language {
  for (const code of wanted) {
    if (isLanguage(code)) return code;
    if (/^(yue|zh-(Hant-)?(HK|MO))/i.test(code)) return "yue-Hant";
    if (/^zh-(Hant|TW)/i.test(code)) return "zh-TW";
    if (/^zh/i.test(code)) return "zh-CN";
    const base = code.split("-")[0] ?? "";
    if (isLanguage(base)) return base;
  }
  return "en";
}
