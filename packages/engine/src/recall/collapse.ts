/** Shows a statement once: later restatements of what stands above are left out. */

import type { Ranked } from "./candidate.js";
import { formOf, statementOf } from "./reading.js";
import { type Statement, saysTheSame } from "./restatement.js";

/** Restatements in other words are looked for among so many first results; a list of hundreds is not compared pair by pair. */
const LOOK_AT = 60;

export interface Collapsed {
  readonly shown: readonly Ranked[];
  /** What was left out, with the id of what stands for it. */
  readonly restated: readonly { readonly entry: Ranked; readonly by: string }[];
}

/** Turns of a dialogue are left out only when they are word for word the same: "Yes, I did." said twice may be two answers. */
export function collapse(ranked: readonly Ranked[]): Collapsed {
  const shown: Ranked[] = [];
  const restated: { entry: Ranked; by: string }[] = [];
  const byForm = new Map<string, string>();
  const compared: { readonly entry: Ranked; readonly statement: Statement }[] = [];
  ranked.forEach((entry, index) => {
    const { row } = entry;
    const form = formOf(row);
    let by = byForm.get(form);
    const isCompared = index < LOOK_AT && row.runNo === null;
    const statement = isCompared ? statementOf(row) : null;
    if (by === undefined && statement !== null) {
      by = compared.find((above) => above.entry.row.kind === row.kind && saysTheSame(above.statement, statement))?.entry.row.id;
    }
    if (by !== undefined) {
      restated.push({ entry, by });
      return;
    }
    shown.push(entry);
    byForm.set(form, row.id);
    if (statement !== null) compared.push({ entry, statement });
  });
  return { shown, restated };
}
