// What a shell offers while a command is typed.
// In: the tree of commands. Out: a script for bash, zsh or fish that knows every command, option and choice, and asks for the ids of banks alone.

import type { Command } from "commander";
import { bash } from "./bash.js";
import { fish } from "./fish.js";
import { placesOf } from "./places.js";
import { zsh } from "./zsh.js";

const WRITERS = { bash, zsh, fish } as const;
export type Shell = keyof typeof WRITERS;
export const SHELLS = Object.keys(WRITERS) as readonly Shell[];

export const completionScript = (root: Command, shell: Shell): string => WRITERS[shell](placesOf(root));
