// hindsight audit …: who did what to a bank, and when.

import type { Command } from "commander";
import { type Api, bankPath } from "../api.js";
import { OFFSET, type Paging } from "../option-values.js";
import { facts, type Output, table, when } from "../output.js";
import { query } from "../query.js";

interface Summary {
  readonly id: string;
  readonly action: string;
  readonly transport: string;
  readonly started_at: string | null;
  readonly duration_ms: number | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

interface Entry extends Summary {
  readonly request: Readonly<Record<string, unknown>> | null;
  readonly response: Readonly<Record<string, unknown>> | null;
}

interface ListOptions extends Paging {
  readonly action?: string;
  readonly transport?: string;
  readonly since?: string;
  readonly before?: string;
}

interface Stats {
  readonly trunc: string;
  readonly buckets: readonly { readonly time: string; readonly actions: Readonly<Record<string, number>>; readonly total: number }[];
}

export function audit(program: Command, connect: () => Api, print: () => Output): void {
  const group = program.command("audit").description("who did what to a bank, and when");

  group
    .command("list <bank>")
    .description("calls, newest first; a bank keeps them with audit_log_enabled=true")
    .option("-a, --action <action>", "of this action alone, as retain or delete_document")
    .option("-t, --transport <transport>", "http, mcp or system")
    .option("--since <time>", "from here on, ISO 8601")
    .option("--before <time>", "before this, ISO 8601")
    .option("-l, --limit <n>", "how many (up to 500)", "50")
    .option(...OFFSET)
    .action(async (bank: string, { action, transport, since, before, limit, offset }: ListOptions) => {
      const asked = query({ action, transport, start_date: since, end_date: before, limit, offset });
      const reply = await connect().get<{ items: readonly Summary[]; total: number }>(bankPath(bank, `/audit-logs${asked}`));
      print().show(reply, ({ items, total }) =>
        items.length === 0
          ? `No calls. "hindsight bank set-config ${bank} audit_log_enabled=true" has the bank keep them.`
          : `${table(["entry", "when", "action", "outcome", "over", "by"], items.map(row))}\n${items.length} of ${total}`,
      );
    });

  group
    .command("get <bank> <entry>")
    .description("one call, with the ids and counts of its request and its reply")
    .action(async (bank: string, id: string) => {
      const reply = await connect().get<Entry>(bankPath(bank, `/audit-logs/${encodeURIComponent(id)}`));
      print().show(reply, (entry) =>
        facts([
          ["entry", entry.id],
          ["action", entry.action],
          ["over", entry.transport],
          ["when", when(entry.started_at)],
          ["took", entry.duration_ms === null ? null : `${entry.duration_ms} ms`],
          ...Object.entries(entry.metadata),
          ["request", entry.request],
          ["reply", entry.response],
        ]),
      );
    });

  group
    .command("stats <bank>")
    .description("calls over time")
    .option("-a, --action <action>", "of this action alone")
    .option("--period <period>", "1d (by hour), 7d or 30d (by day)", "7d")
    .action(async (bank: string, { action, period }: { action?: string; period: string }) => {
      const reply = await connect().get<Stats>(bankPath(bank, `/audit-logs/stats${query({ action, period })}`));
      print().show(reply, ({ buckets, trunc }) => {
        const filled = buckets.filter(({ total }) => total > 0);
        return filled.length === 0
          ? "No calls in this time."
          : table(
              [trunc, "calls", "of these"],
              filled.map(({ time, total, actions }) => [when(time), String(total), shares(actions)]),
            );
      });
    });
}

function row({ id, started_at, action, transport, metadata }: Summary): readonly string[] {
  const { caller, failed } = metadata;
  return [id, when(started_at), action, typeof failed === "string" ? failed : "done", transport, typeof caller === "string" ? caller : "–"];
}

function shares(actions: Readonly<Record<string, number>>): string {
  return Object.entries(actions)
    .sort(([, a], [, b]) => b - a)
    .map(([action, calls]) => `${action} ${calls}`)
    .join(", ");
}
