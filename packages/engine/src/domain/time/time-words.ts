/** What a language has to say about time for `european.ts` to make rules of it: pieces of regular expressions. */

export interface TimeWords {
  /** Words of the periods below that are no unit: whoever looks for a time at all looks for them too. */
  readonly periodWords: string;
  /** Words for a day, with their distance from today. Longer ones first. */
  readonly days: readonly (readonly [words: string, shift: number])[];
  readonly months: readonly string[];
  /** From Monday on. */
  readonly weekdays: readonly string[];
  /** Words that make a lone month or weekday a date. */
  readonly monthIntro: string;
  readonly weekdayIntro: string;
  readonly yearIntro: string;
  /** Before a unit that comes back: every. */
  readonly every: string;
  /** Between day, month and year. */
  readonly of: string;
  readonly numbers: readonly (readonly [words: string, value: number])[];
  readonly couple: string;
  readonly few: string;
  readonly units: Readonly<Record<"minute" | "hour" | "day" | "week" | "month" | "year", string>>;
  /** `#` stands for count and unit. */
  readonly ago: string;
  readonly ahead: string;
  /** `#` stands for the count, `~` for the unit. */
  readonly pastSpan: string;
  readonly periods: readonly (readonly [words: string, unit: "week" | "month" | "quarter" | "year" | "weekend", shift: number])[];
  /** `#` stands for a weekday; last, then next. */
  readonly lastWeekday: string;
  readonly nextWeekday: string;
  /** Spring, summer, autumn, winter. */
  readonly seasons: readonly string[];
  /** `#` stands for a season or month. */
  readonly lastNamed: string;
  readonly christmas: string;
}
