import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { arrive, giveWay, inForeground, isAlone } from "../../src/operations/courtesy.js";
import type { Database } from "../../src/store/db.js";
import { DATABASES } from "../support/database.js";

const NEVER = new AbortController().signal;
const LONG_MS = 600_000;

describe("courtesy", () => {
  let db: Database;
  beforeAll(async () => {
    db = await (DATABASES[0] as (typeof DATABASES)[number]).open();
  });
  afterAll(() => db.close());

  test("waits for the calls of other banks, until the last of them is done", async () => {
    const [first, second] = [arrive(db, "other"), arrive(db, "third")];
    let isFree = false;
    const waiting = giveWay(db, "mine", LONG_MS, NEVER).then(() => {
      isFree = true;
    });
    first();
    first(); // once is once
    await new Promise((resolve) => setImmediate(resolve));
    expect(isFree).toBe(false);
    second();
    await waiting;
  });

  test("does not wait for its own bank, whose call may wait for it, nor longer than its bound, nor when it is stopped", async () => {
    const leaveOwn = arrive(db, "mine");
    await giveWay(db, "mine", LONG_MS, NEVER);
    const leave = arrive(db, "other");
    await giveWay(db, "mine", 1, NEVER);
    const stop = new AbortController();
    const waiting = giveWay(db, "mine", LONG_MS, stop.signal);
    stop.abort();
    await waiting;
    leave();
    leaveOwn();
  });

  test("is left by a call that fails, and remembers for a while that others were about", async () => {
    const fresh = Object.create(db) as Database;
    expect(isAlone(fresh, "mine")).toBe(true);
    await inForeground(fresh, "mine", async () => undefined);
    expect(isAlone(fresh, "mine")).toBe(true);
    await expect(
      inForeground(fresh, "other", async () => {
        throw new Error("failed");
      }),
    ).rejects.toThrow("failed");
    await giveWay(fresh, "mine", LONG_MS, NEVER); // nobody is in hand any more
    expect(isAlone(fresh, "mine")).toBe(false);
  });
});
