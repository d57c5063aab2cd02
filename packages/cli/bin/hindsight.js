#!/usr/bin/env -S MALLOC_ARENA_MAX=2 node --max-semi-space-size=64
// The `hindsight` command: a file that is there before the first build, so that npm can link it.
// What the first line says keeps the server small and quick: two pools of malloc instead of sixteen (80 MB less), and a young generation of 64 MB instead of 16, so that
// what a recall makes is gone before it is moved (8 callers at 10,000 memories: 94 recalls a second instead of 85, and 600 MB instead of 750). Started in another way, the
// server works the same.
import { existsSync } from "node:fs";

const built = new URL("../dist/main.js", import.meta.url);
if (!existsSync(built)) {
  process.stderr.write('Hindsight is not built yet. Run "npm start" (or "npm run build") in the checkout once.\n');
  process.exit(1);
}
await import(built.href);
