import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nestsDeeperThan, parse } from "../../src/http/body.js";

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe("nesting", () => {
  it("is counted as the parsed value nests, whatever its strings hold", () => {
    const strings = fc.stringMatching(/^[[\]{}"\\a]*$/);
    const json = fc.letrec((tie) => ({
      node: fc.oneof({ depthSize: "medium" }, strings, fc.array(tie("node")), fc.dictionary(strings, tie("node"))),
    })).node;
    fc.assert(
      fc.property(json, fc.integer({ min: 0, max: 6 }), (value, limit) => {
        expect(nestsDeeperThan(JSON.stringify(value), limit)).toBe(depthOf(value) > limit);
      }),
    );
  });

  it("ends on text that is no JSON", () => {
    for (const text of ['"', '"\\"', "]]]", '{"a', "\\", ""]) expect(nestsDeeperThan(text, 2)).toBe(false);
    expect(nestsDeeperThan("[[[", 2)).toBe(true);
  });
});

describe("parsing", () => {
  it("reads JSON, and names what is not", () => {
    expect(parse('{"a":[1]}')).toEqual({ ok: true, value: { a: [1] } });
    for (const text of ["{", "NaN", '{"a": Infinity}', "{'a':1}", "[1,]", "\u0000", "undefined"]) {
      expect(parse(text), text).toMatchObject({ ok: false, problem: { type: "json_invalid", loc: ["body", expect.any(Number)] } });
    }
  });

  it("refuses 20,000 levels and takes 100", () => {
    expect(parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`)).toMatchObject({ ok: false, problem: { type: "json_invalid" } });
    expect(parse(`${"[".repeat(100)}${"]".repeat(100)}`)).toMatchObject({ ok: true });
  });

  it("keeps __proto__ a plain key", () => {
    const body = parse('{"__proto__":{"polluted":true}}');
    expect(body.ok && Object.keys(body.value as object)).toEqual(["__proto__"]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
