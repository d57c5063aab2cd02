// time: what dates people name, in queries and in statements, and how near they lie.
// In: text and the moment it counts from, always passed; there is no clock here and no zone of the process.
// Out: moments, spans of whole days (or hours) in the speaker's zone, and closeness; null where no time is named. Nothing here throws.

export type { NamedMonth } from "./named-months.js";
export { namedMonths } from "./named-months.js";
export type { MemoryDates } from "./proximity.js";
export { closeness, dateTerms, humanDate, memoryCloseness, overlap } from "./proximity.js";
export type { QueryTime } from "./query-window.js";
export { queryWindow } from "./query-window.js";
export { resolveEvent } from "./resolve-event.js";
export { parseTimestamp } from "./timestamp.js";
