// Before all tests: their temporary folder lies in memory, where the machine has it. Afterwards it is removed with what tests left in it.
// In: nothing. Out: TMPDIR of the test processes.

import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { quickFolder } from "../../scripts/quick-folder.mjs";

export default function quickTemporaryFolder(): () => void {
  const folder = mkdtempSync(path.join(quickFolder(), "hindsight-tests-"));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
