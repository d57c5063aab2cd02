// hindsight console (and ui): the web console of the server that commands speak to, in a browser.
// In: the server's address. Out: the console's address, and a browser that shows it where somebody is at the terminal.

import type { Command } from "commander";
import { type Api, CliError } from "../api.js";
import { note, type Output } from "../output.js";
import type { Env } from "../profiles.js";

/** Port of a console that has one of its own (shared/contract/control-plane.md). */
const USUAL_PORT = "9999";
const PROBE_MS = 5_000;

export function webConsole(program: Command, connect: () => Api, print: () => Output): void {
  program
    .command("console")
    .alias("ui")
    .description("open the web console of the server in a browser; in a pipe, print its address")
    .option("--no-open", "print the address alone")
    .addHelpText("after", "\nExample:\n  hindsight console -p team")
    .action(async ({ open }: { open: boolean }) => {
      const url = await consoleOf(connect().baseUrl, process.env);
      const opens = open && process.stdout.isTTY === true && print().format === "pretty";
      print().show({ url }, () => url);
      if (opens) await show(url);
    });
}

/**
 * Below the API's address, else on a port of its own on the same machine. No key is sent there: the console asks for what it needs.
 * Throws a CliError that says what was looked for and what to do.
 */
export async function consoleOf(apiUrl: string, env: Env): Promise<string> {
  const own = new URL(apiUrl);
  own.port = env.HINDSIGHT_CP_PORT || USUAL_PORT;
  own.pathname = "/";
  const places = [`${apiUrl}/console/`, own.href];
  const found = await Promise.all(places.map(probe));
  const at = found.indexOf("console");
  if (at >= 0) return places[at] ?? "";
  if (found.includes("not built"))
    throw new CliError(`The web console at ${apiUrl} is not built: run "npm run build" in the checkout of the server.`);
  if (found[0] === "nobody")
    throw new CliError(
      `No server answers at ${apiUrl}. Start one with "hindsight serve", or say where it is with HINDSIGHT_API_URL or "hindsight configure".`,
    );
  throw new CliError(
    `The server at ${apiUrl} shows no web console, neither at ${places.join(" nor at ")}. It may be switched off there, or the server is of another version; HINDSIGHT_CP_PORT names another port.`,
  );
}

type Found = "console" | "not built" | "something else" | "nobody";

async function probe(url: string): Promise<Found> {
  try {
    const reply = await fetch(url, { headers: { accept: "text/html" }, signal: AbortSignal.timeout(PROBE_MS) });
    const text = await reply.text();
    if (reply.ok && /^text\/html/.test(reply.headers.get("content-type") ?? "") && /hindsight/i.test(text)) return "console";
    return reply.status === 503 && text.includes("console_not_built") ? "not built" : "something else";
  } catch (cause) {
    if (cause instanceof Error) return "nobody"; // which is what was asked
    throw cause;
  }
}

/** A machine without a browser is no failure: the address stands above. */
async function show(url: string): Promise<void> {
  const { default: open } = await import("open");
  const browser = await open(url);
  browser.once("error", (cause) => note(`No browser could be started (${cause.message}): open the address yourself.`));
}
