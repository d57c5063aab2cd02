// Every table and column of a bank either travels or is named here as staying behind: who adds one has to decide.

import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, sql } from "../../src/store/db.js";
import { TRANSFER_ORDER, TRANSFER_TABLES, type TransferTable, transferColumns } from "../../src/store/shapes/transfer-tables.js";
import { MEANINGS } from "../../src/transfer/in/meaning.js";
import { DATABASES } from "../support/database.js";

/** Tables of banks whose rows stay behind, and why. */
const STAYING = {
  bank: "name and settings are a member of their own",
  bank_alias: "a name leads to one bank alone",
  bank_change: "tells the processes of this server what changed",
  embedding_queue: "made anew with the memories",
  extraction: "readings of work under way",
  llm_reservation: "calls under way",
  llm_usage: "what this bank has cost",
  memory_vector: "a member of its own, as numbers",
  mental_model_term: "made anew with the models",
  mental_model_vector: "made anew with the models",
  operation: "work of this server, whose payloads name its storage",
  posting: "made anew with the memories",
  stored_object: "written with the bytes",
};

/** Columns that are not carried over, by table. */
const LEFT: Readonly<Record<string, readonly string[]>> = {
  document: ["revision", "replaced_no", "writing"], // order of this server's operations; what is half written counts as whole
  document_event: ["event_no", "operation_id"],
  entity: ["reading"], // made anew
  entity_alias: ["reading"],
  memory: ["terms", "term_count"], // made anew
  webhook: ["secret", "enabled"], // never leaves; comes switched off
};

let db: Database;
let columns: ReadonlyMap<string, readonly string[]>;
beforeAll(async () => {
  db = await (DATABASES[0] as (typeof DATABASES)[number]).open();
  const { rows } = await db.query<{ name: string; columns: readonly string[] }>(sql`
    SELECT table_name AS name, array_agg(column_name::text) AS columns FROM information_schema.columns
    WHERE table_schema = current_schema() GROUP BY table_name HAVING 'bank_id' = ANY(array_agg(column_name::text))`);
  columns = new Map(rows.map((row) => [row.name, row.columns]));
});
afterAll(() => db.close());

it("every table of a bank travels or stays for a reason", () => {
  expect([...TRANSFER_ORDER, ...Object.keys(STAYING)].sort()).toEqual([...columns.keys()].sort());
});

it.each(TRANSFER_ORDER)("every column of %s is carried over or left for a reason, and its ids are known", (table) => {
  const there = (columns.get(table) ?? []).filter((name) => name !== "bank_id");
  expect([...transferColumns(table), ...(LEFT[table] ?? [])].sort()).toEqual([...there].sort());
  const { numbers = [], runs = [], ids = [], idLists = [], entities = [], entityLists = [] } = MEANINGS[table];
  const meant = [...numbers, ...runs, ...ids, ...idLists, ...entities, ...entityLists];
  expect(meant.filter((name) => !transferColumns(table).has(name))).toEqual([]);
  const named = there.filter((name) => /_no$|^memory_id$|^fact_id$|^entity_id$|_ids$/.test(name) && name !== "attachment_ids");
  expect(named.filter((name) => !meant.includes(name) && !LEFT[table]?.includes(name))).toEqual([]);
  expect((TRANSFER_TABLES[table] as TransferTable).columns.values).toEqual([]);
});
