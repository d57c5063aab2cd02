// hindsight admin backup, restore and verify: the whole database in one archive, and back.

import type { Manifest, Restored, VerifiedArchive } from "@hindsight-memory/engine";
import type { Command } from "commander";
import { confirm } from "../../confirm.js";
import { lostMemories } from "../../lost-memories.js";
import { facts, type Output, when } from "../../output.js";
import { engine, settingsHere, withSteps } from "./open.js";

export function backups(group: Command, print: () => Output): void {
  group
    .command("backup <file>")
    .description("save the whole database, with attachments, in one archive (.tar.gz), and check it")
    .option("-s, --schema <name...>", "only these schemas; all tenants unless given")
    .option("--without-files", "leave attachments and uploaded files where they are")
    .option("--force", "replace the file if it is there")
    .addHelpText(
      "after",
      "\nThe archive holds every memory and the secrets of webhooks: only you can read it, and it should stay so. PostgreSQL is read as of one\nmoment while servers go on. Example:\n  hindsight admin backup hindsight-$(date +%F).tar.gz",
    )
    .action(async (file: string, options: { schema?: string[]; withoutFiles?: boolean; force?: boolean }) => {
      const settings = await settingsHere();
      const { saveDatabase } = await engine();
      const archive = await withSteps((onStep) =>
        saveDatabase(settings, {
          file,
          schemas: options.schema ?? null,
          withObjects: options.withoutFiles !== true,
          replace: options.force ?? false,
          onStep,
        }),
      );
      const lost = lostMemories(archive.checksums);
      const warning = lost === null ? "" : `\n${lost}`;
      print().show(
        { ...summaryOf(archive), ...(lost !== null && { warning: lost }) },
        () => `${archiveFacts(archive)}\nSaved, read back and checked.${warning}`,
      );
    });

  group
    .command("restore <file>")
    .description("make the database anew from a backup: whole, or not at all")
    .option("--replace", "put it in the place of banks that are there")
    .option("--schema <name>", "another schema for an archive with one")
    .option("--force", "PostgreSQL: also while servers are connected")
    .option("-y, --yes", "do not ask")
    .addHelpText(
      "after",
      "\nThe archive is checked before anything is touched. The embedded database that is replaced stays beside, under another name. An archive of the\nembedded database restores into PostgreSQL and the other way round.",
    )
    .action(async (file: string, options: { replace?: boolean; schema?: string; force?: boolean; yes?: boolean }) => {
      const settings = await settingsHere();
      const { restoreDatabase } = await engine();
      const { replace = false, force = false, schema = null, yes = false } = options;
      if (replace && !yes) await confirm(`Replace what is in this database by ${file}?`, "Nothing was changed.");
      const restored = await withSteps((onStep) => restoreDatabase(settings, { file, replace, force, schema, onStep }));
      print().show(restored, (shown) => restoredText(shown, settings.databaseSchema));
    });

  group
    .command("verify <file>")
    .description("read a backup through, compare every checksum, and tell what is in it")
    .action(async (file: string) => {
      const { inspectBackup } = await engine();
      const archive = await withSteps((onStep) => inspectBackup(file, onStep));
      const lost = lostMemories(archive.checksums);
      const warning = lost === null ? "" : `\nBut what was saved was not whole. ${lost}`;
      print().show(
        { ...summaryOf(archive), ...(lost !== null && { warning: lost }) },
        () => `${archiveFacts(archive)}\nWhole and undamaged.${warning}`,
      );
    });
}

function summaryOf({ file, size, manifest, checksums }: VerifiedArchive) {
  return {
    file,
    size,
    manifest: { ...manifest, schemas: manifest.schemas.map(({ name }) => name) },
    rows: checksums.rows,
    objects: checksums.objects,
    ...(checksums.lost && { lost: checksums.lost }),
  };
}

function archiveFacts({ file, size, manifest, checksums }: VerifiedArchive): string {
  return facts([
    ["archive", file],
    ["size", size < 1e6 ? `${Math.ceil(size / 1e3)} kB` : `${(size / 1e6).toFixed(1)} MB`],
    ...contents(manifest, checksums.rows),
    ["attachments and files", manifest.has_objects ? checksums.objects : "left out"],
  ]);
}

function contents(manifest: Manifest, rows: Restored["rows"]): readonly (readonly [string, unknown])[] {
  const { engine: kind, server_version: version } = manifest.database;
  const sum = (table: string): number => Object.values(rows).reduce((total, tables) => total + (tables[table] ?? 0), 0);
  return [
    ["made (UTC)", when(manifest.created_at)],
    ["by", `Hindsight ${manifest.hindsight_version}, ${kind === "pglite" ? "embedded" : "PostgreSQL"} ${Math.floor(version / 10_000)}`],
    ["schemas", manifest.schemas.map(({ name }) => name)],
    ["banks", sum("bank")],
    ["documents", sum("document")],
    ["memories", sum("memory")],
  ];
}

function restoredText({ manifest, schemas, rows, objects, migrated, kept }: Restored, home: string): string {
  const shown = facts([
    ...contents(manifest, rows),
    ["attachments and files", manifest.has_objects ? objects : "as they were: the archive has none"],
    ["migrated since", migrated],
  ]);
  const before = kept === null ? "" : `\nWhat was there before lies in ${kept}. Delete it once you are sure.`;
  const elsewhere = schemas.includes(home)
    ? ""
    : `\nA server looks for its banks in the schema ${home} (HINDSIGHT_API_DATABASE_SCHEMA), and the archive has ${schemas.join(", ")}. Change that variable, or restore it with --schema ${home}.`;
  return `${shown}\nRestored.${before}${elsewhere}`;
}
