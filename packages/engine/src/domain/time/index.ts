// time: what dates people name, in questions and in statements, and how near they lie.
// In: text and the moment it counts from, always passed; there is no clock here and no zone of the process.
// Out: moments, spans of whole days (or hours) in the speaker's zone, and closeness; null where no time is named. Nothing here throws.
//
// The rules lie by language: `numeric-dates`, `english-*`, `chinese-*`, and `european` over a table of words for each of es, it, fr, de, ru.
// They find atoms; `compose` joins them; `choose` takes the best. What they agree on:
// - Weeks run from Monday to Sunday. Seasons are the northern meteorological ones; a winter begins in the December of its year.
// - An open date ("in August", "on Friday", "Christmas") is the latest that has begun; where the words around it are in the present or future
//   tense ("what is on Friday?", "moved to Friday") the next one (`lean.ts`). A bare weekday never means today; weekdays in the plural and
//   with parts of days in the plural come back and name none. "Last Friday" is the latest Friday before today, "next Friday" the one in next week.
// - "Three days ago" is that day; larger units are as wide as they are loose (`offset.ts`). Open counts follow reference §3.6.
// - "5/7/2023" is 7 May in English and 5 July in a text with only another language's words; "07.05.2023" is always 7 May.
// - A bare number is never a year: it needs an introducing word, lies within 120 years back and 20 ahead, and counts nothing.
// Not understood: recurring times and durations (on purpose), "recently", "the next day" of a story, times of day without a day, lunar months
// and reign years, dates in languages without rules.

export type { NamedMonth } from "./named-months.js";
export { namedMonths } from "./named-months.js";
export type { MemoryDates } from "./proximity.js";
export { closeness, dateTerms, humanDate, memoryCloseness, overlap } from "./proximity.js";
export type { QueryTime } from "./query-window.js";
export { queryWindow } from "./query-window.js";
export { resolveEvent } from "./resolve-event.js";
export { parseTimestamp } from "./timestamp.js";
