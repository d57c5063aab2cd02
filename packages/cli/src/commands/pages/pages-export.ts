// hindsight pages export: all pages as Markdown files in a folder.

import { lstat, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { CliError } from "../../api.js";
import { many } from "../../output.js";
import { query } from "../../query.js";
import type { Verb } from "../../verb.js";
import { basePath } from "./tree.js";

interface Bundle {
  readonly files: readonly { readonly path: string; readonly content: string }[];
  /** Of the layout `tree`; a server that knows no layouts sends none. */
  readonly folders?: readonly string[];
}

export const pagesExport: Verb = (group, connect, print) => {
  group
    .command("export <bank>")
    .description("write all pages as Markdown into a folder, with an index.md; without a folder, show them")
    .option("-d, --dir <folder>", "where to; it is made when it does not exist")
    .option("--layout <name>", "flat: each page by its id, with what it said before; tree: in folders, by name", "flat")
    .option("--force", "overwrite files that are there")
    .addHelpText("after", "\nExample:\n  hindsight pages export work --dir ./wiki")
    .action(async (bank: string, { dir, layout, force }: { dir?: string; layout: string; force?: boolean }) => {
      const bundle = await connect().get<Bundle>(basePath(bank, `/export${query({ layout })}`));
      if (dir === undefined) {
        print().show(bundle, ({ files }) => files.map((file) => `==> ${file.path} <==\n${file.content.trimEnd()}\n`).join("\n"));
        return;
      }
      const { files, folders = [] } = bundle;
      const targets = files.map((file) => ({ ...file, target: inside(dir, file.path) }));
      const made = folders.map((name) => inside(dir, name));
      if (force !== true) {
        const there: string[] = [];
        for (const { target } of targets) if (await isThere(target)) there.push(target);
        if (there.length > 0)
          throw new CliError(
            `${there[0]} is there already${there.length > 1 ? `, with ${there.length - 1} more` : ""}. --force overwrites.`,
          );
      }
      for (const folder of made) await mkdir(folder, { recursive: true });
      for (const { target, content } of targets) {
        await mkdir(path.dirname(target), { recursive: true });
        await writeFile(target, content);
      }
      const reply = { dir, files: files.map((file) => file.path) };
      print().show(reply, () => `Wrote ${many(files.length, "file")} into ${dir}.`);
    });
};

/** The server names the files, and names of pages are anybody's: none may lead out of the folder. */
function inside(dir: string, name: string): string {
  const root = path.resolve(dir);
  const target = path.resolve(root, name);
  if (target === root || !target.startsWith(root + path.sep))
    throw new CliError(`The server names a file outside of ${dir}: ${name}. Nothing was written.`);
  return target;
}

async function isThere(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    (cause: NodeJS.ErrnoException) => {
      if (cause.code === "ENOENT" || cause.code === "ENOTDIR") return false;
      throw new CliError(`${file} cannot be looked at: ${cause.message}`, { cause });
    },
  );
}
