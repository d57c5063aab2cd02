// The form of the settings has every setting of a bank, as the server's own table has it.

import { expect, test } from "vitest";
import { BANK_SETTINGS } from "../../../engine/src/config/bank-settings.js";
import { type Configured, originOf, read } from "../../src/pages/settings/drafts";
import { ELSEWHERE, FIELDS, type Field, MCP_TOOLS } from "../../src/pages/settings/fields";
import { pairsOf } from "../../src/pages/settings/pairs";

const fields: readonly Field[] = Object.values(FIELDS).flat();
const table = Object.entries(BANK_SETTINGS).filter(([name]) => !ELSEWHERE.some((each) => each === name));

test("each setting stands once, with the same default and the same words on whether anything reads it", () => {
  const shown = fields.map(({ name, preset, isKept }) => [name, preset, isKept !== true]);
  expect(shown.sort()).toEqual(table.map(([name, { default: preset, effective }]) => [name, preset, effective]).sort());
});

test.each(fields.map((field) => [field.name, field] as const))("%s takes what its control gives", (name, field) => {
  const { schema } = BANK_SETTINGS[name as keyof typeof BANK_SETTINGS];
  const good = (value: unknown) => schema.safeParse(value).success;
  if (field.kind === "choice") {
    expect(field.choices.filter((choice) => !good(choice))).toEqual([]);
    expect(good("another")).toBe(false);
  } else if (field.kind === "flag") expect([true, false].every(good)).toBe(true);
  else if (field.kind === "number") {
    expect(good(field.isWhole ? field.min : field.min + 0.5)).toBe(true);
    expect(good(field.isWhole ? field.min - 1 : field.min)).toBe(false);
  } else if (field.kind === "tools") expect(good(Object.values(MCP_TOOLS).flat())).toBe(true);
  else if (field.kind !== "json") expect(good("words")).toBe(true);
});

test("what is typed becomes a value, or says what is wrong", () => {
  const [size, json] = [fields.find(({ name }) => name === "retain_chunk_size"), fields.find(({ kind }) => kind === "json")] as [
    Field,
    Field,
  ];
  expect(read(size, " 70 ")).toEqual({ value: 70 });
  expect(read(size, "")).toEqual({ value: null });
  expect(read(size, "7.5")).toEqual({ flaw: "number" });
  expect(read(size, "0")).toEqual({ flaw: "number" });
  expect(read(json, '{"a":1}')).toEqual({ value: { a: 1 } });
  expect(read(json, "{")).toMatchObject({ flaw: "json" });
});

test("an origin is what the server says; of a server that says none it is the bank's, the default's, or the server's", () => {
  const size = fields.find(({ name }) => name === "retain_chunk_size") as Field;
  const origin = (value: number, overrides: object, origins?: Configured["origins"]) =>
    originOf(size, { config: { retain_chunk_size: value }, overrides: { ...overrides }, origins });
  expect(origin(3000, {}, { retain_chunk_size: "tenant" })).toBe("tenant");
  expect(origin(3000, {}, { retain_chunk_size: "server" })).toBe("server");
  expect(origin(3000, { retain_chunk_size: 3000 })).toBe("bank");
  expect(origin(3000, {})).toBe("default");
  expect(origin(2500, {})).toBe("server");
});

test("headers are one on a line", () => {
  expect(pairsOf("X-A: b: c\n\nD:\n")).toEqual({ pairs: { "X-A": "b: c", D: "" } });
  expect(pairsOf("nonsense")).toEqual({ flaw: "nonsense" });
});
