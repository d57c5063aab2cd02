// Options by the names that the published command line has for them: scripts that were written for it run.
// In: the tree of commands. Out: the same tree, whose commands take both; --help shows ours alone. A test goes through the published names.

import { type Command, Option } from "commander";

type OtherNames = readonly (readonly [flags: string, ours: string])[];

const KIND: OtherNames = [["--fact-type <kind>", "--type"]];
const RETAIN: OtherNames = [["--doc-id <id>", "--document-id"]];
const RECALL: OtherNames = [["--fact-type <a,b>", "--types"]];
const REFLECT: OtherNames = [["--include-facts", "--based-on"]];
const EVENTS: OtherNames = [["--event-types <a,b>", "--events"]];
const PARENT: OtherNames = [["--parent-id <id>", "--in"]];
const QUESTION: OtherNames = [["--source-query <text>", "--question"]];
const TRIGGER: OtherNames = [
  ["--trigger-mode <mode>", "--mode"],
  ["--trigger-refresh-cron <schedule>", "--refresh-cron"],
  ["--trigger-fact-types <a,b>", "--fact-types"],
  ["--trigger-refresh-after-consolidation <true|false>", "--refresh-after-consolidation"],
  ["--trigger-exclude-mental-models <true|false>", "--exclude-mental-models"],
  ["--trigger-keep-trace <true|false>", "--keep-trace"],
  ["--tags-match <mode>", "--scope-match"],
];

/** By the path of the command: other flags, and the option that they stand for. */
const OTHER_NAMES: Readonly<Record<string, OtherNames>> = {
  retain: RETAIN,
  "memory retain": RETAIN,
  recall: RECALL,
  "memory recall": RECALL,
  reflect: REFLECT,
  "memory reflect": REFLECT,
  "memory list": KIND,
  "memory clear": KIND,
  "bank graph": KIND,
  "webhook create": EVENTS,
  "webhook update": EVENTS,
  "audit list": [
    ["--start-date <time>", "--since"],
    ["--end-date <time>", "--before"],
  ],
  "mental-model create": TRIGGER,
  "mental-model update": [...TRIGGER, ...QUESTION],
  "pages folder": PARENT,
  "pages create": [...TRIGGER, ...PARENT],
  "pages update": [...TRIGGER, ...PARENT, ...QUESTION],
};

/** Verbs that ask before they delete in the published command line, and not here: `--yes` is taken all the same. */
const ASK_NOTHING = ["memory clear-observations", "document delete", "mental-model delete", "directive delete", "webhook delete"];

/** Adds the names. Throws for a path that names no command, and for an option that the command does not have. */
export function withOtherNames(root: Command): void {
  for (const [path, names] of Object.entries(OTHER_NAMES)) for (const [flags, ours] of names) alsoCalled(at(root, path), flags, ours);
  for (const path of ASK_NOTHING) at(root, path).addOption(new Option("-y, --yes", "nothing is asked").hideHelp());
}

/** Whatever is given to the other name is given to ours. */
function alsoCalled(command: Command, flags: string, ours: string): void {
  const option = command.options.find(({ long }) => long === ours);
  if (option === undefined) throw new Error(`${command.name()} has no option ${ours}.`);
  const other = new Option(flags, `as ${ours}, by its other name`).hideHelp();
  const isSwitch = other.required && !option.required;
  if (isSwitch) other.choices(["true", "false"]);
  command.addOption(other);
  const given = (value: string): unknown => (isSwitch ? value === "true" : option.isBoolean() || value);
  command.on(`option:${other.name()}`, (value: string) => command.setOptionValueWithSource(option.attributeName(), given(value), "cli"));
}

function at(root: Command, path: string): Command {
  const found = path.split(" ").reduce<Command | undefined>((up, name) => up?.commands.find((each) => each.name() === name), root);
  if (found === undefined) throw new Error(`There is no command ${path}.`);
  return found;
}
