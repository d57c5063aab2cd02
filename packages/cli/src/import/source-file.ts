// A source of an import and its files, each read as a stream of text.
// In: bytes. Out: UTF-8 text in parts, or whole within a limit.

import { CliError } from "../api.js";
import type { Omission } from "./found.js";

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
  /** What is there and is not among the files, and why. */
  readonly omitted: readonly Omission[];
  /** It can be read a single time, as a pipe. */
  readonly isOnce?: boolean;
  close(): void;
}

/** Never notes of anybody: version control, packages, and the settings and bins of note-taking programs. */
export const isLeftOut = (folder: string): boolean => folder.startsWith(".") || folder === "node_modules";

/** Bytes as UTF-8, or UTF-16 as programs of Windows write it, without a mark at the beginning; throws a CliError for what is neither. */
export async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  try {
    for await (const part of bytes) {
      decoder ??= new TextDecoder(encodingOf(part), { fatal: true });
      yield decoder.decode(part, { stream: true });
    }
    if (decoder !== null) yield decoder.decode();
  } catch (cause) {
    if (cause instanceof TypeError) throw new CliError("it is no UTF-8 text; save it as UTF-8", { cause });
    throw cause;
  }
}

/** By the mark at the beginning, or by the half of a first letter that is zero: no text of ours begins with a letter beyond U+00FF. */
function encodingOf([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return "utf-16le";
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? "utf-16be" : "utf-8";
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
