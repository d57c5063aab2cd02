// The command line: which commands there are.
// In: arguments and the environment. Out: a table or JSON on stdout; errors with a hint on stderr and exit status 1.

import { Command, Option } from "commander";
import { connect } from "./api.js";
import { admin } from "./commands/admin/index.js";
import { audit } from "./commands/audit.js";
import { bank } from "./commands/bank.js";
import { completion } from "./commands/completion.js";
import { webConsole } from "./commands/console.js";
import { consolidate, consolidation } from "./commands/consolidation.js";
import { demo } from "./commands/demo.js";
import { directive } from "./commands/directive.js";
import { doctor } from "./commands/doctor.js";
import { document } from "./commands/document.js";
import { dryRun } from "./commands/dry-run.js";
import { entity } from "./commands/entity.js";
import { evaluate } from "./commands/eval.js";
import { explorer } from "./commands/explore.js";
import { fs } from "./commands/fs/index.js";
import { importMemories } from "./commands/import.js";
import { mcp } from "./commands/mcp.js";
import { memory } from "./commands/memory.js";
import { mentalModel } from "./commands/mental-model/index.js";
import { observation } from "./commands/observation.js";
import { operation } from "./commands/operation.js";
import { pages } from "./commands/pages/index.js";
import { configure, profile } from "./commands/profile.js";
import { recall } from "./commands/recall.js";
import { reflect } from "./commands/reflect.js";
import { retain } from "./commands/retain.js";
import { serve } from "./commands/serve.js";
import { serverState } from "./commands/server-state.js";
import { chunk, tag } from "./commands/tag.js";
import { usage } from "./commands/usage.js";
import { webhook } from "./commands/webhook.js";
import { worker } from "./commands/worker.js";
import { connectionOf } from "./connection.js";
import { withExamples } from "./examples.js";
import { fieldNames } from "./field-names.js";
import { withOtherNames } from "./other-names.js";
import { asFormat, FORMATS, note, type OutputFormat, output } from "./output.js";
import { usageError } from "./usage-errors.js";

export function program(version: string): Command {
  const root = new Command("hindsight")
    .description("Memory for AI agents: retain what happened, recall what matters now.")
    .version(version)
    .addOption(new Option("-o, --output <format>", "how replies are shown").choices(FORMATS).default("pretty"))
    .option("-v, --verbose", "tell on stderr what is asked of the server, and more about failures")
    .option("-p, --profile <name>", "speak to the server of this profile (HINDSIGHT_PROFILE)")
    .exitOverride() // first of all: commands take it from their parent when they are made
    .configureOutput({ outputError: (text, write) => write(usageError(text)) })
    .showHelpAfterError("(--help shows what there is)")
    .enablePositionalOptions()
    .addHelpText(
      "after",
      `
Example:
  hindsight demo

The server is the first of: HINDSIGHT_API_URL with HINDSIGHT_API_KEY; the profile of -p or HINDSIGHT_PROFILE; the active profile; what "hindsight configure" kept; http://localhost:8888.

Exit status: 0 done, 1 failed, refused or wrong arguments, 3 conflicts of "pages sync", 4 below --fail-under of "eval", 141 when the reader of a pipe is gone.`,
    );
  const api = () => {
    const { profile, verbose } = root.opts<Common>();
    return connect(connectionOf(process.env, profile), verbose === true ? note : undefined, running && fieldNames(running));
  };
  let yaml: ((reply: unknown) => string) | undefined;
  let running: Command | undefined;
  const print = () => output(root.opts<Common>().output, yaml);
  demo(root, api, print);
  serve(root);
  worker(root);
  mcp(root);
  retain(root, api, print);
  dryRun(root, api, print);
  importMemories(root, api, print);
  recall(root, api, print);
  evaluate(root, api, print);
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
  fs(root, print);
  directive(root, api, print);
  operation(root, api, print);
  webhook(root, api, print);
  usage(root, api, print);
  audit(root, api, print);
  doctor(root, api, print);
  serverState(root, api, print, version);
  webConsole(root, api, print);
  explorer(root, api);
  completion(root, api);
  configure(root, print);
  profile(root, print);
  admin(root, api, print);
  withExamples(root);
  withOtherNames(root);
  // What every command has is taken after it as well: `hindsight recall demo "…" --json`.
  for (const command of leaves(root)) {
    const hasFile = command.options.some(({ long }) => long === "--output"); // of its own, which takes a format as well
    if (!hasFile) command.addOption(new Option("-o, --output <format>", "how replies are shown").choices(FORMATS));
    command.option("--json", "as -o json");
    command.addOption(new Option(free(command, "-v", "--verbose"), "tell what is asked of the server").hideHelp());
    command.addOption(new Option(`${free(command, "-p", "--profile")} <name>`, "speak to the server of this profile").hideHelp());
    command.hook("preAction", async (_, action) => {
      running = action;
      const { output: named, json, verbose, profile: chosen } = action.opts<Partial<Common> & { json?: boolean }>();
      const given = { output: json === true ? "json" : asFormat(named), verbose, profile: chosen };
      for (const [name, value] of Object.entries(given)) if (value !== undefined) root.setOptionValue(name, value);
      if (root.opts<Common>().output === "yaml") yaml = (await import("yaml")).stringify;
    });
  }
  return root;
}

interface Common {
  readonly output: OutputFormat;
  readonly verbose?: boolean;
  readonly profile?: string;
}

/** The flags of an option, without the letter where the command has that for something of its own. */
function free(command: Command, short: string, long: string): string {
  return command.options.some((option) => option.short === short) ? long : `${short}, ${long}`;
}

function leaves(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
}
