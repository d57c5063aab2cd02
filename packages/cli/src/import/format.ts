// What a format is: how it is recognised, which files it reads, and what it makes of them.
// In: a source. Out: what is found in it, file by file.

import { CliError } from "../api.js";
import { type Found, failed, skipped } from "./found.js";
import { isJson, isLines, recordsOf } from "./json-records.js";
import type { Source, SourceFile } from "./source-file.js";
import type { JsonObject } from "./values.js";

export interface Format {
  /** As `--format` takes it; document ids begin with it. */
  readonly name: string;
  readonly title: string;
  recognises(look: Look): boolean;
  /** Why a file is left out; null: it is read. */
  whyNot(file: SourceFile, source: Source): string | null;
  read(file: SourceFile, source: Source): AsyncIterable<Found>;
}

/** What a first look at a source shows. */
export interface Look {
  readonly source: Source;
  /** The first object of some of its JSON files, and the first lines of some of its JSON-lines files. */
  readonly records: readonly JsonObject[];
  /** The beginnings of some of its Markdown files. */
  readonly notes: readonly string[];
}

/** Reads the files one after another. A file that cannot be read, or ends badly, is named, and the others are read all the same. */
export async function* readAll(format: Format, source: Source): AsyncGenerator<Found> {
  yield* source.omitted;
  for (const file of source.files) {
    const why = format.whyNot(file, source);
    if (why !== null) {
      yield skipped(file.name, why);
      continue;
    }
    try {
      yield* format.read(file, source);
    } catch (cause) {
      yield failed(file.name, whyOf(cause));
    }
  }
}

/** Why a file cannot be read. Throws what is no fault of the file. */
export function whyOf(cause: unknown): string {
  if (cause instanceof CliError) return cause.message;
  // The file system's and yauzl's: a disk that fails, an entry that is damaged.
  if (cause instanceof Error && ("code" in cause || cause.constructor === Error)) return `cannot be read: ${cause.message}`;
  throw cause;
}

type ReadRecord = (record: JsonObject, at: string, file: SourceFile) => Iterable<Found>;

/** A format of JSON files whose objects are read one by one; an object that is no JSON is named by its line. */
export function recordFormat(
  format: Pick<Format, "name" | "title"> & {
    readonly takes: (record: JsonObject) => boolean;
    readonly read: ReadRecord;
    /** Of a source of many files, those that hold what is read. */
    readonly files?: RegExp;
  },
): Format {
  return {
    name: format.name,
    title: format.title,
    recognises: ({ records }) => records.some(format.takes),
    whyNot(file, source) {
      if (source.shape === "file") return null;
      if (!isJson(file.name) && !isLines(file.name)) return "no JSON file";
      return format.files === undefined || format.files.test(file.name) ? null : `another part of a ${format.title}`;
    },
    async *read(file) {
      let [entry, line] = [0, 0];
      for await (const record of recordsOf(file)) {
        entry += 1;
        // Exports are often a single line.
        const at = `${file.name}:${record.line}${record.line === line ? ` entry ${entry}` : ""}`;
        line = record.line;
        if ("problem" in record) yield failed(at, record.problem);
        else yield* format.read(record.value, at, file);
      }
    },
  };
}
