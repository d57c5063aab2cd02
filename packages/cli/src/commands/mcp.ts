// hindsight mcp: the memory for an agent that starts its MCP servers itself.
// In: messages of the protocol on stdin. Out: messages on stdout, and nothing else there: everything that is said to people goes to stderr.

import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { connectionOf, usualAddress } from "../connection.js";
import { harmless } from "../harmless.js";
import { stopOnSignal } from "../stop-on-signal.js";

interface Options {
  readonly bank?: string;
  readonly url?: string;
  readonly dataDir?: string;
  readonly logFile?: string;
  readonly profile?: string;
}

export function mcp(program: Command): void {
  program
    .command("mcp")
    .description("speak MCP on standard input and output, for agents that start their servers themselves")
    .option("--bank <id>", "stay inside this bank, whatever the agent says (recommended); unset, each call may name one")
    .option("--url <address>", "pass everything on to a running server (HINDSIGHT_API_URL); unset, the memory is opened here")
    .option("--data-dir <folder>", "folder of the embedded database (HINDSIGHT_DATA_DIR, ~/.hindsight)")
    .option("--log-file <file>", "write logs there instead of to standard error")
    .addHelpText(
      "after",
      `\nExample, as Claude Code starts it:\n  claude mcp add hindsight -- node ${commandFile()} mcp --bank my-project\n\nThe path is whole since agents start their servers in a folder of their own, where "npx hindsight" is another package.`,
    )
    .action(async (_options: Options, command: Command) => {
      const running = await start(command.optsWithGlobals<Options>(), process.env);
      stopOnSignal("memory", running.close);
      await running.ended;
      process.exit(0);
    });
}

/** Where the command lies on this machine, quoted for a shell where it must be. */
function commandFile(): string {
  const file = fileURLToPath(new URL("../../bin/hindsight.js", import.meta.url));
  return /^[\w/.:\\-]+$/.test(file) ? file : `"${file}"`;
}

async function start({ bank: named, url, dataDir, logFile, profile }: Options, env: NodeJS.ProcessEnv) {
  const { bridgeStdio, serveStdio } = await import("@hindsight-memory/server");
  const bank = named ?? null;
  const warn = (line: string): void => void process.stderr.write(`${harmless(line)}\n`);
  const bridge = ({ url: address, key }: { url: string; key: string | null }) => bridgeStdio({ url: address, key, bank, warn });
  if (url) return bridge({ url, key: env.HINDSIGHT_API_KEY || null });
  if (env.HINDSIGHT_API_URL || profile || env.HINDSIGHT_PROFILE) return bridge(connectionOf(env, profile));
  const own = dataDir === undefined ? env : { ...env, HINDSIGHT_DATA_DIR: dataDir };
  try {
    return await serveStdio({ env: own, bank, logFile: logFile ?? null });
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error.code !== "data_folder_locked") throw error;
    // One process has the folder; when that is a server at the usual address, its memory is the one that is wanted.
    const usual = { url: usualAddress(env), key: env.HINDSIGHT_API_KEY || null };
    if (!(await answers(usual.url))) throw error;
    warn(`The data folder is open in the server at ${usual.url}; passing everything on to it.`);
    return bridge(usual);
  }
}

async function answers(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/version`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch (error) {
    if (error instanceof Error) return false; // nobody there, which the caller tells
    throw error;
  }
}
