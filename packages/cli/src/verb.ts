// A verb of the command line: it adds itself to the program or to its group.

import type { Command } from "commander";
import type { Api } from "./api.js";
import type { Output } from "./output.js";

/** `connect` is called when the verb runs, `print` when it has something to show. */
export type Verb = (group: Command, connect: () => Api, print: () => Output) => void;
