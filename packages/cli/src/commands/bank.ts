// hindsight bank …: list, create, look at, configure and delete banks.

import type { Command } from "commander";
import { type Api, bankPath } from "../api.js";
import { confirm } from "../confirm.js";
import { deletionText, REPORT, type Reported, type ReportOptions } from "../deletion-report.js";
import { LIMIT } from "../option-values.js";
import { facts, many, type Output, shown, table, when } from "../output.js";
import { query } from "../query.js";
import { bankConfig } from "./bank-config.js";
import { bankGraph } from "./bank-graph.js";
import { bankProfile } from "./bank-profile.js";
import { bankTemplate } from "./bank-template.js";
import { clearObservations } from "./clear-observations.js";
import { consolidate, recover } from "./consolidation.js";
import { bankTransfer } from "./transfer.js";

interface BankRow {
  readonly bank_id: string;
  readonly name: string | null;
  readonly fact_count: number;
  readonly last_write_at: string | null;
  readonly mission: string | null;
}

export function bank(program: Command, connect: () => Api, print: () => Output): void {
  const group = program.command("bank").description("list, create, configure and delete banks");

  group
    .command("list")
    .description("every bank, most recently written first")
    .option("-q, --query <text>", "part of an id, a name or an alias")
    .option(...LIMIT)
    .action(async (options: { query?: string; limit: string }) => {
      const search = new URLSearchParams({ limit: options.limit, ...(options.query === undefined ? {} : { q: options.query }) });
      const reply = await connect().get<{ banks: readonly BankRow[]; total: number }>(`/v1/default/banks?${search}`);
      print().show(reply, ({ banks, total }) =>
        banks.length === 0
          ? 'There are no banks yet. "hindsight retain BANK TEXT" makes one.'
          : `${table(
              ["bank", "memories", "last write", "name"],
              banks.map((b) => [b.bank_id, String(b.fact_count), when(b.last_write_at), b.name ?? "–"]),
            )}\n${banks.length} of ${total}`,
      );
    });

  bankProfile(group, connect, print);

  group
    .command("stats <bank>")
    .description("how much a bank holds, and what is under way")
    .action(async (id: string) => {
      print().show(await connect().get<Record<string, unknown>>(bankPath(id, "/stats")), (s) =>
        facts(Object.entries(s).map(([name, value]) => [name.replaceAll("_", " "), statistic(name, value)])),
      );
    });

  bankConfig(group, connect, print);

  group
    .command("delete <bank>")
    .description("delete a bank and everything in it")
    .option("-y, --yes", "do not ask")
    .option(...REPORT)
    .action(async (id: string, options: ReportOptions & { yes?: boolean }) => {
      if (options.yes !== true) await confirm(`Delete bank "${id}" and everything in it?`);
      const path = bankPath(id, query({ report: options.report }));
      const reply = await connect().send<Reported & { deleted_count: number | null }>("DELETE", path);
      print().show(reply, (r) => deletionText(`Deleted ${id}: ${many(r.deleted_count ?? 0, "memory")}.`, r));
    });

  bankTemplate(group, connect, print);
  bankTransfer(group, connect, print);
  bankGraph(group, connect, print);
  // By the names that the published command line has for them as well.
  consolidate(group, connect, print);
  recover("consolidation-recover")(group, connect, print);
  clearObservations("clear-observations")(group, connect, print);
}

/** Counts by name as lines, dates as people read them. */
function statistic(name: string, value: unknown): unknown {
  if (typeof value === "string" && name.endsWith("_at")) return when(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const lines = Object.entries(value as Readonly<Record<string, unknown>>).map(([key, count]) =>
    typeof count === "object" && count !== null ? `${key}: ${statistic(key, count)}`.replaceAll("\n", ", ") : `${key} ${shown(count)}`,
  );
  return lines.join("\n");
}
