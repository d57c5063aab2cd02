// hindsight pages import: Markdown files of a folder become pages, all of them or none.

import { type Api, CliError } from "../../api.js";
import { activity, table } from "../../output.js";
import { readFiles } from "../../projection/read-files.js";
import type { Verb } from "../../verb.js";
import { basePath } from "./tree.js";

interface Entry {
  readonly path: string;
  readonly kind: string;
  readonly name: string;
  readonly status: "created" | "updated" | "unchanged" | "refused";
  readonly changes: readonly string[];
  readonly problem?: string | null;
  readonly line?: number | null;
}

interface Report {
  readonly dry_run: boolean;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly entries: readonly Entry[];
  readonly operation_ids: readonly string[];
}

interface ImportOptions {
  readonly dir: string;
  readonly dryRun?: boolean;
}

/** A thousand pages are embedded before the answer comes. */
const TIMEOUT_MS = 15 * 60_000;

export const pagesImport: Verb = (group, connect, print) => {
  group
    .command("import <bank>")
    .description("make and change pages from the Markdown files of a folder, as an export or a sync writes them or by hand")
    .requiredOption("-d, --dir <folder>", "where the files are")
    .option("--dry-run", "show what would change, and change nothing")
    .addHelpText("after", "\nExample:\n  hindsight pages import work --dir ./wiki --dry-run")
    .action(async (bank: string, { dir, dryRun = false }: ImportOptions) => {
      const { files, omitted } = await readFiles(dir);
      const api = connect();
      // The look before is what names every file that is wrong; nothing of the rest is written then.
      const looked = await send(api, bank, files, true);
      const report = dryRun || looked.refused > 0 ? looked : await send(api, bank, files, false);
      print().show({ ...report, omitted }, () => summary(report, omitted.length));
      if (report.refused > 0)
        throw new CliError(`Nothing was imported: ${report.refused} of ${report.entries.length} cannot be. Mend the files that are named.`);
    });
};

async function send(api: Api, bank: string, files: unknown, isDryRun: boolean): Promise<Report> {
  const line = activity(isDryRun ? "Looking at the files" : "Importing");
  return api.send<Report>("POST", basePath(bank, `/import?dry_run=${isDryRun}`), { files }, TIMEOUT_MS).finally(() => line.end());
}

function summary(report: Report, omitted: number): string {
  const rows = report.entries
    .filter(({ status }) => status !== "unchanged")
    .map((entry) => [entry.status, entry.path, entry.status === "refused" ? problemOf(entry) : entry.changes.join(", ") || entry.name]);
  const counts = [
    `${report.created} created`,
    `${report.updated} updated`,
    `${report.unchanged} unchanged`,
    ...(report.refused > 0 ? [`${report.refused} refused`] : []),
    ...(omitted > 0 ? [`${omitted} files left out`] : []),
  ].join(", ");
  const line = `${report.dry_run ? "Would be: " : ""}${counts}.${report.operation_ids.length > 0 ? ` ${report.operation_ids.length} are being written.` : ""}`;
  return rows.length === 0 ? line : `${table(["", "file", "what"], rows)}\n${line}`;
}

const problemOf = ({ line, problem }: Entry): string => `${line == null ? "" : `line ${line}: `}${problem ?? ""}`;
