// The command line: which commands there are.
// In: arguments and the environment. Out: a table or JSON on stdout; errors with a hint on stderr and exit status 1.

import { Command, Option } from "commander";
import { connect } from "./api.js";
import { admin } from "./commands/admin/index.js";
import { audit } from "./commands/audit.js";
import { bank } from "./commands/bank.js";
import { consolidate, consolidation } from "./commands/consolidation.js";
import { directive } from "./commands/directive.js";
import { doctor } from "./commands/doctor.js";
import { document } from "./commands/document.js";
import { dryRun } from "./commands/dry-run.js";
import { entity } from "./commands/entity.js";
import { importMemories } from "./commands/import.js";
import { mcp } from "./commands/mcp.js";
import { memory } from "./commands/memory.js";
import { mentalModel } from "./commands/mental-model/index.js";
import { observation } from "./commands/observation.js";
import { operation } from "./commands/operation.js";
import { pages } from "./commands/pages/index.js";
import { recall } from "./commands/recall.js";
import { reflect } from "./commands/reflect.js";
import { retain } from "./commands/retain.js";
import { serve } from "./commands/serve.js";
import { serverState } from "./commands/server-state.js";
import { chunk, tag } from "./commands/tag.js";
import { usage } from "./commands/usage.js";
import { webhook } from "./commands/webhook.js";
import { worker } from "./commands/worker.js";
import { type OutputFormat, output } from "./output.js";

export function program(version: string): Command {
  const root = new Command("hindsight")
    .description("Memory for AI agents: retain what happened, recall what matters now.")
    .version(version)
    .addOption(new Option("-o, --output <format>", "pretty or json").choices(["pretty", "json"]).default("pretty"))
    .exitOverride() // first of all: commands take it from their parent when they are made
    .showHelpAfterError("(--help shows what there is)")
    .enablePositionalOptions()
    .addHelpText("after", "\nThe server's address is HINDSIGHT_API_URL (http://localhost:8888), its key HINDSIGHT_API_KEY.");
  const api = () => connect(process.env);
  const print = () => output(root.opts<{ output: OutputFormat }>().output);
  serve(root);
  worker(root);
  mcp(root);
  retain(root, api, print);
  dryRun(root, api, print);
  importMemories(root, api, print);
  recall(root, api, print);
  reflect(root, api, print);
  bank(root, api, print);
  document(root, api, print);
  memory(root, api, print);
  observation(root, api, print);
  entity(root, api, print);
  tag(root, api, print);
  chunk(root, api, print);
  consolidate(root, api, print);
  consolidation(root, api, print);
  mentalModel(root, api, print);
  pages(root, api, print);
  directive(root, api, print);
  operation(root, api, print);
  webhook(root, api, print);
  usage(root, api, print);
  audit(root, api, print);
  doctor(root, api, print);
  serverState(root, api, print, version);
  admin(root, api, print);
  // The format is taken after the command as well: `hindsight recall demo "…" --json`.
  for (const command of leaves(root)) {
    command.addOption(new Option("-o, --output <format>", "pretty or json").choices(["pretty", "json"]));
    command.option("--json", "as -o json");
    command.hook("preAction", (_, action) => {
      const { output: named, json } = action.opts<{ output?: OutputFormat; json?: boolean }>();
      const chosen = json === true ? "json" : named;
      if (chosen !== undefined) root.setOptionValue("output", chosen);
    });
  }
  return root;
}

function leaves(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
}
