// hindsight admin workers …: who has operations in hand, and taking them away before a scale-down.

import type { BusyWorker } from "@hindsight-memory/engine";
import type { Command } from "commander";
import { confirm } from "../../confirm.js";
import { many, type Output, table, when } from "../../output.js";
import { schemaOption, withAdmin } from "./open.js";

interface Options {
  readonly schema?: string;
  readonly yes?: boolean;
}

export function workers(group: Command, print: () => Output): void {
  group
    .command("workers")
    .alias("worker-status")
    .description("workers that have operations in hand")
    .addOption(schemaOption())
    .action(async ({ schema }: Options) => {
      const busy = await withAdmin((opened) => opened.workers(), schema, true);
      print().show(busy, (rows) => (rows.length === 0 ? "No worker has anything in hand." : workerTable(rows)));
    });

  const release = async (name: string | null, { schema, yes = false }: Options): Promise<void> => {
    const whose = name === null ? "of all workers" : `of worker ${name}`;
    if (!yes) await confirm(`Put the operations ${whose} back in line? What they have begun is begun anew.`, "Nothing was changed.");
    const released = await withAdmin((opened) => opened.decommission(name), schema);
    print().show({ worker: name, released }, () => `${many(released, "operation")} ${whose} put back in line.`);
  };
  const relieve = (command: Command): Command => command.option("-y, --yes", "do not ask").addOption(schemaOption());
  relieve(
    group.command("decommission-worker <name>").description("put what a worker has in hand back in line: it is gone, or is to go"),
  ).action((name: string, options: Options) => release(name, options));
  relieve(group.command("decommission-workers").description("the same for all workers")).action((options: Options) =>
    release(null, options),
  );
}

function workerTable(rows: readonly BusyWorker[]): string {
  return table(
    ["worker", "operations", "oldest since (UTC)", "state"],
    rows.map(({ name, operations, oldest, aliveUntil, isAlive }) => [
      name,
      String(operations),
      when(oldest.toISOString()),
      isAlive ? "alive" : `silent; its lease ended ${when(aliveUntil?.toISOString())}`,
    ]),
  );
}
