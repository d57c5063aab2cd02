#!/usr/bin/env -S MALLOC_ARENA_MAX=2 node
// The `hindsight` command: a file that is there before the first build, so that npm can link it.
// What the first line says keeps the server small: two pools of malloc instead of sixteen (80 MB less) at the same speed. Started in another way, the server works
// the same and is larger.
import { existsSync } from "node:fs";

const built = new URL("../dist/main.js", import.meta.url);
if (!existsSync(built)) {
  process.stderr.write('Hindsight is not built yet. Run "npm start" (or "npm run build") in the checkout once.\n');
  process.exit(1);
}
await import(built.href);
