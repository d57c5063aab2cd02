// hindsight doctor: is everything in place, and if not, what is to be done?

import type { Command } from "commander";
import { type Api, CliError } from "../api.js";
import { type Output, table } from "../output.js";

export function doctor(program: Command, connect: () => Api, print: () => Output): void {
  program
    .command("doctor")
    .description("check this installation, its settings and the running server, and say what to do")
    .addHelpText(
      "after",
      "\nEach language model of the settings is asked one short question, which costs a few tokens. The settings are those of this terminal: a server started elsewhere may have others.",
    )
    .action(async () => {
      const { examined } = await import("../diagnosis.js");
      const findings = await examined(connect);
      print().show(findings, (rows) =>
        table(
          ["check", "", "finding"],
          rows.map((r) => [r.check, r.ok === null ? "–" : r.ok ? "ok" : "FAILED", r.note]),
        ),
      );
      if (findings.some((finding) => finding.ok === false)) throw new CliError("Something needs attention; see the findings above.");
    });
}
