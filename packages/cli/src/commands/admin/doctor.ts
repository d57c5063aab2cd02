// hindsight admin doctor: everything that can be looked at from here, the inside of the database included, each with what to do.

import type { ExaminedFinding, FindingState } from "@hindsight-memory/engine";
import type { Command } from "commander";
import { type Api, CliError } from "../../api.js";
import type { Finding } from "../../diagnosis.js";
import { activity, type Output, table } from "../../output.js";
import { engine, settingsHere } from "./open.js";

const SHOWN: Readonly<Record<FindingState, string>> = { ok: "ok", warning: "look", failed: "FAILED", skipped: "–" };

export function doctor(group: Command, connect: () => Api, print: () => Output): void {
  group
    .command("doctor")
    .description("check everything: settings, models, storage, and the inside of the database; say what to do")
    .addHelpText(
      "after",
      "\nIt ends with status 1 when something failed; what only wants a look does not count. Nothing is changed. The inside of the embedded database can\nbe looked at while no server has it. Each language model is asked one short question, which costs a few tokens.",
    )
    .action(async () => {
      const doing = activity("Looking at");
      const findings = await everything(connect, doing.say).finally(() => doing.end());
      print().show(findings, findingTable);
      if (findings.some(({ state }) => state === "failed")) throw new CliError("Something failed; see what to do above.");
    });
}

async function everything(connect: () => Api, say: (check: string) => void): Promise<readonly ExaminedFinding[]> {
  const { examined } = await import("../../diagnosis.js");
  say("the installation");
  const outside = (await examined(connect)).map(judged);
  if (outside.some(({ check, state }) => check === "settings" && state === "failed")) return outside;
  const { examine } = await engine();
  return [...outside, ...(await examine(await settingsHere(), say))];
}

/** What helps where a check of the installation failed; what exactly is wrong stands in its note. */
const HELP: Readonly<Record<string, string>> = {
  Node: "Install Node 20 or newer.",
  settings: "Correct the variable that is named.",
  prices: "Correct HINDSIGHT_API_LLM_PRICES.",
  "data folder": "Make room or give rights, or set HINDSIGHT_DATA_DIR.",
  database: "Check HINDSIGHT_API_DATABASE_URL and the server that it names.",
  encoder: "Check HINDSIGHT_API_EMBEDDINGS_…; the built-in encoder needs nothing but its package.",
  "language model": "Check its key, URL and name; without it the server still stores and finds.",
};

function judged({ check, ok, note }: Finding): ExaminedFinding {
  // The inside can be looked at only while no embedded server runs, so one that does not run is no fault.
  if (check === "server" && ok === false)
    return { check, state: "warning", note, todo: "Start it with `hindsight serve`, unless it is to stand still." };
  if (ok === null) return { check, state: "skipped", note, todo: null };
  return { check, state: ok ? "ok" : "failed", note, todo: ok ? null : (HELP[check] ?? null) };
}

function findingTable(findings: readonly ExaminedFinding[]): string {
  const cells = findings.map(({ check, state, note, todo }) => [check, SHOWN[state], todo === null ? note : `${note}\n→ ${todo}`]);
  return table(["check", "", "finding"], cells);
}
