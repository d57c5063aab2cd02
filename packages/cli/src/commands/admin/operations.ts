// hindsight admin operations …: what does not get on by itself, and what helps.

import type { ChangedOperation, Repair, RepairStep, StuckOperation } from "@hindsight-memory/engine";
import type { Command } from "commander";
import { CliError } from "../../api.js";
import { type Output, table, when } from "../../output.js";
import { schemaOption, withAdmin } from "./open.js";

const REASONS: Readonly<Record<StuckOperation["reason"], string>> = {
  no_worker: "no worker has it",
  long_due: "due, and nobody takes it",
  children_ended: "all its parts have ended",
  no_children: "its parts are gone",
  no_parent: "its parent is gone",
};

const STEPS: Readonly<Record<RepairStep, string>> = {
  requeue: "put back in line",
  finish: "end as its parts did",
  fail: "end as failed",
  adopt: "make it an operation of its own",
  start_worker: "nothing: start a worker",
};

export function operations(program: Command, print: () => Output): void {
  const due = ["--due-for <minutes>", "how long a pending operation must be due before it counts", "10"] as const;
  const group = program.command("operations").description("operations that do not get on by themselves: list, release, retry, cancel");

  group
    .command("list", { isDefault: true })
    .description("those that are stuck, and why")
    .option(...due)
    .addOption(schemaOption())
    .action(async ({ dueFor, schema }: { dueFor: string; schema?: string }) => {
      const stuck = await withAdmin((opened) => opened.stuck({ dueForMs: minutes(dueFor) }), schema, true);
      print().show(stuck, (rows) => (rows.length === 0 ? "Nothing is stuck." : stuckTable(rows)));
    });

  for (const [verb, meaning, done] of [
    ["release", "put one back in line whose worker is gone, or that waits for a later try", "is back in line"],
    ["retry", "put a failed or cancelled one back in line", "is back in line"],
    ["cancel", "cancel one that has not begun", "is cancelled"],
  ] as const) {
    group
      .command(`${verb} <operation>`)
      .description(meaning)
      .addOption(schemaOption())
      .action(async (id: string, { schema }: { schema?: string }) => {
        const changed = await withAdmin((opened) => opened[verb](id), schema);
        print().show(
          changed,
          ({ bankId, operationId, type }: ChangedOperation) => `Operation ${operationId} (${type}, bank ${bankId}) ${done}.`,
        );
      });
  }

  program
    .command("repair")
    .description("show what would help stuck operations; with --yes, do it")
    .option(...due)
    .option("-y, --yes", "act")
    .addOption(schemaOption())
    .addHelpText("after", "\nNothing that a living worker has in hand is touched. It can be run beside servers and workers on PostgreSQL.")
    .action(async ({ dueFor, yes = false, schema }: { dueFor: string; yes?: boolean; schema?: string }) => {
      await withAdmin(
        async (opened) => {
          const plan = opened.plan(await opened.stuck({ dueForMs: minutes(dueFor) }));
          if (!yes) {
            print().show(plan, (rows) =>
              rows.length === 0 ? "Nothing is stuck." : `${planTable(rows)}\nNothing was changed. --yes does it.`,
            );
            return;
          }
          print().show(await opened.repair(plan), (rows) => (rows.length === 0 ? "Nothing is stuck." : planTable(rows)));
        },
        schema,
        !yes,
      );
    });
}

function minutes(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || value < 0) throw new CliError(`--due-for is "${text}"; it takes minutes.`);
  return value * 60_000;
}

function stuckTable(rows: readonly StuckOperation[]): string {
  return table(
    ["bank", "operation", "type", "status", "tries", "since", "what is wrong"],
    rows.map((o) => [
      o.bankId,
      o.operationId,
      o.type,
      o.status,
      String(o.attempts),
      when((o.since ?? o.updatedAt).toISOString()),
      REASONS[o.reason],
    ]),
  );
}

function planTable(rows: readonly (Repair & { readonly done?: boolean })[]): string {
  return table(
    ["bank", "operation", "type", "step", "why", ...(rows.some((row) => row.done !== undefined) ? ["done"] : [])],
    rows.map(({ operation, step, why, done }) => [
      operation.bankId,
      operation.operationId,
      operation.type,
      STEPS[step],
      why,
      ...(done === undefined ? [] : [done ? "yes" : "no"]),
    ]),
    4,
  );
}
