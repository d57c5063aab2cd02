// The `hindsight` command for processes of its own: from what `npm test` has just built, else from the sources.
// In: HINDSIGHT_TEST_BUILT, which `npm test` sets. Out: what comes after `node`, before the command's own arguments.
// Measured: a server is up after 4.8 s of processor time from the build, after 6.4 from the sources, which tsx compiles at each start.

import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

const file = (place: string): string => fileURLToPath(new URL(`../../packages/cli/${place}`, import.meta.url));
const tsx = (): string => pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;

export const HINDSIGHT: readonly string[] =
  process.env.HINDSIGHT_TEST_BUILT === "1" ? [file("dist/main.js")] : ["--conditions=source", "--import", tsx(), file("src/main.ts")];
