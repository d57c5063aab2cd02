// What is to be retained: a text, a file, the files of a folder, or standard input.
// In: the command's argument. Out: texts as items, files that the server reads (PDF, Office, HTML, …) as uploads, and what is left out with the reason.
// Plain text, Markdown, JSON and code travel as text; so a file that says it is text and is not goes to the server, which knows more formats.

import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { CliError } from "./api.js";
import { note } from "./output.js";

export interface Item {
  readonly content: string;
  readonly document_id?: string;
}

export interface Upload {
  /** The path as it is shown, and the name that the server sees the end of. */
  readonly file: string;
  readonly document_id?: string;
  /** Read when its turn comes: a folder of files need not fit into memory. */
  bytes(): Promise<Buffer>;
}

/** A file that is not retained. */
export interface Omitted {
  readonly file: string;
  readonly why: string;
}

export interface Source {
  readonly items: readonly Item[];
  readonly uploads: readonly Upload[];
  readonly omitted: readonly Omitted[];
}

export interface SourceOptions {
  readonly documentId?: string | undefined;
  /** Take the pictures of a folder along. One that is named is always taken. */
  readonly pictures?: boolean | undefined;
}

const TEXT_FILES = /\.(txt|md|markdown|json|jsonl|log|rst|org|xml|ya?ml|toml|srt|vtt|[cm]?[jt]sx?|py|go|rs|java|rb|sh|sql|css)$/i;
/** What the server makes text of. CSV and HTML are text as well, and better as a table and without their tags. */
const READ_BY_SERVER = /\.(pdf|docx|pptx|xlsx?|epub|html?|xhtml|csv|tsv|eml)$/i;
const PICTURES = /\.(png|jpe?g|gif|webp)$/i;
const OLD_OFFICE = /\.(doc|ppt|rtf|od[tsp])$/i;
const LEFT_OUT_FOLDERS = new Set(["node_modules", ".git"]);

/** Throws a CliError that names what cannot be read. */
export async function readSource(source: string, { documentId, pictures = false }: SourceOptions): Promise<Source> {
  if (source === "-") return one(await standardInput(), "standard input", documentId);
  const found = await stat(source).catch((cause: NodeJS.ErrnoException) => {
    // No such file: the argument is the text itself. A path too long for the file system is a text as well.
    if (cause.code === "ENOENT" || cause.code === "ENAMETOOLONG" || cause.code === "ENOTDIR") return null;
    throw new CliError(`${source} cannot be read: ${cause.message}`, { cause });
  });
  if (found === null) return only(named(spoken(source), documentId));
  if (found.isDirectory()) return folder(source, documentId, pictures);
  return one(await readFile(source), source, documentId ?? slashed(source));
}

const named = (content: string, id: string | undefined): Item => ({ content, ...(id === undefined ? {} : { document_id: id }) });
const only = (item: Item): Source => ({ items: [item], uploads: [], omitted: [] });

/** An argument that names no file is the text itself, unless it looks like a name. */
function spoken(source: string): string {
  if (/^[\w./\\~-]+\.\w{1,5}$/.test(source) || /^[\w.~-]*[/\\][\w./\\~-]*$/.test(source))
    throw new CliError(
      `There is no file or folder ${source}. To store that as a text, pass it on standard input: echo … | hindsight retain BANK -`,
    );
  if (source.trim() === "") throw new CliError("There is no text to retain.");
  if (!/\s/.test(source)) note(`No file or folder here is called ${source}: it is taken as the text itself.`);
  return source;
}

function one(bytes: Buffer, name: string, id: string | undefined): Source {
  if (isBlank(bytes)) throw new CliError(`${name} is empty.`);
  const text = READ_BY_SERVER.test(name) ? null : textOf(bytes);
  if (text !== null) return only(named(text, id));
  return { items: [], uploads: [{ file: name, ...(id === undefined ? {} : { document_id: id }), bytes: async () => bytes }], omitted: [] };
}

async function folder(source: string, documentId: string | undefined, pictures: boolean): Promise<Source> {
  if (documentId !== undefined)
    throw new CliError("--document-id takes one file or text: the documents of a folder have the ids of their paths.");
  const items: Item[] = [];
  const uploads: Upload[] = [];
  const omitted: Omitted[] = [];
  for (const { file, why } of await listed(source, pictures)) {
    const id = slashed(file);
    if (why !== null) {
      omitted.push({ file: id, why });
    } else if (!TEXT_FILES.test(file)) {
      uploads.push({ file: id, document_id: id, bytes: () => readFile(file) });
    } else {
      const bytes = await readFile(file);
      const text = textOf(bytes);
      if (isBlank(bytes)) omitted.push({ file: id, why: "empty" });
      else if (text === null) uploads.push({ file: id, document_id: id, bytes: () => readFile(file) });
      else items.push(named(text, id));
    }
  }
  if (items.length + uploads.length > 0) return { items, uploads, omitted };
  const reasons = omitted.map(({ file, why }) => `\n  ${file}: ${why}`).slice(0, 20);
  throw new CliError(`${source} holds no file that can be retained.${reasons.join("")}`);
}

/** The files of a folder by name, each with the reason why it is left out, or null. Folders that are left out stand as one line. */
async function listed(folder: string, pictures: boolean): Promise<readonly { readonly file: string; readonly why: string | null }[]> {
  const entries = (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const found = await Promise.all(
    entries.map(async (entry) => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory() && !LEFT_OUT_FOLDERS.has(entry.name)) return listed(file, pictures);
      if (entry.isDirectory()) return [{ file, why: "a folder of this name is left out" }];
      if (!entry.isFile()) return [{ file, why: "no regular file" }];
      return [{ file, why: whyNot(entry.name, pictures) }];
    }),
  );
  return found.flat();
}

function whyNot(name: string, pictures: boolean): string | null {
  if (TEXT_FILES.test(name) || READ_BY_SERVER.test(name)) return null;
  if (PICTURES.test(name)) return pictures ? null : "a picture: --pictures takes it along, for a language model that sees";
  if (OLD_OFFICE.test(name)) return "not read: save it as .docx, .pptx, .xlsx or .pdf";
  return "its kind of file is not known; retain it by its own name to try it";
}

const slashed = (file: string): string => path.normalize(file).split(path.sep).join("/");

const isBlank = (bytes: Buffer): boolean => !bytes.some((byte) => byte > 0x20);

/** The bytes as text; null for what is not UTF-8 or holds NUL. */
function textOf(bytes: Buffer): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    if (cause instanceof TypeError) return null;
    throw cause;
  }
}

async function standardInput(): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
