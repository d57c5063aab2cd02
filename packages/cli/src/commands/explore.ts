// hindsight explore (and tui): a browser for the terminal, with banks, memories, entities, documents, and a box for questions.

import type { Command } from "commander";
import { type Api, CliError } from "../api.js";

export function explorer(program: Command, connect: () => Api): void {
  program
    .command("explore [bank]")
    .alias("tui")
    .description("look around in the terminal: banks, memories, entities, documents, and a box for questions")
    .addHelpText(
      "after",
      "\nExample:\n  hindsight explore work\n\nKeys: arrows move, Enter opens, Esc goes back, 1 to 5 or Tab change the view, / asks, q quits.",
    )
    .action(async (bank: string | undefined) => {
      if (process.stdin.isTTY !== true || process.stdout.isTTY !== true)
        throw new CliError(
          '"hindsight explore" needs a terminal. In a pipe, "hindsight bank list", "memory list" and "recall" say the same.',
        );
      process.env.NODE_ENV ??= "production"; // React is several times slower otherwise
      const { explore } = await import("../explore/run.js");
      await explore(connect(), bank ?? null);
    });
}
