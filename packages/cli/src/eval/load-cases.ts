// Reading a file of questions, or refusing it with every line that is wrong.

import { readFile } from "node:fs/promises";
import { text as textOf } from "node:stream/consumers";
import { type RelevanceCase, readCases } from "@hindsight-memory/client/relevance";
import { CliError } from "../api.js";

/** Wrong lines that are told one by one. */
const TOLD = 10;

export type NumberedCase = RelevanceCase & { readonly line: number };

/** A file with a wrong line is not asked at all: figures over the rest would look like figures over all. */
export async function loadCases(file: string): Promise<readonly NumberedCase[]> {
  const text = await (file === "-" ? textOf(process.stdin) : readFile(file, "utf8")).catch((cause: Error) => {
    throw new CliError(`${file} cannot be read: ${cause.message}`, { cause });
  });
  const { cases, problems } = readCases(text);
  if (problems.length > 0) {
    const lines = problems.slice(0, TOLD).map(({ line, message }) => `  line ${line}: ${message}`);
    const more = problems.length > TOLD ? [`  and ${problems.length - TOLD} more`] : [];
    throw new CliError([`${file} has ${problems.length} wrong ${problems.length === 1 ? "line" : "lines"}:`, ...lines, ...more].join("\n"));
  }
  if (cases.length === 0) throw new CliError(`${file} holds no question. A line is: {"query": "…", "expected_documents": ["…"]}`);
  return cases;
}
