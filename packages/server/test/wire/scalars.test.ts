import { z } from "@hono/zod-openapi";
import { describe, expect, it } from "vitest";
import { problemsOf } from "../../src/http/problems.js";
import { choice, flag, float, integer, maybe, name, preset, prose } from "../../src/wire/scalars.js";

const Body = z.object({
  count: preset(integer({ min: 1, max: 9 }), 5),
  share: maybe(float()),
  on: preset(flag(), false),
  word: maybe(choice(["a", "b", "c"])),
  id: maybe(name()),
  text: maybe(prose()),
  needed: integer(),
});

function read(input: unknown): unknown {
  const result = Body.safeParse(input);
  return result.success ? result.data : problemsOf(result.error, "body", input);
}

describe("scalars", () => {
  it("fill defaults, take null where it is allowed, and read numbers and flags from text", () => {
    expect(read({ needed: "7", share: "0.5", on: "yes", count: 3.0 })).toEqual({ needed: 7, share: 0.5, on: true, count: 3 });
    expect(read({ needed: 1, share: null, word: null })).toEqual({ needed: 1, share: null, word: null, count: 5, on: false });
  });

  it.each([
    [{}, "needed", "missing", null],
    [{ needed: null }, "needed", "int_type", null],
    [{ needed: [] }, "needed", "int_type", []],
    [{ needed: "x" }, "needed", "int_parsing", "x"],
    [{ needed: "" }, "needed", "int_parsing", ""],
    [{ needed: 1.5 }, "needed", "int_from_float", 1.5],
    [{ needed: Number.POSITIVE_INFINITY }, "needed", "finite_number", Number.POSITIVE_INFINITY],
    [{ needed: "99999999999999999999" }, "needed", "less_than_equal", "99999999999999999999"],
    [{ needed: 1, count: 0 }, "count", "greater_than_equal", 0],
    [{ needed: 1, count: 10 }, "count", "less_than_equal", 10],
    [{ needed: 1, share: "half" }, "share", "float_parsing", "half"],
    [{ needed: 1, share: {} }, "share", "float_type", {}],
    [{ needed: 1, share: Number.POSITIVE_INFINITY }, "share", "finite_number", Number.POSITIVE_INFINITY],
    [{ needed: 1, on: "maybe" }, "on", "bool_parsing", "maybe"],
    [{ needed: 1, on: [] }, "on", "bool_type", []],
    [{ needed: 1, word: "d" }, "word", "literal_error", "d"],
    [{ needed: 1, id: 5 }, "id", "string_type", 5],
    [{ needed: 1, id: "a\0" }, "id", "value_error", "a\0"],
  ])("%j: %s is %s", (input, field, type, echoed) => {
    expect(read(input)).toEqual([expect.objectContaining({ loc: ["body", field], type, input: echoed, msg: expect.any(String) })]);
  });

  it("drop what no database holds from prose, and nothing else", () => {
    expect(read({ needed: 1, text: "a\0b\u0001 \ud800" })).toMatchObject({ text: "ab\u0001 \ud800" });
  });

  it("do not mirror a large value", () => {
    const [problem] = read({ needed: "x".repeat(1_000_000) }) as readonly { input: string }[];
    expect(problem?.input.length).toBeLessThan(1_100);
  });
});
