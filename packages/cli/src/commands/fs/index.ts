// hindsight fs …: the pages of a bank as a folder of Markdown files that follows it, as if it were mounted.
// It is `pages sync` with settings of its own, a process in the background, and a verdict for watchdogs.

import type { Command } from "commander";
import type { Output } from "../../output.js";
import { fsEnd } from "./end.js";
import { fsMount } from "./mount.js";
import { fsState } from "./state.js";

export function fs(program: Command, print: () => Output): void {
  const group = program.command("fs").description("the pages of a bank as a folder of files, kept in step in the background");
  fsMount(group, print);
  fsState(group, print);
  fsEnd(group, print);
}
