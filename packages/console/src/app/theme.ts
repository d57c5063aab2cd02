// Light or dark, as the system has it until a person chooses.
// In: a choice. Out: the attribute that styles.css reads, and the choice remembered.

import { useSyncExternalStore } from "react";

export type Theme = "light" | "dark" | "system";
const STORED = "hindsight.theme";
const dark = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

const chosen = (): Theme => {
  const stored = localStorage.getItem(STORED);
  return stored === "light" || stored === "dark" ? stored : "system";
};

const shown = (): "light" | "dark" => {
  const theme = chosen();
  if (theme !== "system") return theme;
  return dark.matches ? "dark" : "light";
};

export function applyTheme(): void {
  document.documentElement.dataset.theme = shown();
  for (const listener of listeners) listener();
}

dark.addEventListener("change", applyTheme);

export function chooseTheme(theme: Theme): void {
  if (theme === "system") localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, theme);
  applyTheme();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTheme = (): Theme => useSyncExternalStore(subscribe, chosen);
/** What is on the screen, for charts and graphs that paint by themselves. */
export const useShownTheme = (): "light" | "dark" => useSyncExternalStore(subscribe, shown);
