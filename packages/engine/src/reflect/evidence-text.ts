/** Evidence as text for the one who writes the answer: every entry once, in parts that fit. */

import type { ReflectedToolCall } from "../domain/reflect.js";
import { fitsTokens, truncateToTokens } from "../domain/text/tokens.js";

/** The lists of a tool's output whose entries stand alone. */
const LISTS = ["mental_models", "observations", "memories", "results"] as const;

/** Entries of all calls in the order of finding, each once; passages and source facts are entries of their own. */
export function entriesOf(calls: readonly ReflectedToolCall[]): readonly string[] {
  const entries = new Set<string>();
  for (const { output } of calls) {
    if ("error" in output) continue;
    for (const list of LISTS) {
      const items = output[list];
      if (Array.isArray(items)) for (const item of items) if (!isError(item)) entries.add(JSON.stringify(item));
    }
    for (const [id, text] of Object.entries((output.chunks ?? {}) as Readonly<Record<string, unknown>>)) {
      entries.add(JSON.stringify({ passage_of: id, text }));
    }
    for (const fact of Object.values((output.source_facts ?? {}) as Readonly<Record<string, unknown>>)) entries.add(JSON.stringify(fact));
  }
  return [...entries];
}

const isError = (item: unknown): boolean => typeof item === "object" && item !== null && "error" in item;

/** Packs entries into parts of at most `limit` tokens, in order. One that is larger is cut into pieces; nothing is left out. */
export function packed(entries: readonly string[], limit: number): readonly string[] {
  const parts: string[] = [];
  let part = "";
  for (const piece of entries.flatMap((entry) => pieces(entry, limit))) {
    const longer = part === "" ? piece : `${part}\n${piece}`;
    if (part !== "" && !fitsTokens(longer, limit)) {
      parts.push(part);
      part = piece;
    } else part = longer;
  }
  return part === "" ? parts : [...parts, part];
}

function pieces(entry: string, limit: number): readonly string[] {
  const found: string[] = [];
  let rest = entry;
  while (!fitsTokens(rest, limit)) {
    const piece = truncateToTokens(rest, limit);
    found.push(piece);
    rest = rest.slice(Math.max(1, piece.length));
  }
  return [...found, rest];
}
