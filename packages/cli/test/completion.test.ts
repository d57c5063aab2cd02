// Completion as a real bash does it, and that every shell's script knows every command.

import { execFileSync, spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { completionScript } from "../src/completion.js";
import { program } from "../src/program.js";

const hasBash = spawnSync("bash", ["--version"]).status === 0;
const ASK = `
offer() { COMP_WORDS=("$@"); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); COMPREPLY=(); _hindsight; echo "\${COMPREPLY[*]}"; }
complete -p hindsight
`;

describe("hindsight completion", () => {
  test.skipIf(!hasBash)("bash offers commands, options and choices where they stand", () => {
    const asked = [
      ["hindsight", "ba"],
      ["hindsight", "bank", "conf"],
      ["hindsight", "-o", "json", "bank", "rese"],
      ["hindsight", "model", "dry"],
      ["hindsight", "bank", "list", "-o", ""],
      ["hindsight", "bank", "list", "--limit", ""],
      ["hindsight", "retain", "work", ""],
      ["hindsight", "retain", "work", "--ap"],
      ["hindsight", "bank", "backg"],
    ];
    const script =
      completionScript(program("0.0.0"), "bash") + ASK + asked.map((words) => `offer ${words.map((w) => `'${w}'`).join(" ")}`).join("\n");
    const [bound = "", ...offered] = execFileSync("bash", ["--norc", "-s"], { input: script, encoding: "utf8" }).split("\n");
    expect(bound).toBe("complete -o default -F _hindsight hindsight");
    expect(offered.slice(0, asked.length)).toEqual([
      "bank",
      "config",
      "reset-config",
      "dry-run-refresh",
      "pretty json yaml",
      "", // a number: nothing is known of it
      "", // files, by the shell itself
      "--append",
      "", // hidden
    ]);
  });

  test("each shell has a script, and another is refused by name", async () => {
    for (const shell of ["zsh", "fish"] as const) expect(completionScript(program("0.0.0"), shell)).toContain("dry-run-refresh");
    expect(completionScript(program("0.0.0"), "zsh")).toMatch(/^#compdef hindsight\n/);
  });
});
