// What the columns of an archive's rows may hold, without a database.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { TRANSFER_ORDER, transferColumns } from "../../src/store/shapes/transfer-tables.js";
import { type ColumnKind, kindOf } from "../../src/transfer/in/kinds.js";
import { checkRules } from "../../src/transfer/in/rules.js";

const SNAPSHOT = readFileSync(new URL("../store/schema.snapshot.txt", import.meta.url), "utf8");
const KINDS: readonly (readonly [RegExp, ColumnKind])[] = [
  [/\[\]$/, "list"],
  [/^(integer|bigint|smallint|real|double)/, "number"],
  [/^boolean/, "flag"],
  [/^jsonb/, "value"],
];

test.each(TRANSFER_ORDER)("the columns of %s are of the kinds that the database has", (table) => {
  for (const column of transferColumns(table)) {
    const [, type = ""] = new RegExp(`^${table} column \\d+ ${column} (\\S+)`, "m").exec(SNAPSHOT) ?? [];
    expect(type, column).not.toBe("");
    expect([column, kindOf(column)]).toEqual([column, KINDS.find(([form]) => form.test(type))?.[1] ?? "text"]);
  }
});

test.each([
  ["memory", { text: "Ann is here.", context: true }, "context what is no text"],
  ["memory", { text: { a: 1 } }, "text what is no text"],
  ["memory", { mentioned_offset: "1" }, "mentioned_offset what is no number"],
  ["memory", { attachment_ids: [1] }, "attachment_ids what is no list"],
  ["entity", { is_label: "false" }, "is_label what is no flag"],
] as const)("a row of %s with %o is refused", (table, row, why) => {
  expect(() => checkRules(table, [row], { webhookAllowedHosts: [] })).toThrow(`row 0 of ${table} has in ${why}`);
  expect(() => checkRules(table, [{ created_at: null }], { webhookAllowedHosts: [] })).not.toThrow();
});
