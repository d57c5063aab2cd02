// hindsight completion: a script by which a shell completes what is typed.

import { Argument, type Command } from "commander";
import { completionScript, SHELLS, type Shell } from "../completion.js";

export function completion(program: Command): void {
  program
    .command("completion")
    .description("print a script by which your shell completes commands and options")
    .addArgument(new Argument("<shell>", "which shell").choices(SHELLS))
    .addHelpText(
      "after",
      '\nExamples:\n  eval "$(hindsight completion bash)"      # in ~/.bashrc\n  eval "$(hindsight completion zsh)"       # in ~/.zshrc, behind compinit\n  hindsight completion fish | source       # in ~/.config/fish/config.fish',
    )
    .action((shell: Shell) => {
      process.stdout.write(completionScript(program, shell));
    });
}
