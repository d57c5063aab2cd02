// What a date means must not depend on the zone of the process. The tables are computed in processes that live elsewhere.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { answers } from "./tables/answers.js";

const SCRIPT = fileURLToPath(new URL("./tables/print-answers.ts", import.meta.url));

function answersIn(zone: string): { readonly offsets: readonly number[]; readonly answers: readonly string[] } {
  const child = spawnSync(process.execPath, ["--import", "tsx", SCRIPT], {
    env: { ...process.env, TZ: zone },
    encoding: "utf8",
    maxBuffer: 16 * 1024 * 1024,
  });
  expect(child.stderr).toBe("");
  return JSON.parse(child.stdout);
}

describe("the dates of all tables", () => {
  const here = answers();
  // Minutes west of UTC in January and July: shows that the process really lives there.
  it.each([
    ["UTC", [0, 0]],
    ["Asia/Tokyo", [-540, -540]],
    ["America/Los_Angeles", [480, 420]],
    ["Pacific/Kiritimati", [-840, -840]],
    ["America/Sao_Paulo", [180, 180]],
  ])("are the same in %s", (zone, offsets) => {
    const there = answersIn(zone);
    expect(there.offsets).toEqual(offsets);
    expect(there.answers.length).toBeGreaterThan(1000);
    expect(there.answers).toEqual(here);
  });
});
