// hindsight memory retain-files: the files of a folder as documents named after them, by the name that the published command line has for it.

import { existsSync } from "node:fs";
import path from "node:path";
import { CliError } from "../api.js";
import { readSource, type Source } from "../source.js";

/**
 * The files of `source`, also those in folders below it when `isRecursive`, each under its name without folder and ending.
 * Two files of one name would replace each other, so they are refused; a path that is none is no text here.
 */
export async function filesByStem(source: string, isRecursive: boolean): Promise<Source> {
  if (!existsSync(source)) throw new CliError(`There is no file or folder ${source}.`);
  const found = await readSource(source, {});
  const isHere = (id: string | undefined): boolean => isRecursive || id === undefined || isDirectlyIn(source, id);
  const renamed = <T extends { readonly document_id?: string }>(files: readonly T[]): readonly T[] =>
    files.filter((file) => isHere(file.document_id)).map((file) => ({ ...file, document_id: stem(file.document_id ?? source) }));
  const items = renamed(found.items);
  const uploads = renamed(found.uploads);
  const elsewhere = isRecursive ? "." : "; without --no-recursive its folders are looked into.";
  if (items.length + uploads.length === 0) throw new CliError(`${source} holds no file that can be retained${elsewhere}`);
  const ids = [...items, ...uploads].map(({ document_id: id }) => id ?? "");
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined)
    throw new CliError(
      `Two files would be the document "${twice}". "hindsight retain BANK ${source}" names documents by their whole paths.`,
    );
  return { items, uploads, omitted: found.omitted.filter(({ file }) => isHere(file)) };
}

const stem = (file: string): string => path.posix.parse(file).name;

const isDirectlyIn = (folder: string, file: string): boolean =>
  path.normalize(file) === path.normalize(folder) ||
  path.dirname(path.normalize(file)) === path.normalize(folder).replace(/(.)[/\\]$/, "$1");
