// What the columns of an archive's rows may hold, and what memory defense finds in them, without a database.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DETECTORS, readPolicy } from "../../src/guard/defense/index.js";
import { TRANSFER_ORDER, transferColumns } from "../../src/store/shapes/transfer-tables.js";
import { type ColumnKind, kindOf } from "../../src/transfer/in/kinds.js";
import { checkRules } from "../../src/transfer/in/rules.js";
import { openRowScreen } from "../../src/transfer/in/screen.js";
import { word } from "../guard/defense/samples.js";

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

test("a media type becomes a header: one with a line break is refused", () => {
  const row = (media_type: string) => checkRules("attachment", [{ media_type }], { webhookAllowedHosts: [] });
  expect(() => row("image/png\r\nx: y")).toThrow("media_type that no attachment may have");
  row("image/png");
});

const SECRET = `ghp_${word(36)}`;
const ALL = readPolicy({ enabled: true, rules: DETECTORS.map(({ name }) => ({ on: name, action: "redact" as const })) });

test.each([
  ["mental_model", { id: SECRET.toLowerCase() }],
  ["knowledge_node", { id: `kp-${SECRET}` }],
  ["entity", { kind: `person ${SECRET}` }],
  ["memory", { text: "Ann", language: SECRET }],
  ["memory", { text: "Ann", attachment_ids: [SECRET] }],
  ["document_event", { kind: SECRET }],
] as const)("what a row of %s has in an id or a choice cannot be changed, so a secret there blocks: %o", (table, row) => {
  expect(() => openRowScreen(ALL, { isOwn: false }).screen(table, row)).toThrow("github_token");
});

test("what machines write there is none, and the rules of a bank are its own words, but not their names", () => {
  const { screen, found } = openRowScreen(ALL, { isOwn: false });
  const row = {
    id: "41111111-1111-4111-8111-111111111111",
    content_hash: "4111111111111111".repeat(4),
    source_hash: "\\x4111111111111111",
    created_at: "2026-11-30T16:01:22.869859+00:00",
    name: `n ${SECRET}`,
    content: `Never say ${SECRET}.`,
  };
  expect(screen("directive", row)).toEqual({ ...row, name: "n [REDACTED:github_token]" });
  expect(found()).toEqual(["github_token"]);
});
