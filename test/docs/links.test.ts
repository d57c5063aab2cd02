// Links of the README and of docs/ lead somewhere: the file is there, and where an anchor is named, so is its heading.
// Snippets that no test can run are at least what they say they are: JSON parses, and a `hindsight` command has the options that it is given.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { program } from "../../packages/cli/src/program.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const pages = [
  "README.md",
  ...readdirSync(path.join(root, "packages")).map((name) => `packages/${name}/README.md`),
  ...readdirSync(path.join(root, "docs"), { recursive: true, encoding: "utf8" }).map((name) => `docs/${name}`),
].filter((name) => name.endsWith(".md") && !name.includes("node_modules") && existsSync(path.join(root, name)));
const texts = new Map(pages.map((name) => [name, readFileSync(path.join(root, name), "utf8")]));

/** Fenced blocks hold no headings and no links. */
const FENCED = /^(```|~~~)[^\n]*\n[\s\S]*?^\1[ \t]*$/gm;

/** The anchor of a heading on GitHub; the site writes the same for headings that begin with a letter. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*]/g, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");

function anchorsIn(page: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  const text = (texts.get(page) ?? "").replace(FENCED, "");
  for (const [, heading = ""] of text.matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = anchorOf(heading);
    let free = anchor;
    for (let nth = 1; anchors.has(free); nth++) free = `${anchor}-${nth}`;
    anchors.add(free);
  }
  for (const [, id = ""] of text.matchAll(/<a (?:id|name)="([^"]+)"/g)) anchors.add(id);
  return anchors;
}

test("every link between the pages leads to a file, and to a heading where it names one", () => {
  const wrong: string[] = [];
  let checked = 0;
  for (const [page, text] of texts) {
    for (const [, target = ""] of text.replace(FENCED, "").matchAll(/(?<!!)\[[^\]]*\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/i.test(target)) continue;
      const [file = "", anchor] = target.split("#");
      const to = file === "" ? page : path.posix.normalize(path.posix.join(path.posix.dirname(page), file));
      checked += 1;
      if (!existsSync(path.join(root, to))) wrong.push(`${page}: ${target} is not there`);
      else if (anchor !== undefined && texts.has(to) && !anchorsIn(to).has(anchor)) wrong.push(`${page}: ${target} has no such heading`);
    }
  }
  expect(checked).toBeGreaterThan(200); // control: links were found at all
  expect(wrong).toEqual([]);
});

const blocks = (...languages: readonly string[]) =>
  [...texts].flatMap(([page, text]) =>
    [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].flatMap((found) =>
      languages.includes(found[1] ?? "")
        ? [{ page: `${page}:${text.slice(0, found.index).split("\n").length}`, code: found[2] ?? "" }]
        : [],
    ),
  );

test("every block names its language: one without is looked at by no check", () => {
  const opened = [...texts].flatMap(([page, text]) =>
    [...text.matchAll(/^```(.*)\n[\s\S]*?^```$/gm)].map(([, language]) => ({ page, language })),
  );
  expect(opened.length).toBeGreaterThan(60); // control
  expect(opened.filter(({ language }) => language === "").map(({ page }) => page)).toEqual([]);
});

test("JSON of the pages parses", () => {
  const all = blocks("json");
  expect(all.length).toBeGreaterThan(10); // control
  const wrong = all.flatMap(({ page, code }) => {
    try {
      JSON.parse(code.replaceAll("…", ""));
      return [];
    } catch (error) {
      return [`${page}: ${String(error)}`];
    }
  });
  expect(wrong).toEqual([]);
});

test("every field of a request and every parameter says what it means", () => {
  const rows = [...texts]
    .filter(([page]) => page.startsWith("docs/api/"))
    .flatMap(([page, text]) =>
      text
        .split(/^(?=## |\*\*)/m)
        .flatMap((part) =>
          /^\*\*(?:Parameters|Body)/.test(part) ? [...part.matchAll(/^\| `.+$/gm)].map(([row]) => `${page}: ${row}`) : [],
        ),
    );
  expect(rows.length).toBeGreaterThan(500); // control
  expect(rows.filter((row) => /\|\s*\|$/.test(row))).toEqual([]);
});

/** The commands of a block: lines that go on behind a backslash are one, and a prompt is none of it. */
const commandsIn = (code: string): readonly string[] =>
  code
    .replace(/\\\n\s*/g, " ")
    .split("\n")
    .flatMap((line) => {
      const [, command] = /^\s*(?:\$ )?(?:[A-Z_]+=\S+ +)*(?:npx +)?hindsight +(.+)$/.exec(line) ?? [];
      return command === undefined ? [] : [command.replace(/\s#\s.*$/, "")];
    });

/** What is wrong with a command line; null where nothing is. Words behind a pipe or a redirection are another program's. */
function problemOf(line: string, root: Command): string | null {
  const words = (line.split(/\s(?:\||>|&&|2>|<)\s?/)[0] ?? "").match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  let command = root;
  const options = new Set(["--help", "--version", ...root.options.flatMap(({ short, long }) => [short, long])]);
  for (const word of words) {
    if (word === "--") break;
    if (word.startsWith("-") && word !== "-") {
      const name = word.split("=")[0] ?? "";
      if (!options.has(name) && !/^-\d/.test(name)) return `${command.name()} takes no ${name}`;
      continue;
    }
    if (command.commands.length === 0) continue;
    const next = command.commands.find((each) => each.name() === word || each.aliases().includes(word));
    if (next === undefined) return /^[<[…]/.test(word) ? null : `${command.name()} has no ${word}`;
    command = next;
    for (const { short, long } of next.options) for (const name of [short, long]) if (name) options.add(name);
  }
  return null;
}

test("the commands on the pages are there, with the options that they are given", () => {
  const tree = program("0.0.0");
  const all = blocks("console", "text", "sh", "bash").flatMap(({ page, code }) => commandsIn(code).map((line) => ({ page, line })));
  expect(all.length).toBeGreaterThan(60); // control
  expect(problemOf("recall demo --no-such-option", tree)).toContain("--no-such-option"); // control
  expect(problemOf("recal demo", tree)).toContain("recal"); // control
  const wrong = all.flatMap(({ page, line }) => {
    const problem = problemOf(line, tree);
    return problem === null ? [] : [`${page}: hindsight ${line}: ${problem}`];
  });
  expect(wrong).toEqual([]);
});
