// This run held against an earlier one: how each metric moved, and which questions got better or worse.

import type { EvalReport, SettingReport } from "./report.js";

export interface Comparison {
  readonly settings: readonly {
    readonly name: string;
    /** The setting of the earlier run that it is held against: the one of that name, else its only one; null where there is none. */
    readonly against: string | null;
    /** Now less before. */
    readonly metrics: Readonly<Record<string, number>>;
    readonly better: readonly Moved[];
    readonly worse: readonly Moved[];
    /** Questions that only one of the runs asked. */
    readonly unmatched: number;
  }[];
}

interface Moved {
  readonly query: string;
  readonly before: number;
  readonly now: number;
}

/** Questions are known by their words, since lines may have moved. */
export function compared(earlier: EvalReport, report: EvalReport): Comparison {
  return {
    settings: report.settings.map((now) => {
      const before =
        earlier.settings.find(({ name }) => name === now.name) ?? (earlier.settings.length === 1 ? earlier.settings[0] : undefined);
      if (before === undefined) return { name: now.name, against: null, metrics: {}, better: [], worse: [], unmatched: 0 };
      const { moved, unmatched } = movedOf(before, now);
      return {
        name: now.name,
        against: before.name,
        metrics: Object.fromEntries(
          Object.entries(now.metrics).flatMap(([metric, value]) =>
            before.metrics[metric] === undefined ? [] : [[metric, value - before.metrics[metric]]],
          ),
        ),
        better: moved.filter((each) => each.now > each.before),
        worse: moved.filter((each) => each.now < each.before),
        unmatched,
      };
    }),
  };
}

function movedOf(before: SettingReport, now: SettingReport): { readonly moved: readonly Moved[]; readonly unmatched: number } {
  const old = new Map(before.cases.map(({ query, frac10 }) => [query, frac10]));
  const asked = new Set(now.cases.map(({ query }) => query));
  const moved = now.cases.flatMap(({ query, frac10 }) => {
    const was = old.get(query);
    return was === undefined ? [] : [{ query, before: was, now: frac10 }];
  });
  const gone = before.cases.filter(({ query }) => !asked.has(query)).length;
  return { moved, unmatched: now.cases.length - moved.length + gone };
}
