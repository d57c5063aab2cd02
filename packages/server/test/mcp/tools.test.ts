// The list of tools as a table: what each needs, changes and is noted as agrees with the routes and the contract.

import { expect, test } from "vitest";
import { accessOfOperation } from "../../src/access/index.js";
import { argumentsSchema } from "../../src/mcp/json-schema.js";
import { TOOLS } from "../../src/mcp/tools/index.js";

test("names are the contract's, each once", () => {
  expect(TOOLS).toHaveLength(39);
  expect(new Set(TOOLS.map(({ name }) => name)).size).toBe(39);
  expect(TOOLS.filter(({ modes }) => modes === "multi").map(({ name }) => name)).toEqual(["list_banks", "create_bank", "get_bank_stats"]);
});

test("a tool needs the access that the same operation needs over HTTP", () => {
  for (const { name, operation, access, effect } of TOOLS) {
    expect(access, name).toBe(accessOfOperation(operation, effect === "reads" ? "read" : "write"));
  }
});

test("what changes something is audited, and of what only looks recall and reflect are", () => {
  for (const { name, audited, effect } of TOOLS) {
    expect(audited !== null, name).toBe(effect !== "reads" || name === "recall" || name === "reflect");
  }
});

test("no schema refers to another, and every required parameter is one that cannot be left out", () => {
  for (const { name, parameters } of TOOLS) {
    const schema = argumentsSchema(parameters);
    expect(JSON.stringify(schema), name).not.toContain("$ref");
    for (const [key, property] of Object.entries(schema.properties)) {
      expect("default" in property, `${name}.${key}`).toBe(!schema.required.includes(key));
    }
  }
});
