// The power goes at 200 random moments: `node test/power-loss.mjs [cuts] [seed]`. Takes about two seconds per cut.
// In: how many cuts (default 200) and a seed for where. Out: the exit code of packages/engine/test/store/faults-power-loss.test.ts.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const [cuts = "200", seed = "20260"] = process.argv.slice(2);
const root = fileURLToPath(new URL("..", import.meta.url));
const env = { ...process.env, HINDSIGHT_POWER_LOSS_CUTS: cuts, HINDSIGHT_POWER_LOSS_SEED: seed };
const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
const { status } = spawnSync(process.execPath, [vitest, "run", "packages/engine/test/store/faults-power-loss.test.ts"], {
  cwd: root,
  env,
  stdio: "inherit",
});
process.exit(status ?? 1);
