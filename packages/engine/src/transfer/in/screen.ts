import { createHash } from "node:crypto";
import { textHash } from "../../domain/text/text-hash.js";
import type { Row } from "../../domain/transfer.js";
import { HindsightError } from "../../errors.js";
import { type DefensePolicy, openScreening } from "../../guard/defense/index.js";
import type { TransferTableName } from "../../store/shapes/transfer-tables.js";

/** Looks through the rows of an archive, which is one more way into a bank. */
export interface RowScreen {
  /** The row as it may be stored. Throws `memory_blocked`: a row cannot be left out without those that refer to it, so the archive stays outside. */
  screen(table: TransferTableName, row: Row): Row;
  /** Names of what was taken out so far. */
  found(): readonly string[];
}

/** What is no memory of the bank: settings of its own, which hold credentials by right, and a log without words. */
const NOT_READ: ReadonlySet<TransferTableName> = new Set(["webhook", "directive", "audit_log"]);
/** Columns that are ids, numbers, hashes, times and choices. */
const NO_TEXT = /(?:^|_)(?:id|ids|no|hash|at|kind|language|type|status|trust|precision)$/;

export function openRowScreen(policy: DefensePolicy): RowScreen {
  const types = new Set<string>();
  return {
    found: () => [...types],
    screen(table, row) {
      if (policy.actions.size === 0 || NOT_READ.has(table)) return row;
      const screening = openScreening(policy);
      if (typeof row.document_id === "string") screening.require(row.document_id);
      const clean = Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, NO_TEXT.test(name) ? value : everyText(value, screening.clean)]),
      );
      const { action, matchedTypes, detector } = screening.verdict();
      if (action === "allow") return row;
      if (action === "block") throw blocked(table, detector ?? "", matchedTypes);
      for (const type of matchedTypes) types.add(type);
      return rehashed(table, row, clean);
    },
  };
}

function everyText(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map((each) => everyText(each, clean));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [clean(key), everyText(each, clean)]));
}

/** Hashes and lengths follow their text: what is retained later is compared by them. */
function rehashed(table: TransferTableName, before: Row, row: Readonly<Record<string, unknown>>): Row {
  const { text, original_text: original } = row;
  if (table === "document" && typeof original === "string" && original !== before.original_text)
    return { ...row, content_hash: sha256(original), text_length: original.length };
  if (typeof text !== "string" || text === before.text) return row;
  if (table === "chunk") return { ...row, content_hash: sha256(text) };
  return "text_hash" in row ? { ...row, text_hash: `\\x${textHash(text).toString("hex")}` } : row;
}

const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

function blocked(table: string, detector: string, matchedTypes: readonly string[]): HindsightError {
  const message = `Nothing was imported: a ${table.replaceAll("_", " ")} in the archive holds ${matchedTypes.join(", ")}, which the memory defense of the bank blocks. Redact instead, or take it out where it was exported.`;
  return new HindsightError("memory_blocked", message, { details: { violations: [{ index: 0, detector, message }] } });
}
