// Why a file is not read, in words that say what to do about it.

import { HindsightError } from "../../errors.js";

/** Longest part of a library's own message that is passed on. */
const MAX_REASON = 200;

export function unreadable(name: string, problem: string, cause?: unknown): HindsightError {
  return new HindsightError("file_unreadable", `${shown(name)} ${problem}`, cause === undefined ? {} : { cause });
}

export function overLimit(name: string, problem: string): HindsightError {
  return new HindsightError("file_over_limit", `${shown(name)} ${problem}`);
}

/** Anything that a reader threw: a refusal of ours as it is, else the library's reason in a refusal. */
export function asRefusal(name: string, format: string, error: unknown): HindsightError {
  if (error instanceof HindsightError) return error;
  if (error instanceof RangeError && /stack/i.test(error.message)) {
    return overLimit(name, `is nested too deeply to be read as ${format}. Save it in a simpler form.`);
  }
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ").slice(0, MAX_REASON);
  return unreadable(
    name,
    `could not be read as ${format} (${reason}). It may be damaged or incomplete: open it, save it anew and upload that.`,
    error,
  );
}

export function shown(name: string): string {
  return `"${name.length > 120 ? `${name.slice(0, 119)}…` : name}"`;
}

export function protectedByPassword(name: string): HindsightError {
  return unreadable(name, "is protected by a password. Save it without one and upload that.");
}

export function tooManyPages(name: string, count: number, limit: number, what: string): HindsightError {
  return overLimit(name, `has ${count} ${what}; the limit is ${limit}. Split it, or raise HINDSIGHT_API_FILE_MAX_PAGES.`);
}
