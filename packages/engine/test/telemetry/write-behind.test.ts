// Rows that are written behind the calls: what a passing trouble keeps, what a lasting one loses, and that nobody's rows are mixed.

import pino from "pino";
import { describe, expect, test } from "vitest";
import { type BankScope, bankScope } from "../../src/domain/scope.js";
import { HindsightError } from "../../src/errors.js";
import { writeBehind } from "../../src/telemetry/write-behind.js";

const [first, second] = [bankScope("public", 1, "first"), bankScope("public", 2, "second")];
const PASSING = new HindsightError("database_unavailable", "The database is away.");
const LASTING = Object.assign(new Error("unsupported Unicode escape sequence"), { code: "22P05" });

function opened(capacity = 1_000) {
  const written: string[] = [];
  const state = { lost: 0, trouble: null as Error | null };
  const rows = writeBehind<number>({
    capacity,
    async write(bank: BankScope, batch) {
      if (state.trouble !== null) throw state.trouble;
      written.push(`${bank.bankId}: ${batch.join(" ")}`);
    },
    onLost: (count) => {
      state.lost += count;
    },
    log: pino({ level: "silent" }),
    what: "rows",
  });
  return { rows, written, state };
}

describe("rows written behind", () => {
  test("go by bank, a hundred at a time, in their order", async () => {
    const { rows, written } = opened();
    for (let n = 0; n < 150; n++) rows.add(n % 50 === 0 ? second : first, n);
    await rows.flush();
    expect(written.map((line) => [line.split(":")[0], line.split(" ").length - 1])).toEqual([
      ["second", 3],
      ["first", 100],
      ["first", 47],
    ]);
    expect(written[0]).toBe("second: 0 50 100");
    await rows.close();
  });

  test("stay through a trouble that passes, and are lost by one that lasts", async () => {
    const { rows, written, state } = opened();
    rows.add(first, 1);
    state.trouble = PASSING;
    await rows.flush();
    state.trouble = null;
    await rows.flush();
    expect([written, state.lost]).toEqual([["first: 1"], 0]);
    rows.add(first, 2);
    state.trouble = LASTING;
    await rows.flush();
    state.trouble = null;
    await rows.close();
    expect([written, state.lost]).toEqual([["first: 1"], 1]);
  });

  test("are counted when there is no room, and when the end comes in a trouble", async () => {
    const { rows, written, state } = opened(2);
    for (const n of [1, 2, 3]) rows.add(first, n);
    expect(state.lost).toBe(1);
    state.trouble = PASSING;
    await rows.close();
    expect([written, state.lost]).toEqual([[], 3]);
  });
});
