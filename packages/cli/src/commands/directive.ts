// hindsight directive …: rules that every reflection of a bank obeys.

import type { Command } from "commander";
import { type Api, bankPath } from "../api.js";
import { given, LIMIT, listOf, OFFSET, type Paging, refuseNothing, wholeNumber } from "../option-values.js";
import { facts, type Output, table, when } from "../output.js";
import { query } from "../query.js";

interface Directive {
  readonly id: string;
  readonly name: string;
  readonly content: string;
  readonly priority: number;
  readonly is_active: boolean;
  readonly tags: readonly string[];
  readonly updated_at?: string | null;
}

interface ListOptions extends Paging {
  readonly all?: boolean;
  readonly tags?: string;
  readonly tagsMatch?: string;
}

interface WriteOptions {
  readonly name?: string;
  readonly content?: string;
  readonly priority?: string;
  readonly tags?: string;
  /** False for --inactive. */
  readonly active?: boolean;
  readonly inactive?: boolean;
}

const PRIORITY = ["--priority <n>", "the higher comes first"] as const;

export function directive(program: Command, connect: () => Api, print: () => Output): void {
  const group = program.command("directive").description("rules that every reflection of a bank obeys");

  group
    .command("list <bank>")
    .description("directives in force, highest priority first")
    .option("-a, --all", "those that are not in force as well")
    .option("--tags <a,b>", "those with these tags, and those without any")
    .option("--tags-match <mode>", "any, all or exact")
    .option(...LIMIT)
    .option(...OFFSET)
    .action(async (bank: string, { all, tags, tagsMatch, limit, offset }: ListOptions) => {
      const filter = { active_only: all !== true, tags: listOf(tags), tags_match: tagsMatch, limit, offset };
      const reply = await connect().get<{ items: readonly Directive[]; total: number }>(directivesPath(bank, query(filter)));
      print().show(reply, ({ items, total }) =>
        items.length === 0
          ? `No directives${all === true ? "" : " in force"}. "hindsight directive create BANK NAME RULE" makes one.`
          : `${table(["directive", "priority", "rule"], items.map(row))}\n${items.length} of ${total}`,
      );
    });

  group
    .command("get <bank> <directive>")
    .alias("show")
    .description("one directive")
    .action(async (bank: string, id: string) => print().show(await connect().get<Directive>(directivePath(bank, id)), directiveFacts));

  group
    .command("create <bank> <name> <rule>")
    .description("add a rule, as reflection is told it")
    .option(...PRIORITY)
    .option("--tags <a,b>", "only for reflections with these tags (default: for all)")
    .option("--inactive", "keep it out of force for now")
    .addHelpText("after", '\nExample:\n  hindsight directive create work Tone "Answer in one sentence." --priority 5')
    .action(async (bank: string, name: string, content: string, options: WriteOptions) => {
      const body = { name, content, ...given({ ...written(options), is_active: options.inactive === true ? false : undefined }) };
      print().show(await connect().send<Directive>("POST", directivesPath(bank), body), directiveFacts);
    });

  group
    .command("update <bank> <directive>")
    .description("change a rule; only what is given changes")
    .option("-n, --name <text>", "its name")
    .option("-c, --content <text>", "the rule")
    .option(...PRIORITY)
    .option("--tags <a,b>", 'its tags in place of those it has; "" for none')
    .option("--active", "put it in force")
    .option("--no-active", "take it out of force")
    .action(async (bank: string, id: string, options: WriteOptions) => {
      const body = given({ name: options.name, content: options.content, ...written(options), is_active: options.active });
      refuseNothing(body, "--name, --content, --priority, --tags, --active, --no-active");
      print().show(await connect().send<Directive>("PATCH", directivePath(bank, id), body), directiveFacts);
    });

  group
    .command("delete <bank> <directive>")
    .description("delete a rule")
    .action(async (bank: string, id: string) => {
      print().show(await connect().send<{ status: string }>("DELETE", directivePath(bank, id)), () => `Deleted ${id}.`);
    });
}

const directivesPath = (bank: string, rest = ""): string => bankPath(bank, `/directives${rest}`);
const directivePath = (bank: string, id: string): string => directivesPath(bank, `/${encodeURIComponent(id)}`);

const written = ({ priority, tags }: WriteOptions) => ({
  priority: priority === undefined ? undefined : wholeNumber(priority, "--priority", Number.MIN_SAFE_INTEGER),
  tags: listOf(tags),
});

function row({ id, name, content, priority, is_active, tags }: Directive): readonly string[] {
  const about = [...(is_active ? [] : ["not in force"]), ...tags].join(", ");
  return [`${id}\n${name}`, String(priority), about === "" ? content : `${content}\n(${about})`];
}

const directiveFacts = (directive: Directive): string =>
  facts([
    ["directive", directive.id],
    ["name", directive.name],
    ["rule", directive.content],
    ["priority", directive.priority],
    ["in force", directive.is_active ? "yes" : "no"],
    ["tags", directive.tags.length === 0 ? "none: for every reflection" : directive.tags],
    ["changed (UTC)", when(directive.updated_at)],
  ]);
