/** Front matter of a Markdown file: YAML between two lines of dashes, with the line of each thing, so that a problem can be found. */

import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from "yaml";
import { type HeaderLimits, overLimit, PAGE_HEADER } from "./header-limits.js";

/** What is wrong, and where: lines count from 1, null is the file as such. */
export interface Problem {
  readonly message: string;
  readonly line: number | null;
}

/** A value of the front matter. */
export interface Field {
  readonly line: number;
  /** As YAML reads it. */
  readonly value: unknown;
  /** The words of a single value as they stand there (`2024`, `yes`); null for a list, a mapping or nothing. */
  readonly text: string | null;
  /** The entries of a list; null for what is none. */
  readonly entries: readonly Field[] | null;
}

export interface FrontMatter {
  readonly fields: ReadonlyMap<string, Field>;
  readonly body: string;
  readonly problems: readonly Problem[];
}

const OPENING = /^\uFEFF?---[ \t]*\r?\n/u;
const CLOSING = /^(?:---|\.\.\.)[ \t]*$/u;

/** A file that does not begin with a line of dashes has no fields and is body whole. Front matter over the limits is a problem, and is not read. */
export function readFrontMatter(file: string, limits: HeaderLimits = PAGE_HEADER): FrontMatter {
  const opening = OPENING.exec(file)?.[0];
  if (opening === undefined) return { fields: new Map(), body: file.replace(/^\uFEFF/u, ""), problems: [] };
  const rest = file.slice(opening.length);
  const end = endOf(rest);
  if (end === null) return failed("", "The front matter has no end: close it with a line of three dashes.", 1);
  const { fields, problems } = fieldsOf(rest.slice(0, end.from), limits);
  // One blank line after the dashes is no part of the text: it is written so.
  return { fields, body: rest.slice(end.to).replace(/^\r?\n/u, ""), problems };
}

/** Where the closing line stands. */
function endOf(text: string): { readonly from: number; readonly to: number } | null {
  for (let from = 0; from < text.length; ) {
    const next = text.indexOf("\n", from);
    const to = next === -1 ? text.length : next + 1;
    if (CLOSING.test(text.slice(from, to).trimEnd())) return { from, to };
    from = to;
  }
  return null;
}

/** `uniqueKeys` compares each key with all before it; `repeatedKey` finds the same in one pass. Types that YAML can be told of (`!!omap`) are not taken. */
const OPTIONS = { prettyErrors: false, merge: false, logLevel: "silent", uniqueKeys: false, resolveKnownTags: false } as const;

function fieldsOf(yaml: string, limits: HeaderLimits): Pick<FrontMatter, "fields" | "problems"> {
  const over = overLimit(yaml, limits);
  if (over !== null) return { fields: new Map(), problems: [over] };
  const lines = new LineCounter();
  const document = parseDocument(yaml, { ...OPTIONS, lineCounter: lines });
  const lineOf = (offset: number): number => lines.linePos(offset).line + 1; // the dashes are line 1
  const [error] = [...document.errors, ...document.warnings];
  if (error !== undefined) return failed("", `The front matter is no YAML: ${error.message}`, lineOf(error.pos[0]));
  const repeated = repeatedKey(document);
  if (repeated !== null)
    return failed("", `The front matter has the key '${repeated.key}' twice. Keys are unique: take one out.`, lineOf(repeated.offset));
  const root = document.contents;
  if (root === null || (isScalar(root) && root.value === null)) return { fields: new Map(), problems: [] };
  if (!isMap(root)) return failed("", "The front matter must be `key: value` lines.", 2);
  const fields = new Map<string, Field>();
  try {
    for (const { key, value } of root.items) {
      if (!isScalar(key)) return failed("", "A key of the front matter must be a word.", 2);
      const line = lineOf(key.range?.[0] ?? 0);
      fields.set(
        String(key.value),
        fieldOf(value as Node | null, line, lineOf, (node) => node.toJS(document, { maxAliasCount: 0 })),
      );
    }
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return failed("", "The front matter uses YAML aliases (`*name`), which are not taken. Write the value out.", 2);
  }
  return { fields, problems: [] };
}

function repeatedKey(document: Document): { readonly key: string; readonly offset: number } | null {
  let found: { readonly key: string; readonly offset: number } | null = null;
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) {
          found = { key: String(key.value).slice(0, 100), offset: key.range?.[0] ?? 0 };
          return visit.BREAK;
        }
        seen.add(key.value);
      }
      return undefined;
    },
  });
  return found;
}

function fieldOf(node: Node | null, at: number, lineOf: (offset: number) => number, toValue: (node: Node) => unknown): Field {
  if (node === null) return { line: at, value: null, text: null, entries: null };
  const line = node.range ? lineOf(node.range[0]) : at;
  const entries = isSeq(node) ? node.items.map((item) => fieldOf(item as Node | null, line, lineOf, toValue)) : null;
  const value = entries === null ? toValue(node) : entries.map((entry) => entry.value); // each node once, however deep it lies
  const text =
    isScalar(node) && node.value !== null ? (typeof node.value === "string" ? node.value : (node.source ?? String(node.value))) : null;
  return { line, value, text, entries };
}

const failed = (body: string, message: string, line: number): FrontMatter => ({ fields: new Map(), body, problems: [{ message, line }] });
