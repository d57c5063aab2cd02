#!/usr/bin/env node
// The `hindsight` command: a file that is there before the first build, so that npm can link it.
import { existsSync } from "node:fs";

const built = new URL("../dist/main.js", import.meta.url);
if (!existsSync(built)) {
  process.stderr.write('Hindsight is not built yet. Run "npm start" (or "npm run build") in the checkout once.\n');
  process.exit(1);
}
await import(built.href);
