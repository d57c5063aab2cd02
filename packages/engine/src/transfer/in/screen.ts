import { createHash } from "node:crypto";
import { textHash } from "../../domain/text/text-hash.js";
import type { Row } from "../../domain/transfer.js";
import { TRUST_LEVELS, type Trust } from "../../domain/trust.js";
import { HindsightError } from "../../errors.js";
import { type DefensePolicy, instructionSigns, openScreening, type Screening } from "../../guard/defense/index.js";
import type { TransferTableName } from "../../store/shapes/transfer-tables.js";

/** Looks through the rows of an archive, which is one more way into a bank. */
export interface RowScreen {
  /** The row as it may be stored. Throws `memory_blocked`: a row cannot be left out without those that refer to it, so the archive stays outside. */
  screen(table: TransferTableName, row: Row): Row;
  /** Names of what was taken out so far. */
  found(): readonly string[];
}

/** What is no memory of the bank: settings of its own, which hold credentials by right, and a log without words. */
const NOT_READ: ReadonlySet<TransferTableName> = new Set(["webhook", "audit_log"]);
/** Columns that are ids, numbers, hashes, times and choices: an archive has what it likes in them, and what is changed there means something else. */
const NO_TEXT = /(?:^|_)(?:id|ids|no|hash|at|kind|language|type|status|trust|precision)$/;
/** What a machine wrote there: a UUID, a hash, bytes, a time. */
const BY_MACHINE = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:\\x)?[0-9a-f]*|\d{4,6}-\d\d-\d\dT[\d:.]+(?:Z|[+-][\d:]+)?(?: BC)?)$/;
/** The rules of a bank are its own (a directive), but not what they are called. */
const OWN_WORDS: Partial<Record<TransferTableName, string>> = { directive: "content" };

/** What is as it was said or learnt from it: where a retain looks for instructions, rows are looked through as well. */
const SAID: ReadonlySet<TransferTableName> = new Set([
  "document",
  "chunk",
  "memory",
  "invalidated_memory",
  "memory_source",
  "invalidated_source",
]);
const SAID_COLUMNS = ["original_text", "text", "context"];
const MEMORIES: ReadonlySet<TransferTableName> = new Set(["memory", "invalidated_memory"]);

/** `isOwn`: the archive was made within this server for this import (a clone), so what its rows say of trust is the bank's own word. */
export function openRowScreen(policy: DefensePolicy, { isOwn }: { readonly isOwn: boolean }): RowScreen {
  const types = new Set<string>();
  const looksFor = { data: policy.actions.size > 0, instructions: policy.instructions === "block" };
  const believed = (table: TransferTableName, row: Row): Row =>
    isOwn || !MEMORIES.has(table) ? row : { ...row, ...beliefIn(row, policy) };
  const cleaned = (table: TransferTableName, row: Row): Row => {
    if (NOT_READ.has(table) || !(looksFor.data || looksFor.instructions)) return row;
    const screening = openScreening(policy);
    if (SAID.has(table)) refuseInstructions(screening, row);
    const kept = (text: string): string => (BY_MACHINE.test(text) ? text : screening.require(text));
    const cleanerOf = (name: string) => (NO_TEXT.test(name) ? kept : screening.clean);
    const clean = Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, OWN_WORDS[table] === name ? value : everyText(value, cleanerOf(name))]),
    );
    const { action, matchedTypes, detector } = screening.verdict();
    if (action === "allow") return row;
    if (action === "block") throw blocked(table, detector ?? "", matchedTypes);
    for (const type of matchedTypes) types.add(type);
    return rehashed(table, row, clean);
  };
  return { found: () => [...types], screen: (table, row) => believed(table, cleaned(table, row)) };
}

function refuseInstructions(screening: Screening, row: Row): void {
  for (const name of SAID_COLUMNS) if (typeof row[name] === "string") screening.refuseInstructions(row[name]);
}

/** What a bank believes of a memory from elsewhere: no more than of an item whose caller says nothing of its source, whatever the archive says of it. */
function beliefIn(row: Row, { defaultTrust, lowTrust, instructionLike }: DefensePolicy): Row {
  const trust = lesser((row.trust as Trust | undefined) ?? "normal", defaultTrust);
  const { text, context } = row;
  const signs = instructionSigns(typeof context === "string" ? `${String(text)}\n${context}` : String(text));
  const isTaught = !(trust === "low" && lowTrust !== "keep") && (instructionLike === "keep" || signs.length === 0);
  return { trust, instruction_signs: signs, is_learnt: isTaught && row.is_learnt !== false };
}

const lesser = (one: Trust, other: Trust): Trust => (TRUST_LEVELS.indexOf(one) > TRUST_LEVELS.indexOf(other) ? one : other);

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
