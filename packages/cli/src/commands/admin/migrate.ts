// hindsight admin migrate: the plan, and then the schema of this version.

import type { PendingMigration } from "@hindsight-memory/engine";
import type { Command } from "commander";
import { confirm } from "../../confirm.js";
import { many, type Output, table } from "../../output.js";
import { schemaOption, withAdmin } from "./open.js";

export function migrations(group: Command, print: () => Output): void {
  group
    .command("migrate")
    .alias("run-db-migration")
    .description("show what this version would change in the schema, and do it once it is agreed to")
    .option("--dry-run", "only show the plan")
    .option("-y, --yes", "act without asking")
    .addOption(schemaOption())
    .addHelpText("after", "\nA server migrates by itself when it starts. Make a backup first: migrations go forward only.")
    .action(async ({ dryRun = false, yes = false, schema }: { dryRun?: boolean; yes?: boolean; schema?: string }) => {
      await withAdmin(
        async (opened) => {
          const pending = await opened.migrations();
          const asks = !dryRun && !yes && pending.length > 0 && process.stdin.isTTY === true;
          if (pending.length === 0 || !yes) {
            print().show(pending, (rows) => planText(rows, asks));
            if (!asks) return;
            await confirm(`Apply ${many(pending.length, "migration")}?`, "Nothing was changed.");
          }
          if (dryRun) return print().show(pending, (rows) => planText(rows, false));
          print().show(await opened.migrate(), (names) => `Applied: ${names.join(", ") || "nothing; another process was faster"}`);
        },
        schema,
        dryRun,
      );
    });
}

function planText(rows: readonly PendingMigration[], asks: boolean): string {
  if (rows.length === 0) return "The schema is that of this version.";
  const plan = table(
    ["migration", "what it does"],
    rows.map((row) => [row.name, effectOf(row.text)]),
  );
  const texts = rows.map(({ name, text }) => `== ${name}\n${text.trim()}`).join("\n\n");
  return `${texts}\n\n${plan}${asks ? "" : "\nNothing was changed. --yes does it."}`;
}

/** In a few words: which tables it makes, changes and drops. */
function effectOf(text: string): string {
  const bare = text.replace(/--.*$/gm, "");
  const names = (statement: RegExp): readonly string[] => [...new Set([...bare.matchAll(statement)].map(([, name = ""]) => name))];
  const made = names(/^\s*CREATE TABLE (?:IF NOT EXISTS )?(\w+)/gim);
  const changed = names(/^\s*(?:ALTER TABLE|UPDATE|DELETE FROM|INSERT INTO) (?:ONLY )?(\w+)/gim).filter((name) => !made.includes(name));
  const indexed = names(/^\s*CREATE (?:UNIQUE )?INDEX (?:\w+ )?ON (\w+)/gim).filter(
    (name) => !made.includes(name) && !changed.includes(name),
  );
  const dropped = names(/^\s*DROP TABLE (?:IF EXISTS )?(\w+)/gim);
  const parts = [
    ["makes", made],
    ["changes", changed],
    ["indexes", indexed],
    ["drops", dropped],
  ] as const;
  return parts.flatMap(([verb, tables]) => (tables.length === 0 ? [] : [`${verb} ${tables.join(", ")}`])).join("; ") || "see its text";
}
