// Every row of every table, asked at three moments of the same day in three zones, as text.

import type { Moment, TimeSpan } from "../../../../src/domain/memory.js";
import { dateTerms, parseTimestamp, queryWindow, resolveEvent } from "../../../../src/domain/time/index.js";
import { CHINESE } from "./chinese.js";
import { ENGLISH, ENGLISH_ELSEWHERE } from "./english.js";
import { EUROPEAN } from "./european.js";
import { EVENTS } from "./events.js";

const MOMENTS = ["2024-05-15T00:05:00Z", "2024-05-15T10:00:00+02:00", "2024-05-15T23:55:00-07:00", "2024-03-10T02:30:00-08:00"];

const written = (span: TimeSpan | undefined | null): string =>
  span ? `${span.start.toISOString()}..${span.end.toISOString()} ${span.precision}` : "none";

/** What each row answers at each moment. */
export function answers(): string[] {
  const moments = MOMENTS.map((text) => parseTimestamp(text)).filter((moment): moment is Moment => moment !== null);
  const questions = [...ENGLISH, ...CHINESE, ...EUROPEAN].map((row) => row[0]);
  return moments.flatMap((moment) => [
    dateTerms(moment),
    ...questions.map((text) => `${text}: ${written(queryWindow(text, moment)?.span)}`),
    ...ENGLISH_ELSEWHERE.map(([, text]) => `${text}: ${written(queryWindow(text, moment)?.span)}`),
    ...EVENTS.map(([language, text]) => `${text}: ${written(resolveEvent(text, moment, language))}`),
  ]);
}
