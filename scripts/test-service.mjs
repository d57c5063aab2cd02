// What the servers of the tests have in common: a folder under .cache, a Python environment of their own, a free port, one start at a time.
// In: a name, what pip installs. Out: pieces that test-postgres.mjs and test-s3.mjs are made of.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { makeEnvironment } from "./python-packages.mjs";

/** `script` is the command's own name, for messages. */
export function testService(name, script) {
  const folder = fileURLToPath(new URL(`../.cache/${name}`, import.meta.url));
  const venv = path.join(folder, "venv");
  const bin = path.join(venv, process.platform === "win32" ? "Scripts" : "bin");
  const stateFile = path.join(folder, "state.json");
  const starting = path.join(folder, "starting");

  function fail(message) {
    rmSync(starting, { recursive: true, force: true });
    console.error(message);
    process.exit(1);
  }

  function run(command, args, options = {}) {
    const result = spawnSync(command, args, { encoding: "utf8", ...options });
    if (result.status === 0) return result.stdout;
    return fail(`${command} ${args.join(" ")} failed:\n${said(result)}`);
  }

  return {
    folder,
    venv,
    bin,
    fail,
    run,
    readState: () => (existsSync(stateFile) ? JSON.parse(readFileSync(stateFile, "utf8")) : null),
    writeState: (state) => writeFileSync(stateFile, `${JSON.stringify(state)}\n`),
    forgetState: () => rmSync(stateFile, { force: true }),

    /** Installs packages into the environment, once for a choice of them. */
    async installOnce(...packages) {
      const complete = path.join(venv, "complete");
      const wanted = packages.join("\n");
      if (existsSync(complete) && readFileSync(complete, "utf8") === wanted) return;
      const failed = await makeEnvironment(venv, packages);
      if (failed !== null) fail(failed);
      writeFileSync(complete, wanted);
    },

    /** One process starts the server by `startNow`; others that come meanwhile wait for it. Gives the address. */
    async start(runningUrl, startNow) {
      mkdirSync(folder, { recursive: true });
      for (let waited = 0; waited < 300; waited++) {
        const url = await runningUrl();
        if (url !== null) return url;
        try {
          mkdirSync(starting);
          const started = await startNow();
          rmSync(starting, { recursive: true, force: true });
          return started;
        } catch (error) {
          if (error.code !== "EEXIST") throw error;
        }
        await pause(1000);
      }
      return fail(`Another start has not ended for five minutes. If none is running, remove ${starting}.`);
    },

    /** The command line: `start | stop | url`. */
    async command({ start, stop, runningUrl }) {
      const command = process.argv[2] ?? "start";
      if (command === "start") console.log(await start());
      else if (command === "url") console.log((await runningUrl()) ?? fail(`It is not running: node scripts/${script} start`));
      else if (command === "stop") await stop();
      else fail(`node scripts/${script} start | stop | url`);
    },
  };
}

/** What an ended process said, its failure to start included. */
export function said(result) {
  return `${result.error?.message ?? ""}${result.stdout ?? ""}${result.stderr ?? ""}`;
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
