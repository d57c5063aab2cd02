// The language a person chose, or that of the browser.
// In: a choice. Out: it, remembered in this browser.

import { fitting, isLanguage, type Language } from "./languages";

const STORED = "hindsight.language";

export function chosenLanguage(): Language {
  const stored = localStorage.getItem(STORED);
  return stored !== null && isLanguage(stored) ? stored : fitting(navigator.languages);
}

export const rememberLanguage = (language: Language): void => localStorage.setItem(STORED, language);
