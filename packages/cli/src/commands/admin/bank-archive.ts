// hindsight admin export-bank and import-bank: one bank as an archive, without a server.

import type { BankExport } from "@hindsight-memory/engine";
import type { Command } from "commander";
import { activity, facts, type Output } from "../../output.js";
import { engine, schemaOption, withAdmin } from "./open.js";

interface ExportOptions {
  readonly bank: string;
  readonly out: string;
  readonly includeHistory?: boolean;
  readonly force?: boolean;
  readonly schema?: string;
}

interface ImportOptions {
  readonly archive: string;
  readonly targetBank?: string;
  readonly includeHistory?: boolean;
  readonly schema?: string;
}

export function bankArchives(group: Command, print: () => Output): void {
  group
    .command("export-bank")
    .alias("export")
    .description("write one bank to an archive (.zip), as the API's transfer does")
    .requiredOption("-b, --bank <bank>", "bank id or alias")
    .requiredOption("-f, --out <file>", "the archive")
    .option("--include-history", "with its audit log and the trace of its model calls")
    .option("--force", "replace the file if it is there")
    .addOption(schemaOption())
    .addHelpText("after", "\nExample:\n  hindsight admin export-bank --bank demo --out demo.zip")
    .action(async ({ bank, out: file, includeHistory = false, force = false, schema }: ExportOptions) => {
      (await engine()).requireFreeFile(file, force); // before a server is asked for a copy of all it has
      const doing = activity("Exporting");
      const exported = await withAdmin(
        (opened) => opened.exportBank({ bank, file, replace: force, withHistory: includeHistory }),
        schema,
        true,
      ).finally(() => doing.end());
      print().show(exported, exportText);
    });

  group
    .command("import-bank")
    .description("make a bank of such an archive: whole, or not at all")
    .requiredOption("-a, --archive <file>", "the archive")
    .option("--target-bank <bank>", "another id for it; the archive's own unless given")
    .option("--include-history", "with what the archive has of its history")
    .addOption(schemaOption())
    .action(async ({ archive: file, targetBank, includeHistory = false, schema }: ImportOptions) => {
      const doing = activity("Importing");
      const imported = await withAdmin(
        (opened) => opened.importBank({ file, target: targetBank ?? null, withHistory: includeHistory }),
        schema,
      ).finally(() => doing.end());
      print().show(imported, (counts) => facts(Object.entries(counts).map(([name, value]) => [name.replaceAll("_", " "), value])));
    });
}

function exportText({ bankId, file, bytes, counts, missingFiles }: BankExport): string {
  const shown = facts([
    ["bank", bankId],
    ["archive", file],
    ["size", `${Math.ceil(bytes / 1e3)} kB`],
    ["documents", counts.document ?? 0],
    ["memories", counts.memory ?? 0],
  ]);
  return missingFiles === 0 ? shown : `${shown}\n${missingFiles} attachments are not in it: the storage has lost their bytes.`;
}
