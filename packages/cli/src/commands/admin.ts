// hindsight admin …: looks into the database itself, and mends it. It asks no server; the embedded database must not be in use.

import type { Admin, Repair, RepairStep, StuckOperation } from "@hindsight-memory/engine";
import type { Command } from "commander";
import { CliError } from "../api.js";
import { type Output, table, when } from "../output.js";

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

export function admin(program: Command, print: () => Output): void {
  const group = program.command("admin").description("look into the database itself, and mend it (no server is asked)");

  const due = ["--due-for <minutes>", "how long a pending operation must be due before it counts", "10"] as const;

  group
    .command("operations")
    .description("operations that do not get on by themselves")
    .option(...due)
    .action(async ({ dueFor }: { dueFor: string }) => {
      const stuck = await withAdmin((opened) => opened.stuck({ dueForMs: minutes(dueFor) }));
      print().show(stuck, (rows) => (rows.length === 0 ? "Nothing is stuck." : stuckTable(rows)));
    });

  group
    .command("repair")
    .description("show what would help stuck operations; with --yes, do it")
    .option(...due)
    .option("--yes", "act")
    .addHelpText("after", "\nNothing that a living worker has in hand is touched. It can be run beside servers and workers on PostgreSQL.")
    .action(async ({ dueFor, yes = false }: { dueFor: string; yes?: boolean }) => {
      await withAdmin(async (opened) => {
        const plan = opened.plan(await opened.stuck({ dueForMs: minutes(dueFor) }));
        if (!yes) {
          print().show(plan, (rows) =>
            rows.length === 0 ? "Nothing is stuck." : `${planTable(rows)}\nNothing was changed. --yes does it.`,
          );
          return;
        }
        print().show(await opened.repair(plan), (rows) => (rows.length === 0 ? "Nothing is stuck." : planTable(rows)));
      });
    });

  group
    .command("migrate")
    .description("show what this version would change in the schema; with --yes, do it")
    .option("--yes", "act")
    .action(async ({ yes = false }: { yes?: boolean }) => {
      await withAdmin(async (opened) => {
        const pending = await opened.migrations();
        if (!yes || pending.length === 0) {
          print().show(pending, (rows) =>
            rows.length === 0
              ? "The schema is that of this version."
              : `${rows.map(migrationText).join("\n\n")}\n\nNothing was changed. --yes does it.`,
          );
          return;
        }
        print().show(await opened.migrate(), (names) => `Applied: ${names.join(", ") || "nothing; another process was faster"}`);
      });
    });
}

async function withAdmin<T>(work: (opened: Admin) => Promise<T>): Promise<T> {
  const { loadSettings, openAdmin } = await import("@hindsight-memory/engine");
  const opened = await openAdmin(loadSettings(process.env));
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
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

function migrationText({ name, text }: { readonly name: string; readonly text: string }): string {
  return `== ${name}\n${text.trim()}`;
}
