// hindsight completion: a script by which a shell completes what is typed. hindsight complete: what that script asks for.

import { Argument, type Command } from "commander";
import { type Api, CliError } from "../api.js";
import { completionScript, SHELLS, type Shell } from "../completion/index.js";
import { ASKED, type Asked } from "../completion/places.js";
import { profileNames } from "../profiles.js";

/** Nobody waits longer for a key to do something. */
const PATIENCE_MS = 1_500;
const MOST_BANKS = 1000;

export function completion(program: Command, connect: () => Api): void {
  program
    .command("completion")
    .description("print a script by which your shell completes commands, options and ids of banks")
    .addArgument(new Argument("<shell>", "which shell").choices(SHELLS))
    .addHelpText(
      "after",
      '\nExamples:\n  eval "$(hindsight completion bash)"      # in ~/.bashrc\n  eval "$(hindsight completion zsh)"       # in ~/.zshrc, behind compinit\n  hindsight completion fish | source       # in ~/.config/fish/config.fish',
    )
    .action((shell: Shell) => {
      process.stdout.write(completionScript(program, shell));
    });

  program
    .command("complete", { hidden: true })
    .description("print names to complete, one to a line; nothing where nobody answers")
    .addArgument(new Argument("<what>", "names of what").choices(ASKED))
    .addHelpText("after", "\nExample:\n  hindsight complete banks")
    .action(async (what: Asked) => {
      const names = what === "profiles" ? profileNames(process.env) : await banks(connect);
      // A name of more than one line would be two.
      process.stdout.write(names.flatMap((name) => (/[\p{Cc}]/u.test(name) ? [] : [`${name}\n`])).join(""));
    });
}

async function banks(connect: () => Api): Promise<readonly string[]> {
  try {
    const path = `/v1/default/banks?limit=${MOST_BANKS}`;
    const reply = await connect().get<{ banks: readonly { readonly bank_id: string }[] }>(path, PATIENCE_MS);
    return reply.banks.map(({ bank_id: id }) => id);
  } catch (cause) {
    if (cause instanceof CliError) return []; // in the middle of a line that is being typed nobody reads an error
    throw cause;
  }
}
