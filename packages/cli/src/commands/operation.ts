// hindsight operation …: what the server works on in the background.

import { type Command, Option } from "commander";
import { type Api, bankPath, CliError } from "../api.js";
import { tellWaits } from "../awaited.js";
import { confirm } from "../confirm.js";
import { operationId } from "../find-id.js";
import { ended, type Operation } from "../operation.js";
import { operationFacts, operationRow } from "../operation-table.js";
import { type Output, progress, table } from "../output.js";

export function operation(program: Command, connect: () => Api, print: () => Output): void {
  const group = program.command("operation").description("look at, wait for, retry and cancel background work");

  group
    .command("list <bank>")
    .description("operations, newest first")
    .addOption(
      new Option("-s, --status <status>", "only of this state").choices(["pending", "processing", "completed", "failed", "cancelled"]),
    )
    .option("-l, --limit <n>", "how many (up to 100)", "20")
    .action(async (bank: string, options: { status?: string; limit: string }) => {
      const search = new URLSearchParams({ limit: options.limit, ...(options.status === undefined ? {} : { status: options.status }) });
      const reply = await connect().get<{ operations: readonly Operation[]; total: number }>(bankPath(bank, `/operations?${search}`));
      print().show(reply, ({ operations, total }) =>
        operations.length === 0
          ? options.status === undefined
            ? `No operations. "hindsight retain ${bank} TEXT --async" queues one.`
            : "No operations of this state."
          : `${table(
              ["operation", "status", "of what"],
              operations.map((each) => operationRow(each, new Date())),
            )}\n${operations.length} of ${total}`,
      );
    });

  group
    .command("get <bank> <operation>")
    .description("one operation, with its parts and what came of it")
    .option("--wait", "until it has ended")
    .action(async (bank: string, given: string, options: { wait?: boolean }) => {
      const api = connect();
      const id = await operationId(api, bank, given);
      const bar = progress(`Operation ${id}`);
      const say = tellWaits(`Operation ${id}`);
      const wait = () =>
        ended(api, bank, id, ({ processed, total, stage }, operation) => {
          bar.update(processed ?? 0, total ?? 0, stage);
          say(operation);
        });
      if (options.wait === true) await wait().finally(() => bar.end());
      // The payload names the documents; it goes when the operation is completed.
      const reply = await api.get<Operation>(bankPath(bank, `/operations/${encodeURIComponent(id)}?include_payload=true`));
      if (reply.status === "not_found") throw new CliError(`There is no operation ${id} in bank ${bank}.`);
      const { task_payload, ...shown } = reply;
      print().show(shown, () => operationFacts({ ...shown, task_payload }, new Date()));
    });

  for (const [name, method, rest, meaning] of [
    ["retry", "POST", "/retry", "queue a failed or cancelled operation again"],
    ["cancel", "DELETE", "", "cancel a pending operation"],
  ] as const) {
    group
      .command(`${name} <bank> <operation>`)
      .description(meaning)
      .action(async (bank: string, given: string) => {
        const api = connect();
        const id = await operationId(api, bank, given);
        const reply = await api.send<{ message: string }>(method, bankPath(bank, `/operations/${encodeURIComponent(id)}${rest}`));
        print().show(reply, (r) => r.message);
      });
  }

  group
    .command("delete <bank> <operation>")
    .description("delete the record of an operation that has ended")
    .option("-y, --yes", "do not ask")
    .addHelpText("after", "\nExample:\n  hindsight operation delete work ID --yes")
    .action(async (bank: string, given: string, options: { yes?: boolean }) => {
      const api = connect();
      const id = await operationId(api, bank, given);
      if (options.yes !== true) await confirm(`Delete the record of operation ${id}?`);
      const path = bankPath(bank, `/operations/${encodeURIComponent(id)}/delete`);
      print().show(await api.send<{ message: string }>("DELETE", path), (r) => r.message);
    });
}
