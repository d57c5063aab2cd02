// A first minute where no server runs: the demo starts one, and it is gone afterwards.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { cliOf } from "./support/cli.js";

test("demo starts a server of its own where none was named and none answers", { timeout: 120_000 }, async () => {
  const home = mkdtempSync(path.join(tmpdir(), "hindsight-demo-"));
  // Port 2 is nobody's: the usual address of this environment does not answer.
  const env = { HOME: home, HINDSIGHT_API_KEY: "", HINDSIGHT_DATA_DIR: path.join(home, "data"), HINDSIGHT_API_PORT: "2" };
  try {
    const { status, output, errors } = await cliOf("", env)("demo", "--delete");
    expect([status, errors]).toEqual([0, ""]);
    expect(output).toMatch(/^No server runs, so one was started[\s\S]*→ Ann moved to Delft[\s\S]*The bank "demo" is deleted\./);
    const named = await cliOf("http://127.0.0.1:2", env)("demo");
    expect([named.status, named.errors]).toEqual([1, expect.stringContaining("No server answers at http://127.0.0.1:2")]);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
