import { describe, expect, test } from "vitest";
import { DATABASES } from "../support/database.js";
import { killNine } from "./kill-nine.js";

/** The moments of death, the same in every run of the test. The script of the same name takes random ones, twenty of them. */
function lengths(): () => number {
  let state = 20_240_501;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe.each(DATABASES)("kill -9 on $name", (database) => {
  test("in the middle of retains loses nothing acknowledged and stores nothing twice", { timeout: 240_000 }, async () => {
    const verdict = await killNine(database.name, 3, lengths());
    expect(verdict.acknowledged).toBeGreaterThan(30);
    expect(verdict.stored).toBeGreaterThanOrEqual(verdict.acknowledged);
    expect(verdict).toMatchObject({ lost: [], twice: [], withoutVector: 0, unfinished: 0 });
  });
});
