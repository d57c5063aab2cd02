// The words of the console in ten languages: one file per language and area, loaded when it is first needed.
// In: locales/<language>/<area>.json. Out: i18next, ready for useTranslation("<area>").
// A test holds that every language has the same keys and placeholders.

import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { chosenLanguage } from "./chosen-language";

const FILES = import.meta.glob<Record<string, unknown>>("../locales/*/*.json", { import: "default" });

/** Sets the language of the page; resolves when the words of the shell are there. */
export async function startLanguage(): Promise<void> {
  i18next.on("languageChanged", (language) => {
    document.documentElement.lang = language;
  });
  await i18next
    .use({
      type: "backend" as const,
      init() {},
      read(language: string, area: string, done: (error: unknown, words: Record<string, unknown> | null) => void) {
        const load = FILES[`../locales/${language}/${area}.json`];
        if (load === undefined) done(null, {});
        else
          load().then(
            (words) => done(null, words),
            (cause: unknown) => done(cause, null),
          );
      },
    })
    .use(initReactI18next)
    .init({
      lng: chosenLanguage(),
      fallbackLng: "en",
      ns: ["shell"],
      defaultNS: "shell",
      interpolation: { escapeValue: false }, // React escapes
      returnNull: false,
    });
}
