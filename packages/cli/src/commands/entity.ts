// hindsight entity …: whom and what memories mention, made one and taken apart.

import type { Command } from "commander";
import { type Api, bankPath, CliError } from "../api.js";
import { entityId, memoryId, shortId } from "../find-id.js";
import { LIMIT, OFFSET, type Paging } from "../option-values.js";
import { facts, type Output, table, when } from "../output.js";
import { query } from "../query.js";

interface Entity {
  readonly id: string;
  readonly canonical_name: string;
  readonly mention_count: number;
  readonly first_seen: string | null;
  readonly last_seen: string | null;
  readonly aliases?: readonly { readonly name: string }[];
}

interface Split {
  /** Null when no memory is about it any more. */
  readonly entity: Entity | null;
  readonly split: Entity;
}

export function entity(program: Command, connect: () => Api, print: () => Output): void {
  const group = program.command("entity").description("whom and what memories mention: list, look at, merge and split");

  group
    .command("list <bank>")
    .description("entities, most mentioned first")
    .option("-q, --query <text>", "part of a name or an alias")
    .option(...LIMIT)
    .option(...OFFSET)
    .action(async (bank: string, { query: q, limit, offset }: Paging & { query?: string }) => {
      const reply = await connect().get<{ items: readonly Entity[]; total: number }>(
        bankPath(bank, `/entities${query({ q, limit, offset })}`),
      );
      print().show(reply, ({ items, total }) =>
        items.length === 0
          ? q === undefined
            ? `No entities: no memory of ${bank} names anybody or anything yet.`
            : "No entity is called like that."
          : `${table(
              ["entity", "mentions", "last seen", "id"],
              items.map((e) => [e.canonical_name, String(e.mention_count), when(e.last_seen), shortId(e.id, items)]),
              0,
            )}\n${items.length} of ${total}`,
      );
    });

  group
    .command("get <bank> <entity>")
    .description("an entity with its aliases; <entity> is its name, an alias, or its id")
    .action(async (bank: string, named: string) => {
      const api = connect();
      print().show(await api.get<Entity>(entityPath(bank, await entityId(api, bank, named))), entityText);
    });

  group
    .command("regenerate <bank> <entity>", { hidden: true })
    .description("retired: observations are no longer made per entity")
    .addHelpText("after", "\nExample, in its place:\n  hindsight consolidate work --wait")
    .action(async (bank: string, id: string) => {
      print().show(await connect().send<Entity>("POST", entityPath(bank, id, "/regenerate")), entityText);
    });

  group
    .command("merge <bank> <entity> <others...>")
    .description("make others one with an entity: their names become its aliases (by name or id)")
    .action(async (bank: string, named: string, others: readonly string[]) => {
      const api = connect();
      const id = await entityId(api, bank, named);
      const ids: string[] = [];
      for (const other of others) ids.push(await entityId(api, bank, other));
      print().show(await api.send<Entity>("POST", entityPath(bank, id, "/merge"), { entity_ids: ids }), entityText);
    });

  group
    .command("alias <bank> <entity> <alias>")
    .description("give an entity another name, in any script, by which questions find it; --remove takes it away")
    .option("--remove", "take the name away; one that memories have is split off instead")
    .addHelpText("after", '\nExample:\n  hindsight entity alias work 张伟 "Zhang Wei"')
    .action(async (bank: string, named: string, alias: string, { remove = false }: { remove?: boolean }) => {
      const api = connect();
      const id = await entityId(api, bank, named);
      const reply = remove
        ? await api.send<Entity>("DELETE", entityPath(bank, id, `/aliases/${encodeURIComponent(alias)}`))
        : await api.send<Entity>("POST", entityPath(bank, id, "/aliases"), { alias });
      print().show(reply, entityText);
    });

  group
    .command("split <bank> <entity>")
    .description("take an entity apart: an alias is an entity again, or some memories are about another")
    .option("--alias <name>", "the alias, by name or id")
    .option("--name <name>", "the name of the other entity, with --memory")
    .option("--memory <id...>", "memories that are about the other")
    .addHelpText(
      "after",
      '\nExamples:\n  hindsight entity split work Bob --alias Bobby\n  hindsight entity split work Bob --name "Bob Miller" --memory ID',
    )
    .action(async (bank: string, named: string, { alias, name, memory }: { alias?: string; name?: string; memory?: readonly string[] }) => {
      if ((alias === undefined) === (name === undefined && memory === undefined) || (name === undefined) !== (memory === undefined))
        throw new CliError("Give --alias, or --name with --memory.");
      const api = connect();
      const memories: string[] = [];
      for (const each of memory ?? []) memories.push(await memoryId(api, bank, each));
      const body = alias === undefined ? { name, memory_ids: memories } : { alias };
      const reply = await api.send<Split>("POST", entityPath(bank, await entityId(api, bank, named), "/split"), body);
      print().show(reply, ({ entity: left, split }) => (left === null ? entityText(split) : `${entityText(left)}\n${entityText(split)}`));
    });
}

function entityPath(bank: string, id: string, rest = ""): string {
  return bankPath(bank, `/entities/${encodeURIComponent(id)}${rest}`);
}

function entityText({ id, canonical_name, mention_count, first_seen, last_seen, aliases = [] }: Entity): string {
  return facts([
    ["entity", canonical_name],
    ["aliases", aliases.map(({ name }) => name)],
    ["mentions", mention_count],
    ["first seen", when(first_seen)],
    ["last seen", when(last_seen)],
    ["id", id],
  ]);
}
