// Windows of time in which spend is counted: the hour and the day, both in UTC.

export type Window = "hour" | "day";
export const WINDOWS: readonly Window[] = ["hour", "day"];

const LENGTH_MS: Readonly<Record<Window, number>> = { hour: 3_600_000, day: 86_400_000 };

/** When the window that holds `at` began. */
export function startOf(window: Window, at: Date): Date {
  return new Date(Math.floor(at.getTime() / LENGTH_MS[window]) * LENGTH_MS[window]);
}

/** When the next one begins, with nothing spent in it. */
export function endOf(window: Window, at: Date): Date {
  return new Date(startOf(window, at).getTime() + LENGTH_MS[window]);
}
