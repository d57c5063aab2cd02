// Whether the window is wide enough for all columns beside each other.
// In: the window. Out: true or false, as it changes.

import { useSyncExternalStore } from "react";

const query = window.matchMedia("(min-width: 72rem)");

const subscribe = (onChange: () => void): (() => void) => {
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
};

export const useWide = (): boolean => useSyncExternalStore(subscribe, () => query.matches);
