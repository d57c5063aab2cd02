// The `hindsight` command.

import { readFileSync } from "node:fs";
import { carryOut } from "./carry-out.js";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };

/** What a shell says of a program that SIGPIPE ended; Node ignores that signal. */
const SIGPIPE_STATUS = 141;
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(SIGPIPE_STATUS); // whoever read has read enough, as `head` does
    if (stream === process.stdout) process.stderr.write(`Error: what was to be shown could not be written: ${error.message}.\n`);
    process.exit(1);
  });
}

const status = await carryOut(version, process.argv.slice(2));
// A verb may have asked for another status, and a server goes on in the background.
if (status !== 0) process.exitCode = status;
