// Completion as bash, zsh and fish themselves do it: of those that this machine has.

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { completionScript, type Shell } from "../src/completion/index.js";
import { program } from "../src/program.js";
import { cliOf } from "./support/cli.js";

const has = (shell: Shell): boolean => spawnSync(shell, ["--version"]).status === 0;
/** A bank whose name a shell would run, did it read names as words of its own. */
const TRAP = "$(touch trapped)";

describe("hindsight completion", () => {
  const top = mkdtempSync(path.join(tmpdir(), "hindsight-completion-"));
  const scriptOf = (shell: Shell): string => path.join(top, `hindsight.${shell}`);
  /** In a folder of its own, with a command that knows banks and no configuration of anybody. */
  const run = (shell: Shell, args: readonly string[]): string =>
    execFileSync(shell, args, {
      cwd: top,
      env: { ...process.env, HOME: top, PATH: `${top}:${process.env.PATH}`, TERM: "xterm", LANG: "C.UTF-8" },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });

  beforeAll(() => {
    for (const shell of ["bash", "zsh", "fish"] as const) writeFileSync(scriptOf(shell), completionScript(program("0.0.0"), shell));
    const banks = ["work", "user:ann", "user:ben", "my notes", TRAP].map((id) => `'${id}'`).join(" ");
    writeFileSync(path.join(top, "hindsight"), `#!/bin/sh\n[ "$1 $2" = "complete banks" ] && printf '%s\\n' ${banks}\n`, { mode: 0o755 });
  });
  afterAll(() => rmSync(top, { recursive: true, force: true }));

  test.skipIf(!has("bash"))("bash offers commands, options, choices and banks where they stand", () => {
    const asked: readonly (readonly [words: readonly string[], offered: string])[] = [
      [["ba"], "bank"],
      [["bank", "conf"], "config"],
      [["-o", "json", "bank", "rese"], "reset-config"],
      [["model", "dry"], "dry-run-refresh"],
      [["bank", "list", "-o", ""], "pretty json yaml"],
      [["bank", "list", "--limit", ""], ""], // a number: nothing is known of it
      [["retain", "work", ""], ""], // files, by the shell itself
      [["retain", "work", "--ap"], "--append"],
      [["bank", "backg"], ""], // hidden
      [["recall", "w"], "work"],
      [["recall", "user", ":", "b"], "ben"], // as readline breaks words
      [["recall", "user", ":"], "ann ben"],
      [["recall", "m"], "my\\ notes"],
      [["recall", "$"], "\\$\\(touch\\ trapped\\)"],
      [["profile", "show", "w"], ""], // profiles are no banks
    ];
    const lines = asked.map(([words]) => `offer hindsight ${words.map((word) => `'${word}'`).join(" ")}`);
    writeFileSync(
      path.join(top, "ask.bash"),
      `. ${scriptOf("bash")}\noffer() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hindsight; echo "\${COMPREPLY[*]}"; }\ncomplete -p hindsight\n${lines.join("\n")}\n`,
    );
    const [bound, ...offered] = run("bash", ["--norc", path.join(top, "ask.bash")]).split("\n");
    expect(bound).toBe("complete -o default -F _hindsight hindsight");
    expect(asked.map(([words], at) => [words, offered[at]])).toEqual(asked);
    expect(existsSync(path.join(top, "trapped"))).toBe(false);
  });

  test.skipIf(!has("zsh"))("zsh does the same at its own prompt", () => {
    const asked: readonly (readonly [line: string, completed: string])[] = [
      ["hindsight ba", "hindsight bank "],
      ["hindsight bank rese", "hindsight bank reset-config "],
      ["hindsight recall work q --ty", "hindsight recall work q --types "],
      ["hindsight bank list -o ya", "hindsight bank list -o yaml "],
      ["hindsight recall user:b", "hindsight recall user:ben "],
      ["hindsight recall m", "hindsight recall my\\ notes "],
      ["hindsight recall \\$", "hindsight recall \\$\\(touch\\ trapped\\) "],
      ["hindsight retain work ask.z", "hindsight retain work ask.zsh "],
    ];
    const setUp =
      "PROMPT_EOL_MARK=; autoload -Uz compinit; compinit -u -D; " +
      `. ${scriptOf("zsh")}; probe() { print -r -- "[[$BUFFER]]"; BUFFER= }; zle -N probe; bindkey "^X" probe; print RE""ADY`;
    const presses = asked.map(([line]) => `zpty -w -n z '${line}'$'\\t\\x18'; zpty -r -m z said '*\\]\\]*'; print -r -- "$said"`);
    writeFileSync(
      path.join(top, "ask.zsh"),
      `zmodload zsh/zpty\nzpty z zsh -f -i\nzpty -w z '${setUp}'\nzpty -r -m z said '*READY*'\n${presses.join("\n")}\nzpty -d z\n`,
    );
    const completed = [...run("zsh", ["-f", path.join(top, "ask.zsh")]).matchAll(/\[\[(.*?)\]\]/g)].map(([, line]) => line);
    expect(asked.map(([line], at) => [line, completed[at]])).toEqual(asked);
    expect(existsSync(path.join(top, "trapped"))).toBe(false);
  });

  test.skipIf(!has("fish"))("fish does the same, with what each word means", () => {
    const asked: readonly (readonly [line: string, offered: string])[] = [
      ["hindsight bank rese", "reset-config\ttake all overrides away: the server's defaults hold again"],
      ["hindsight recall work q --ty", "--types\tworld, experience, observation"],
      ["hindsight bank list -o ya", "yaml"],
      ["hindsight recall user:b", "user:ben"],
      ["hindsight recall m", "my notes"],
      ["hindsight retain work hindsight.fi", "hindsight.fish"],
      ["hindsight bank backg", ""],
    ];
    const lines = asked.map(([line]) => `complete -C '${line}'; echo ---`);
    const offered = run("fish", ["-c", `source ${scriptOf("fish")}\n${lines.join("\n")}`]).split("---\n");
    expect(asked.map(([line], at) => [line, offered[at]?.trimEnd()])).toEqual(asked);
    expect(existsSync(path.join(top, "trapped"))).toBe(false);
  });

  test("each script knows every command; where nobody answers, nothing is offered and nothing said", async () => {
    for (const shell of ["zsh", "fish"] as const) expect(completionScript(program("0.0.0"), shell)).toContain("dry-run-refresh");
    expect(completionScript(program("0.0.0"), "zsh")).toMatch(/^#compdef hindsight\n/);
    expect(await cliOf("http://127.0.0.1:2")("complete", "banks")).toEqual({ status: 0, output: "", errors: "" });
  });
});
