// What may stand where on a command line, for the scripts by which shells complete it.
// In: the tree of commands. Out: a place for each command and each alias, with its words, its values and its arguments.

import type { Command, Option } from "commander";

/** What only the server or a file knows: `hindsight complete banks` prints it, a name to a line. */
export const ASKED = ["banks", "profiles"] as const;
export type Asked = (typeof ASKED)[number];

/** A place in the tree, by its whole path (`bank list`; empty for the root), with all that may stand behind it. */
export interface Place {
  readonly path: string;
  /** Commands below it, by all their names. */
  readonly names: readonly string[];
  readonly words: readonly { readonly word: string; readonly meaning: string }[];
  /** Options that take a value, with what is known of it. */
  readonly values: readonly { readonly flags: readonly string[]; readonly known: Known }[];
  /** Arguments in their order. */
  readonly args: readonly Known[];
}

/** The values themselves, whom to ask for them, or null: nothing is known, so the shell offers files. */
export type Known = readonly string[] | Asked | null;

export function placesOf(command: Command, path = ""): readonly Place[] {
  const shown = command.commands.filter((each) => !isHidden(each));
  const below = command.commands.flatMap((each) => namesOf(each).flatMap((name) => placesOf(each, path === "" ? name : `${path} ${name}`)));
  const words = [
    ...shown.map((each) => ({ word: each.name(), meaning: each.description() })),
    ...command.options
      .filter((option) => !option.hidden)
      .flatMap((option) => flagsOf(option).map((word) => ({ word, meaning: option.description }))),
    { word: "--help", meaning: "show help" },
  ];
  const values = command.options
    .filter((option) => option.required || option.optional)
    .map((option) => ({ flags: flagsOf(option), known: option.argChoices ?? ASKED_OPTIONS[option.long ?? ""] ?? null }));
  const args = command.registeredArguments.map((each) => each.argChoices ?? askedFor(path, each.name()));
  return [{ path, names: command.commands.flatMap(namesOf), words, values, args }, ...below];
}

const ASKED_OPTIONS: Readonly<Record<string, Asked>> = { "--bank": "banks", "--profile": "profiles" };

function askedFor(path: string, name: string): Asked | null {
  if (name === "bank") return "banks";
  return path.startsWith("profile ") && path !== "profile create" ? "profiles" : null;
}

/** Every flag with what is known of its value, by the path and the flag: `bank list --limit`. */
export function valuesOf(places: readonly Place[]): readonly { readonly key: string; readonly known: Known }[] {
  return places.flatMap(({ path, values }) =>
    values.flatMap(({ flags, known }) => flags.map((flag) => ({ key: `${path} ${flag}`.trimStart(), known }))),
  );
}

/** Every argument by the path and its number, from 0: `bank get 0`. */
export function argumentsOf(places: readonly Place[]): readonly { readonly key: string; readonly known: Known }[] {
  return places.flatMap(({ path, args }) => args.map((known, at) => ({ key: `${path} ${at}`.trimStart(), known })));
}

/** As one word of bash and zsh. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'"'"'`)}'`;

const namesOf = (command: Command): readonly string[] => [command.name(), ...command.aliases()];

const flagsOf = ({ short, long }: Option): readonly string[] => [short, long].filter((flag) => flag !== undefined);

const isHidden = (command: Command): boolean => (command as unknown as { readonly _hidden: boolean })._hidden;
