// hindsight operation …: what the server works on in the background.

import type { Command } from "commander";
import { type Api, bankPath, CliError } from "../api.js";
import { finished, type Operation } from "../operation.js";
import { facts, type Output, progress, table, when } from "../output.js";

export function operation(program: Command, connect: () => Api, print: () => Output): void {
  const group = program.command("operation").description("look at, wait for, retry and cancel background work");

  group
    .command("list <bank>")
    .description("operations, newest first")
    .option("-s, --status <status>", "pending, processing, completed, failed or cancelled")
    .option("-l, --limit <n>", "how many (up to 100)", "20")
    .action(async (bank: string, options: { status?: string; limit: string }) => {
      const search = new URLSearchParams({ limit: options.limit, ...(options.status === undefined ? {} : { status: options.status }) });
      const reply = await connect().get<{ operations: readonly (Operation & { id: string; task_type: string })[]; total: number }>(
        bankPath(bank, `/operations?${search}`),
      );
      print().show(reply, ({ operations, total }) =>
        operations.length === 0
          ? "No operations."
          : `${table(
              ["operation", "type", "status", "begun", "error"],
              operations.map((o) => [o.id, o.task_type, o.status, when(o.created_at), o.error_message ?? "–"]),
            )}\n${operations.length} of ${total}`,
      );
    });

  group
    .command("get <bank> <operation>")
    .description("one operation")
    .option("--wait", "until it has ended")
    .action(async (bank: string, id: string, options: { wait?: boolean }) => {
      const api = connect();
      const bar = progress(`Operation ${id}`);
      if (options.wait === true)
        await finished(api, bank, id, ({ processed, total, stage }) => bar.update(processed ?? 0, total ?? 0, stage));
      bar.end();
      const reply = await api.get<Operation>(bankPath(bank, `/operations/${encodeURIComponent(id)}`));
      if (reply.status === "not_found") throw new CliError(`There is no operation ${id} in bank ${bank}.`);
      print().show(reply, (o) =>
        facts([
          ["operation", o.operation_id],
          ["type", o.operation_type],
          ["status", o.status],
          ["begun", when(o.created_at)],
          ["ended", when(o.completed_at)],
          ["error", o.error_message],
          ["tries", (o.retry_count ?? 0) + 1],
          ["next try", when(o.next_retry_at)],
        ]),
      );
    });

  for (const [name, method, rest, meaning] of [
    ["retry", "POST", "/retry", "queue a failed or cancelled operation again"],
    ["cancel", "DELETE", "", "cancel a pending operation"],
  ] as const) {
    group
      .command(`${name} <bank> <operation>`)
      .description(meaning)
      .action(async (bank: string, id: string) => {
        const reply = await connect().send<{ message: string }>(method, bankPath(bank, `/operations/${encodeURIComponent(id)}${rest}`));
        print().show(reply, (r) => r.message);
      });
  }
}
