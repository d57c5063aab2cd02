// The published command line's commands, options and defaults (shared/contract/clients.md §3, and its public reference page), one by one against ours.
// What is written behind a command: how many arguments it takes at least, then its options; `=` takes a value, `=mid` has that one when nothing is given.

import type { Command, Option } from "commander";
import { describe, expect, test } from "vitest";
import { program } from "../src/program.js";

const PUBLISHED = `
bank list: 0
bank create: 1 -n= --name= -m= --mission= --skepticism= --literalism= --empathy=
bank update: 1 -n= --name= -m= --mission= --skepticism= --literalism= --empathy=
bank disposition: 1
bank set-disposition: 1 --skepticism= --literalism= --empathy=
bank stats: 1
bank name: 2
bank mission: 2
bank background: 2
bank graph: 1 -t= --fact-type= -l=1000 --limit=1000
bank delete: 1 -y --yes
bank consolidate: 1 --wait --poll-interval=
bank clear-observations: 1 -y --yes
bank config: 1 --overrides-only
bank set-config: 1 --llm-provider= --llm-model= --llm-api-key= --llm-base-url= --retain-mission= --retain-extraction-mode= --retain-custom-instructions= --retain-chunk-size= --enable-observations --observations-mission= --reflect-mission= --disposition-skepticism= --disposition-literalism= --disposition-empathy=
bank reset-config: 1 -y --yes
bank consolidation-recover: 1
bank export-template: 1 -o=
bank import-template: 2 --dry-run
bank template-schema: 0
memory list: 1 -t= --fact-type= -q= --query= -l= --limit= --offset=
memory get: 2
memory recall: 2 -t= --fact-type= -b=mid --budget=mid --max-tokens=4096 --trace --include-chunks --chunk-max-tokens= --tags= --tags-match= --query-timestamp= --prefer-observations --window-start= --window-end=
memory reflect: 2 -b=mid --budget=mid -c= --context= -m= --max-tokens= -s= --schema= --tags= --tags-match= --include-facts --fact-types= --exclude-mental-models --exclude-mental-model-ids=
memory retain: 2 -d= --doc-id= -c= --context= -t= --timestamp= --async --document-tags=
memory retain-files: 2 -r --recursive -c= --context= --async -s= --strategy=
memory delete: 2
memory clear: 1 -t= --fact-type= -y --yes
memory history: 2
memory clear-observations: 2 -y --yes
document list: 1 -q= --query= -l= --limit= --offset=
document get: 2
document delete: 2 -y
document update: 2 --tags=
entity list: 1 -l= --limit=
entity get: 2
entity regenerate: 2
tag list: 1 -q= --query=
chunk get: 1
operation list: 1
operation get: 2
operation cancel: 2
operation retry: 2
operation delete: 2 -y --yes
mental-model list: 1
mental-model get: 2
mental-model create: 3 --id= --tags= --tags-match= --max-tokens= --trigger-mode= --trigger-refresh-after-consolidation=
mental-model update: 2 -n= --name= --source-query= --tags= --trigger-mode= --trigger-keep-trace=
mental-model delete: 2 -y --yes
mental-model refresh: 2
mental-model dry-run-refresh: 2
mental-model history: 2
knowledge-base tree: 1
knowledge-base create-folder: 2 --parent-id=
knowledge-base create-page: 3 --parent-id= --tags= --mode= --fact-types=
knowledge-base get-page: 2
knowledge-base search: 2 -l= --limit=
knowledge-base update: 2 --name= --parent-id= --source-query= --tags=
knowledge-base delete: 2 -y --yes
knowledge-base export: 1
directive list: 1
directive get: 2
directive create: 3 --priority=
directive update: 2 --name= --content= --priority=
directive delete: 2 -y --yes
webhook list: 1
webhook create: 2 --event-types= --secret=
webhook update: 2 --url= --event-types= --secret=
webhook delete: 2 -y --yes
webhook deliveries: 2
audit list: 1 --action= --transport= --start-date= --end-date= -l= --limit= --offset=
audit stats: 1 --period=
fs mount: 0 --once --detach --bank=
fs start: 0
fs stop: 0
fs restart: 0
fs sync: 0
fs status: 0 --stale-after=
fs list: 0
fs logs: 0
fs unmount: 0
explore: 0
tui: 0
ui: 0
health: 0
metrics: 0
version: 0
configure: 0 --api-url= --api-key=
profile create: 1 --api-url= --api-key=
profile list: 0
profile show: 0
profile delete: 1 -y --yes
`;

/** Of every command, before and behind it. */
const EVERYWHERE = ["-o=", "--output=", "-v", "--verbose", "-p=", "--profile="];
describe("the published command line", () => {
  const root = program("0.0.0");
  const lines = PUBLISHED.trim()
    .split("\n")
    .map((line) => {
      const [path = "", rest = ""] = line.split(": ");
      const [least = "", ...options] = rest.split(" ");
      return [path, Number(least), options] as const;
    });

  test.each(lines)("%s", (path, least, options) => {
    const command = path.split(" ").reduce((at, name) => named(at, name), root);
    expect(command.registeredArguments.filter(({ required }) => required).length).toBe(least);
    expect([...options, ...EVERYWHERE].filter((each) => !takes(command, each))).toEqual([]);
  });

  test("options that are none are told from those that are", () => {
    expect(lines.length).toBeGreaterThan(70);
    const recall = named(named(root, "memory"), "recall");
    expect(["-b=mid", "-b=low", "-b", "--trace", "--trace=", "--budgets=mid"].filter((each) => takes(recall, each))).toEqual([
      "-b=mid",
      "--trace",
    ]);
  });
});

function named(command: Command, name: string): Command {
  const found = command.commands.find((each) => [each.name(), ...each.aliases()].includes(name));
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
}

function takes(command: Command, written: string): boolean {
  const [flag, value] = written.split("=");
  const option = command.options.find(({ short, long }) => flag === short || flag === long);
  if (option === undefined) return false;
  const hasValue = option.required || option.optional;
  return hasValue === (value !== undefined) && (!value || defaultOf(option) === value);
}

const defaultOf = ({ defaultValue }: Option): unknown => defaultValue;
