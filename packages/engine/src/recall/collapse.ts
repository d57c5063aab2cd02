/** Shows a statement once: later restatements of what stands above are left out. */

import type { Ranked } from "./candidate.js";
import { readStatement, type Statement, saysTheSame } from "./restatement.js";

/** Restatements are looked for among so many results above; a list of hundreds is not compared pair by pair. */
const LOOK_BACK = 60;

export interface Collapsed {
  readonly shown: readonly Ranked[];
  /** What was left out, with the id of what stands for it. */
  readonly restated: readonly { readonly entry: Ranked; readonly by: string }[];
}

/** Turns of a dialogue are left out only when they are word for word the same: "Yes, I did." said twice may be two answers. */
export function collapse(ranked: readonly Ranked[]): Collapsed {
  const shown: Ranked[] = [];
  const restated: { entry: Ranked; by: string }[] = [];
  const statements: Statement[] = [];
  for (const entry of ranked) {
    const statement = readStatement(entry.row.text);
    const from = Math.max(0, shown.length - LOOK_BACK);
    const same = shown.findIndex((above, index) => index >= from && isSame(above, statements[index]!, entry, statement));
    if (same >= 0) {
      restated.push({ entry, by: shown[same]!.row.id });
    } else {
      shown.push(entry);
      statements.push(statement);
    }
  }
  return { shown, restated };
}

function isSame(above: Ranked, a: Statement, entry: Ranked, b: Statement): boolean {
  if (above.row.kind !== entry.row.kind) return false;
  const areTurns = above.row.runNo !== null || entry.row.runNo !== null;
  return areTurns ? a.form === b.form : saysTheSame(a, b);
}

/** With observations preferred, facts that stand behind one of the observations among the results are left out. */
export function preferObservations(ranked: readonly Ranked[], limit: number): readonly Ranked[] {
  const sources = new Set(ranked.slice(0, limit).flatMap(({ row }) => (row.kind === "observation" ? (row.sourceMemoryIds ?? []) : [])));
  return sources.size === 0 ? ranked : ranked.filter(({ row }) => row.kind === "observation" || !sources.has(row.id));
}
