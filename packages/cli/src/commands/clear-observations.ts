// hindsight observation clear: every observation of a bank goes; the facts stay. Also called `bank clear-observations`.

import { bankPath } from "../api.js";
import { confirm } from "../confirm.js";
import { deletionText, REPORT, type Reported, type ReportOptions } from "../deletion-report.js";
import { many } from "../output.js";
import { query } from "../query.js";
import type { Verb } from "../verb.js";

export const clearObservations =
  (name: string): Verb =>
  (group, connect, print) => {
    group
      .command(`${name} <bank>`)
      .description("delete all observations of a bank with their histories; the facts stay, and are consolidated again")
      .option("-y, --yes", "do not ask")
      .option(...REPORT)
      .action(async (bank: string, options: ReportOptions & { yes?: boolean }) => {
        if (options.yes !== true) await confirm(`Delete all observations of bank "${bank}"?`);
        const path = bankPath(bank, `/observations${query({ report: options.report })}`);
        const reply = await connect().send<Reported & { deleted_count: number | null }>("DELETE", path);
        print().show(reply, (r) => deletionText(`Deleted ${many(r.deleted_count ?? 0, "observation")} of ${bank}.`, r));
      });
  };
