// Every command says what it is for and shows an example; every example is a command line that the commands take.

import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { commandLinePage, page } from "../../../scripts/command-line-page.js";
import { program } from "../src/program.js";

interface Leaf {
  readonly path: string;
  readonly command: Command;
}

const leaves = (command: Command, path = "hindsight"): readonly Leaf[] =>
  command.commands.flatMap((each) => {
    const here = `${path} ${each.name()}`;
    return each.commands.length === 0 ? [{ path: here, command: each }] : leaves(each, here);
  });

function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({ writeOut: (part) => (text += part) });
  command.outputHelp();
  return text;
}

/** The lines below "Example", each without its remark. */
function examplesIn(help: string): readonly string[] {
  const [, below = ""] = help.split(/^.*\bExamples?\b[^\n]*:$/m);
  return below.split("\n").filter((line) => /^ {2}\S/.test(line));
}

describe("--help", () => {
  const all = leaves(program("0.0.0"));

  test("every command has a meaning and an example", () => {
    expect(all.length).toBeGreaterThan(100); // control: the tree was walked
    for (const { path, command } of all) {
      expect(command.description(), path).not.toBe("");
      expect(examplesIn(helpOf(command)).join("\n"), path).toContain("hindsight");
    }
  });

  test("no example has an option that its command does not take", () => {
    const wrong = all.flatMap(({ path, command }) => {
      const own = examplesIn(helpOf(command)).filter((line) => line.includes(path));
      const taken = new Set([...command.options.flatMap(({ short, long }) => [short, long]), "--help"]);
      const given = own.flatMap(
        (line) =>
          line
            .slice(line.indexOf(path))
            .split(/[|#>"']/)[0]
            ?.match(/(?<=\s)--?[a-z][\w-]*/g) ?? [],
      );
      return given.filter((flag) => !taken.has(flag)).map((flag) => `${path} ${flag}`);
    });
    expect(wrong).toEqual([]);
  });

  test("the page about the command line lists the commands that there are", () => {
    const written = readFileSync(page, "utf8");
    expect(written, "run: npx tsx --conditions=source scripts/command-line-page.ts").toBe(commandLinePage(written));
    expect(written).toContain("`bank reset-config <bank>`"); // control
  });
});
