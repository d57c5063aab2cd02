// The command line: which commands there are.
// In: arguments and the environment. Out: a table or JSON on stdout; errors with a hint on stderr and exit status 1.

import { Command, Option } from "commander";
import { connect } from "./api.js";
import { admin } from "./commands/admin.js";
import { bank } from "./commands/bank.js";
import { doctor } from "./commands/doctor.js";
import { document } from "./commands/document.js";
import { dryRun } from "./commands/dry-run.js";
import { operation } from "./commands/operation.js";
import { pages } from "./commands/pages/index.js";
import { recall } from "./commands/recall.js";
import { retain } from "./commands/retain.js";
import { serve } from "./commands/serve.js";
import { usage } from "./commands/usage.js";
import { worker } from "./commands/worker.js";
import { type OutputFormat, output } from "./output.js";

export function program(version: string): Command {
  const root = new Command("hindsight")
    .description("Memory for AI agents: retain what happened, recall what matters now.")
    .version(version)
    .addOption(new Option("-o, --output <format>", "pretty or json").choices(["pretty", "json"]).default("pretty"))
    .showHelpAfterError("(--help shows what there is)")
    .enablePositionalOptions()
    .addHelpText("after", "\nThe server's address is HINDSIGHT_API_URL (http://localhost:8888), its key HINDSIGHT_API_KEY.");
  const api = () => connect(process.env);
  const print = () => output(root.opts<{ output: OutputFormat }>().output);
  serve(root);
  worker(root);
  retain(root, api, print);
  dryRun(root, api, print);
  recall(root, api, print);
  bank(root, api, print);
  document(root, api, print);
  pages(root, api, print);
  operation(root, api, print);
  usage(root, api, print);
  doctor(root, api, print);
  admin(root, print);
  // -o is taken after the command as well: `hindsight recall demo "…" -o json`.
  for (const command of leaves(root)) {
    command.addOption(new Option("-o, --output <format>", "pretty or json").choices(["pretty", "json"]));
    command.hook("preAction", (_, action) => {
      const chosen = action.opts<{ output?: OutputFormat }>().output;
      if (chosen !== undefined) root.setOptionValue("output", chosen);
    });
  }
  return root;
}

function leaves(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
}
