// The objects of a JSON file, one at a time: an export of a gigabyte is read in the memory of its largest conversation.
// In: a file. Out: each element of the array that it is, or the one object, with the line on which it begins; what is no JSON, by its line,
// which does not keep out what is behind it.

import { type SourceFile, wholeText } from "./source-file.js";
import { isObject, type JsonObject } from "./values.js";

export type JsonRecord = { readonly line: number; readonly value: JsonObject } | { readonly line: number; readonly problem: string };

/** What one element may have, in characters; the longest conversations have some millions. */
const MOST_CHARACTERS = 100_000_000;
const TOO_LONG = `it has more than ${MOST_CHARACTERS / 1_000_000} million characters`;

export async function* jsonRecords(file: SourceFile): AsyncGenerator<JsonRecord> {
  const elements = new Elements();
  const parts = file.parts()[Symbol.asyncIterator](); // read once: it may be a pipe
  try {
    for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
      yield* elements.read(next.value);
      if (elements.isOther) return yield* other(file, next.value, parts);
    }
    yield* elements.end();
  } finally {
    await parts.return?.(); // closes the file, also for who has seen enough
  }
}

/** What is no list: one object, or lines of them under the name of one. */
async function* other(file: SourceFile, first: string, rest: AsyncIterator<string>): AsyncGenerator<JsonRecord> {
  const text = await wholeText({
    ...file,
    async *parts() {
      yield first;
      yield* { [Symbol.asyncIterator]: () => rest };
    },
  });
  const record = parsed(text, 1);
  const lines = text.trimStart().split("\n", 2);
  const areLines = "problem" in record && lines.length > 1 && "value" in parsed(lines[0] ?? "", 1);
  if (areLines) yield* jsonLines({ ...file, parts: () => one(text) });
  else yield record;
}

async function* one(text: string): AsyncGenerator<string> {
  yield text;
}

function parsed(source: string, line: number): JsonRecord {
  try {
    const value: unknown = JSON.parse(source);
    return isObject(value) ? { line, value } : { line, problem: "a JSON object was expected" };
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    const before = source.slice(0, placeOf(cause.message, source)).split("\n").length - 1;
    return { line: line + before, problem: `no JSON (${cause.message.replace(/\s+/g, " ").slice(0, 120)})` };
  }
}

/** V8 names the place of some faults, and of others shows ten characters to either side; of a short text, all of it. The beginning when it cannot be told. */
function placeOf(message: string, source: string): number {
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return Number(position);
  const shown = /\.\.\."([\s\S]*?)"(?:\.\.\.)? is not valid JSON$/.exec(message)?.[1];
  if (shown === undefined) return 0;
  const at = source.indexOf(shown);
  return at >= 0 && at === source.lastIndexOf(shown) ? at + 10 : 0;
}

/** Finds where the elements of a top-level array begin and end, by its brackets alone; each is then read by JSON.parse. */
class Elements {
  /** The file is something else than an array. */
  isOther = false;
  private depth = 0;
  private inText = false;
  private isEscaped = false;
  private line = 1;
  private startLine = 1;
  private parts: string[] = [];
  private length = 0;
  private hasEnded = false;
  /** Something stands behind the end of the array. */
  private hasMore = false;

  *read(part: string): Generator<JsonRecord> {
    let from = this.length > 0 ? 0 : -1;
    for (let i = 0; i < part.length; i++) {
      const code = part.charCodeAt(i);
      if (code === 10) this.line += 1;
      if (this.hasEnded) {
        if (this.hasMore || code <= 32) continue;
        this.hasMore = true;
        yield { line: this.line, problem: "something stands behind the end of the list, and is not read" };
        continue;
      }
      if (this.inText) {
        // No text goes over the end of a line: its quotation mark is missing, and the elements behind it are not part of it.
        if (code === 10) {
          this.inText = this.isEscaped = false;
          const line = `${this.parts.at(-1) ?? ""}${part.slice(from, i)}`;
          // An entry of one line ends with it, though its last bracket seems to be in the text.
          if (this.startLine === this.line - 1 && /\}\s*,?\s*$/.test(line.slice(-9))) {
            yield this.element(part.slice(from, i));
            this.depth = 1;
            from = -1;
          }
        } else if (this.isEscaped) this.isEscaped = false;
        else if (code === 92) this.isEscaped = true;
        else if (code === 34) this.inText = false;
        continue;
      }
      if (code <= 32) continue;
      if (this.depth === 0) {
        if (code !== 91) {
          this.isOther = true;
          return;
        }
        this.depth = 1;
        continue;
      }
      if (this.depth === 1 && from < 0 && code !== 44 && code !== 93) {
        from = i;
        this.startLine = this.line;
      }
      if (this.depth === 1 && (code === 44 || code === 93)) {
        if (from >= 0) yield this.element(part.slice(from, i));
        from = -1;
        if (code === 93) this.hasEnded = true;
      } else if (code === 34) this.inText = true;
      else if (code === 91 || code === 123) this.depth += 1;
      else if (code === 93 || code === 125) this.depth -= 1;
    }
    if (from < 0) return;
    this.length += part.length - from;
    if (this.length > MOST_CHARACTERS) this.parts = [];
    else this.parts.push(part.slice(from));
  }

  *end(): Generator<JsonRecord> {
    if (this.hasEnded) return;
    if (this.depth === 0) yield { line: 1, problem: "the file is empty" };
    else if (this.length === 0) yield { line: this.line, problem: "the file ends before its list does: it is not whole" };
    else
      yield {
        line: this.startLine,
        problem: "this entry does not end, and what is behind it cannot be read: the file is damaged or not whole",
      };
  }

  private element(last: string): JsonRecord {
    const isTooLong = this.length + last.length > MOST_CHARACTERS;
    const source = isTooLong ? "" : this.parts.join("") + last;
    this.parts = [];
    this.length = 0;
    return isTooLong ? { line: this.startLine, problem: TOO_LONG } : parsed(source, this.startLine);
  }
}

/** The objects of a file of JSON lines; blank lines are passed over. */
export async function* jsonLines(file: SourceFile): AsyncGenerator<JsonRecord> {
  let number = 0;
  for await (const line of lines(file)) {
    number += 1;
    if (line === null) yield { line: number, problem: TOO_LONG };
    if (line === null || line.trim() === "") continue;
    const record = parsed(line, number);
    yield "problem" in record ? { ...record, line: number } : record;
  }
}

/** Line by line; null for one that is too long to be held. */
async function* lines(file: SourceFile): AsyncGenerator<string | null> {
  let begun: string[] = [];
  let length = 0;
  const line = (last: string): string | null => {
    const whole = length + last.length > MOST_CHARACTERS ? null : begun.join("") + last;
    begun = [];
    length = 0;
    return whole;
  };
  for await (const part of file.parts()) {
    const split = part.split("\n");
    const rest = split.pop() ?? "";
    for (const each of split) yield line(each);
    length += rest.length;
    if (length > MOST_CHARACTERS) begun = [];
    else begun.push(rest);
  }
  yield line("");
}

/** The objects of a file, whichever of the two it is by its name. */
export const recordsOf = (file: SourceFile): AsyncGenerator<JsonRecord> => (isLines(file.name) ? jsonLines(file) : jsonRecords(file));

export const isLines = (name: string): boolean => /\.(jsonl|ndjson)$/i.test(name);
export const isJson = (name: string): boolean => /\.json$/i.test(name);
