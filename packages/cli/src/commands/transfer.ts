// hindsight bank export, import and clone, document export and import: archives by way of the running server.

import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { type Command, Option } from "commander";
import { type Api, bankPath, CliError } from "../api.js";
import { awaited } from "../awaited.js";
import { freeFile, writeWhole } from "../new-file.js";
import type { Operation } from "../operation.js";
import { facts, type Output } from "../output.js";
import { query } from "../query.js";

type Connect = () => Api;
interface Queued {
  readonly operation_id: string;
}

const CONFLICTS = ["skip", "replace", "new-id"];
const conflict = (): Option =>
  new Option("--on-conflict <what>", "what becomes of a document whose id is taken").choices(CONFLICTS).default("skip");

export function bankTransfer(group: Command, connect: Connect, print: () => Output): void {
  group
    .command("export <bank> <file>")
    .description("save a bank as an archive (.zip), without secrets")
    .option("--without-config", "leave its settings, directives and webhooks out")
    .option("--include-history", "with its audit log and the trace of its model calls")
    .option("--force", "replace the file if it is there")
    .addHelpText("after", "\nExample:\n  hindsight bank export work work.zip")
    .action(async (bank: string, file: string, options: { withoutConfig?: boolean; includeHistory?: boolean; force?: boolean }) => {
      const asked = { include_bank_config: options.withoutConfig === true ? false : undefined, include_history: options.includeHistory };
      await fetched(connect(), print, { bank, file, force: options.force, route: `/transfer/export${query(asked)}` });
    });

  group
    .command("import <bank> <file>")
    .description("make a bank of such an archive: whole, or not at all")
    .option("--merge", "add its documents to a bank that is there instead")
    .addOption(conflict())
    .option("--without-config", "leave settings, directives and webhooks in the archive")
    .option("--include-history", "with what the archive has of its history")
    .addHelpText("after", "\nExamples:\n  hindsight bank import work-copy work.zip\n  hindsight bank import work notes.zip --merge")
    .action(
      async (
        bank: string,
        file: string,
        options: { merge?: boolean; onConflict: string; withoutConfig?: boolean; includeHistory?: boolean },
      ) => {
        const include_bank_config = options.withoutConfig === true ? false : undefined;
        const asked =
          options.merge === true
            ? { mode: "merge", document_conflict: options.onConflict }
            : { target_bank_id: bank, include_bank_config, include_history: options.includeHistory };
        await imported(connect(), print, { bank, file, route: `/transfer/import${query(asked)}` });
      },
    );

  group
    .command("clone <bank> <target>")
    .description("copy a bank under another id")
    .option("--include-history", "with its audit log and the trace of its model calls")
    .action(async (bank: string, target: string, { includeHistory }: { includeHistory?: boolean }) => {
      const api = connect();
      const asked = query({ target_bank_id: target, include_history: includeHistory });
      const { operation_id } = await api.send<Queued>("POST", bankPath(bank, `/clone${asked}`));
      print().show(await awaited(api, bank, operation_id, `Cloning ${bank}`), resultText);
    });
}

export function documentTransfer(group: Command, connect: Connect, print: () => Output): void {
  group
    .command("export <bank> <file>")
    .description("save documents with their memories as an archive (.zip)")
    .option("-d, --document <id...>", "these documents; all unless given")
    .option("--include-observations", "with what was learnt (all documents only)")
    .option("--include-pages", "with mental models and pages")
    .option("--force", "replace the file if it is there")
    .addHelpText("after", "\nExample:\n  hindsight document export work notes.zip -d notes/1 notes/2")
    .action(
      async (
        bank: string,
        file: string,
        options: { document?: readonly string[]; includeObservations?: boolean; includePages?: boolean; force?: boolean },
      ) => {
        const asked = {
          include_observations: options.includeObservations,
          include_knowledge_base: options.includePages,
          document_id: options.document,
        };
        const route = `/document-transfer/export${query(asked)}`;
        await fetched(connect(), print, { bank, file, force: options.force, route });
      },
    );

  group
    .command("import <bank> <file>")
    .description("add the documents of such an archive to a bank, which is made when it is missing: all of them or none")
    .addOption(conflict())
    .action(async (bank: string, file: string, { onConflict }: { onConflict: string }) => {
      await imported(connect(), print, { bank, file, route: `/document-transfer${query({ on_conflict: onConflict })}` });
    });
}

/** Queues an export, waits for it and fetches the archive. */
async function fetched(
  api: Api,
  print: () => Output,
  {
    bank,
    file,
    force = false,
    route,
  }: { readonly bank: string; readonly file: string; readonly force?: boolean | undefined; readonly route: string },
): Promise<void> {
  const target = freeFile(file, force);
  const { operation_id } = await api.send<Queued>("POST", bankPath(bank, route));
  const operation = await awaited(api, bank, operation_id, `Exporting ${bank}`);
  const url = operation.result_metadata?.download_url;
  if (typeof url !== "string") throw new CliError(`The server names no archive: hindsight operation get ${bank} ${operation_id}`);
  const bytes = await writeWhole(target, api.bytes(url));
  print().show({ ...operation, file: target, byte_size: bytes }, () => `${resultText(operation)}\nSaved as ${target}.`);
}

async function imported(
  api: Api,
  print: () => Output,
  { bank, file, route }: { readonly bank: string; readonly file: string; readonly route: string },
): Promise<void> {
  const form = new FormData();
  form.append("file", new Blob([Uint8Array.from(await bytesOf(file))], { type: "application/zip" }), basename(file));
  const { operation_id } = await api.upload<Queued>(bankPath(bank, route), form);
  print().show(await awaited(api, bank, operation_id, `Importing ${file}`), resultText);
}

function bytesOf(file: string): Promise<Buffer> {
  return readFile(file).catch((cause: Error) => {
    throw new CliError(`${file} cannot be read: ${cause.message}`, { cause });
  });
}

/** Where an archive lies is no news to who has just fetched it. */
const UNSHOWN = new Set(["storage_key", "download_url", "filename"]);

/** What was done, by name; what was not is left out. */
function resultText({ result_metadata: result }: Operation): string {
  const told = Object.entries(result ?? {}).filter(([name, value]) => !UNSHOWN.has(name) && !isNothing(value));
  return facts(told.map(([name, value]) => [name.replaceAll("_", " "), value]));
}

const isNothing = (value: unknown): boolean =>
  value === 0 || value === null || (typeof value === "object" && Object.keys(value as object).length === 0);
