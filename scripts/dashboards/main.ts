// Writes deploy/monitoring/grafana/*.json: npx tsx scripts/dashboards/main.ts

import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DASHBOARDS } from "./all.js";
import { dashboardJson } from "./panels.js";

for (const [file, dashboard] of Object.entries(DASHBOARDS)) {
  const path = fileURLToPath(new URL(`../../deploy/monitoring/grafana/${file}`, import.meta.url));
  writeFileSync(path, `${JSON.stringify(dashboardJson(dashboard), null, 2)}\n`);
}
