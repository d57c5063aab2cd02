// A source of an import and its files, each read as a stream of text.
// In: bytes. Out: UTF-8 text in parts, or whole within a limit.

import { CliError } from "../api.js";

export interface SourceFile {
  /** Below the folder or in the archive, with `/`; the file's own name when it is the source. */
  readonly name: string;
  readonly bytes: number;
  /** When it was changed last. */
  readonly changed: Date | null;
  /** Its UTF-8 text in parts. Ends with an error where it is none. */
  parts(): AsyncIterable<string>;
}

export interface Source {
  readonly shape: "file" | "folder" | "zip";
  readonly path: string;
  /** In the order of their names. */
  readonly files: readonly SourceFile[];
  /** Folders that were left out, by name, for what they tell about the source. */
  readonly folders: readonly string[];
  close(): void;
}

/** Never notes of anybody: version control, packages, and the settings and bins of note-taking programs. */
export const isLeftOut = (folder: string): boolean => folder.startsWith(".") || folder === "node_modules";

/** Bytes as UTF-8, without a mark at the beginning; throws a CliError for what is none. */
export async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const part of bytes) yield decoder.decode(part, { stream: true });
    yield decoder.decode();
  } catch (cause) {
    if (cause instanceof TypeError) throw new CliError("it is no UTF-8 text", { cause });
    throw cause;
  }
}

/** What one text may have at most, in characters: a document of this size is more than a server takes in one request. */
const MOST_CHARACTERS = 200_000_000;

/** The whole text of a file. Throws a CliError for one that is too large to be held. */
export async function wholeText(file: SourceFile): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  for await (const part of file.parts()) {
    length += part.length;
    if (length > MOST_CHARACTERS) throw new CliError(`it has more than ${MOST_CHARACTERS / 1_000_000} million characters; split it`);
    parts.push(part);
  }
  return parts.join("");
}
