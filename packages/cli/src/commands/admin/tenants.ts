// hindsight admin tenants …: owners of banks, each in a schema of its own.

import type { Command } from "commander";
import { type Output, table, when } from "../../output.js";
import { withAdmin } from "./open.js";

export function tenants(program: Command, print: () => Output): void {
  const group = program.command("tenants").description("tenants beside the home one: create, list");

  group
    .command("create <name>")
    .description("make a tenant: its schema and its tables; one that is there gets what it lacks")
    .addHelpText("after", "\nExample:\n  hindsight admin tenants create acme\n  hindsight admin keys create laptop --schema acme")
    .action(async (name: string) => {
      await withAdmin((opened) => opened.tenants.create(name));
      print().show({ name }, () => `The tenant ${name} is there. Its first key: hindsight admin keys create --schema ${name}`);
    });

  group
    .command("list", { isDefault: true })
    .description("tenants by name")
    .action(async () => {
      const listed = await withAdmin((opened) => opened.tenants.list());
      print().show(listed, (rows) =>
        rows.length === 0
          ? "There is no tenant but the home one."
          : table(
              ["name", "made"],
              rows.map(({ name, createdAt }) => [name, when(createdAt?.toISOString())]),
            ),
      );
    });
}
