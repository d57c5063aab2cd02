// The tables of docs/command-line.md, written from the tree of commands: `npx tsx --conditions=source scripts/command-line-page.ts` writes them, a test compares them.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { program } from "../packages/cli/src/program.js";

export const page = fileURLToPath(new URL("../docs/command-line.md", import.meta.url));
const BEGIN = "<!-- commands: written by scripts/command-line-page.ts -->";

/** The page as it is to be: what people wrote, and below it the tables of today's commands. */
export function commandLinePage(written: string): string {
  const at = written.indexOf(BEGIN);
  if (at < 0) throw new Error(`The page has no line ${BEGIN}.`);
  return `${written.slice(0, at)}${BEGIN}\n\n${tables()}`;
}

function tables(): string {
  const shown = program("").commands.filter((command) => !isHidden(command));
  const single = shown.filter((command) => command.commands.length === 0);
  const groups = shown.filter((command) => command.commands.length > 0);
  return [
    `### One by one\n\n${table(single.map((command) => row(command, "")))}`,
    ...groups.map((group) => `### \`hindsight ${group.name()}\`\n\n${sentence(group)}\n\n${table(rows(group, `${group.name()} `))}`),
  ].join("\n");
}

const rows = (group: Command, path: string): readonly string[] =>
  group.commands
    .filter((command) => !isHidden(command))
    .flatMap((command) => (command.commands.length === 0 ? [row(command, path)] : rows(command, `${path}${command.name()} `)));

const table = (lines: readonly string[]): string => `| command | what it does |\n|---|---|\n${lines.join("\n")}\n`;

function row(command: Command, path: string): string {
  const values = command.registeredArguments.map((each) => {
    const name = `${each.name()}${each.variadic ? "..." : ""}`;
    return each.required ? ` <${name}>` : ` [${name}]`;
  });
  const others =
    command.aliases().length === 0
      ? ""
      : ` (also ${command
          .aliases()
          .map((name) => `\`${name}\``)
          .join(", ")})`;
  return `| \`${path}${command.name()}${values.join("")}\` | ${cell(command.description())}${others} |`;
}

/** As a table of Markdown takes it, also where the page becomes one of a site. */
const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");

function sentence(group: Command): string {
  const text = cell(group.description());
  const aliases = group.aliases().map((name) => `\`hindsight ${name}\``);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.${aliases.length === 0 ? "" : ` Also called ${aliases.join(", ")}.`}`;
}

const isHidden = (command: Command): boolean => (command as unknown as { readonly _hidden: boolean })._hidden;

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(page, commandLinePage(readFileSync(page, "utf8")));
