// Prepared statements of the embedded backend: a text that comes again is parsed once.

import type { Column } from "./wire.js";

/** How to send a text now. */
export interface Plan {
  readonly name: string;
  readonly needsParse: boolean;
  readonly columns: readonly Column[] | null;
  /** A statement to drop, to make room. */
  readonly drop: string | null;
}

export interface PreparedStatements {
  plan(text: string): Plan;
  /** Notes what an answer told: whether the text of `name` was parsed, and its columns. */
  settle(text: string, plan: Plan, parsed: boolean, columns: readonly Column[] | null): void;
}

interface Entry {
  readonly name: string;
  columns: readonly Column[] | null;
}

const UNNAMED: Plan = { name: "", needsParse: true, columns: null, drop: null };

/** At most `limit` statements live at once; the one longest unused goes first. Each takes some 20–100 KB of WASM memory. */
export function preparedStatements(limit = 150): PreparedStatements {
  const entries = new Map<string, Entry>();
  let count = 0;
  return {
    plan(text) {
      const known = entries.get(text);
      if (known !== undefined) {
        // Sent but not answered yet: whether it parses is not known, so this one goes its own way.
        if (known.columns === null) return UNNAMED;
        entries.delete(text);
        entries.set(text, known); // now the youngest
        return { name: known.name, needsParse: false, columns: known.columns, drop: null };
      }
      let drop: string | null = null;
      if (entries.size >= limit) {
        const oldest = entries.entries().next().value;
        if (oldest !== undefined && oldest[1].columns !== null) {
          entries.delete(oldest[0]);
          drop = oldest[1].name;
        }
      }
      const name = `s${++count}`;
      entries.set(text, { name, columns: null });
      return { name, needsParse: true, columns: null, drop };
    },
    settle(text, plan, parsed, columns) {
      if (!plan.needsParse || plan.name === "") return;
      const entry = entries.get(text);
      if (entry?.name !== plan.name) return;
      if (parsed && columns !== null) entry.columns = columns;
      else entries.delete(text);
    },
  };
}
