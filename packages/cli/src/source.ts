// What is to be retained: a text, a file, the text files of a folder, or standard input.
// In: the command's argument. Out: items, each with the id of its document; a file that holds no text is refused by name.

import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { CliError } from "./api.js";

export interface Item {
  readonly content: string;
  readonly document_id?: string;
}

const TEXT_FILES =
  /\.(txt|md|markdown|json|jsonl|csv|tsv|log|rst|org|html?|xml|ya?ml|toml|srt|vtt|[cm]?[jt]sx?|py|go|rs|java|rb|sh|sql|css)$/i;

/** Throws a CliError that names what cannot be read. */
export async function readSource(source: string, documentId: string | undefined): Promise<readonly Item[]> {
  const named = (content: string, id: string | undefined): Item => ({ content, ...(id === undefined ? {} : { document_id: id }) });
  if (source === "-") return [named(textOf(await standardInput(), "standard input"), documentId)];
  const found = await stat(source).catch((cause: NodeJS.ErrnoException) => {
    // No such file: the argument is the text itself. A path too long for the file system is a text as well.
    if (cause.code === "ENOENT" || cause.code === "ENAMETOOLONG" || cause.code === "ENOTDIR") return null;
    throw new CliError(`${source} cannot be read: ${cause.message}`, { cause });
  });
  if (found === null) {
    if (/^[\w./\\~-]+\.\w{1,5}$/.test(source))
      throw new CliError(
        `There is no file ${source}. To store that as a text, pass it on standard input: echo … | hindsight retain BANK -`,
      );
    if (source.trim() === "") throw new CliError("There is no text to retain.");
    return [named(source, documentId)];
  }
  if (!found.isDirectory()) return [named(textOf(await readFile(source), source), documentId ?? slashed(source))];
  const files = (await readdir(source, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && TEXT_FILES.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/(^|[\\/])(node_modules|\.git)[\\/]/.test(file))
    .sort();
  if (files.length === 0) throw new CliError(`${source} holds no text files.`);
  const items = await Promise.all(files.map(async (file) => [file, await readFile(file)] as const));
  // An empty file of a folder is passed over; one that is named, or that is no text, is a mistake to be told.
  return items.filter(([, bytes]) => bytes.some((byte) => byte > 0x20)).map(([file, bytes]) => named(textOf(bytes, file), slashed(file)));
}

const slashed = (file: string): string => path.normalize(file).split(path.sep).join("/");

/** The bytes as text; what is not UTF-8, holds NUL, or is blank is no text. */
function textOf(bytes: Buffer, name: string): string {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CliError(`${name} is no UTF-8 text. Convert it to text first; files such as PDF cannot be retained yet.`, { cause });
  }
  if (text.includes("\0"))
    throw new CliError(`${name} holds binary data. Convert it to text first; files such as PDF cannot be retained yet.`);
  if (text.trim() === "") throw new CliError(`${name} is empty.`);
  return text;
}

async function standardInput(): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
