// hindsight serve: the server in this process, until it is told to stop.
// The server is loaded when it is started: the commands that only ask one are there several times sooner without it.

import type { Command } from "commander";
import { stopOnSignal } from "../stop-on-signal.js";

interface ServeOptions {
  readonly host?: string;
  readonly port?: string;
  readonly consolePort?: string;
  readonly dataDir?: string;
}

export function serve(program: Command): void {
  program
    .command("serve")
    .description("start the memory server")
    .option("--host <address>", "address to listen on (HINDSIGHT_API_HOST, 127.0.0.1)")
    .option("--port <number>", "port to listen on (HINDSIGHT_API_PORT, 8888)")
    .option("--console-port <number>", "port of the web console, 0 for none (HINDSIGHT_CP_PORT, 9999)")
    .option("--data-dir <folder>", "folder of the embedded database (HINDSIGHT_DATA_DIR, ~/.hindsight)")
    .addHelpText("after", "\nExample:\n  hindsight serve --port 8899 --data-dir ./memory")
    .action(async (options: ServeOptions) => {
      const env = { ...process.env };
      if (options.host !== undefined) env.HINDSIGHT_API_HOST = options.host;
      if (options.port !== undefined) env.HINDSIGHT_API_PORT = options.port;
      if (options.consolePort !== undefined) env.HINDSIGHT_CP_PORT = options.consolePort;
      if (options.dataDir !== undefined) env.HINDSIGHT_DATA_DIR = options.dataDir;
      const [{ startServer }, { loadSettings }] = await Promise.all([
        import("@hindsight-memory/server"),
        import("@hindsight-memory/engine"),
      ]);
      const { basePath, apiKey, tenantMode, consolePort } = loadSettings(env);
      const server = await startServer({ env, ...(consolePort !== 0 && { consolePort }) });
      process.stdout.write(welcome(server.url + basePath, apiKey !== "" || tenantMode !== "", server.consoleUrl));
      stopOnSignal("server", () => server.close());
    });
}

/** What to do next. `asksForKeys`: the server lets nobody in who has none. `consoleUrl`: where a browser finds it; null where it is switched off. */
export function welcome(url: string, asksForKeys: boolean, consoleUrl: string | null): string {
  // The commands find the usual address by themselves; another one must be named to them.
  const elsewhere = url === "http://127.0.0.1:8888" ? "" : `export HINDSIGHT_API_URL=${url}\n    `;
  const key = asksForKeys ? "export HINDSIGHT_API_KEY=…   # a key of this server\n    " : "";
  return `
Hindsight is listening on ${url}

  Try it, in another terminal, in this folder:
    ${elsewhere}${key}npx hindsight retain demo "Ann moved to Delft last spring and rows on the canal."
    npx hindsight recall demo "Where did Ann move to?"

${consoleUrl === null ? "" : `  Web console     ${consoleUrl}\n`}  API reference   ${url}/docs
  Health          ${url}/health
  Stop            Ctrl-C

`;
}
