// The `hindsight` command.

import { readFileSync } from "node:fs";
import { carryOut } from "./carry-out.js";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };

const status = await carryOut(version, process.argv.slice(2));
// A verb may have asked for another status, and a server goes on in the background.
if (status !== 0) process.exitCode = status;
