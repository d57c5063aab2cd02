// hindsight observation …: what a bank believes, on what it stands, and how it came to be.

import type { Command } from "commander";
import { type Api, bankPath, CliError } from "../api.js";
import { memoryId } from "../find-id.js";
import { evidenceTable, historyTable, listMemories, type Memory, memoryFacts, memoryPath, memoryTable, readHistory } from "../memories.js";
import { LIMIT, listOf, OFFSET, type Paging } from "../option-values.js";
import { many, type Output, table } from "../output.js";
import { query } from "../query.js";
import { clearObservations } from "./clear-observations.js";

interface ListOptions extends Paging {
  readonly query?: string;
  readonly tags?: string;
  readonly tagsMatch?: string;
}

interface Scopes {
  readonly scopes: readonly { readonly tags: readonly string[]; readonly count: number }[];
  readonly total: number;
}

export function observation(program: Command, connect: () => Api, print: () => Output): void {
  const group = program
    .command("observation")
    .description("what a bank concluded from facts: list, read with its evidence, count by scope");

  group
    .command("list <bank>")
    .description("observations, latest mention first")
    .option("-q, --query <text>", "words that the text contains")
    .option("--tags <a,b>", "only observations with these tags")
    .option("--tags-match <mode>", "any, all, any_strict, all_strict or exact")
    .option(...LIMIT)
    .option(...OFFSET)
    .action(async (bank: string, { limit, offset, ...options }: ListOptions) => {
      const tags = { tags: listOf(options.tags), tags_match: options.tagsMatch };
      const reply = await listMemories(connect(), bank, { type: "observation", q: options.query, ...tags, limit, offset });
      print().show(reply, (page) =>
        memoryTable(
          page,
          (row) => [many(row.proof_count, "fact"), ...row.tags].join(", "),
          'No observations. They are made of facts in the background; "hindsight consolidate BANK --wait" does it now.',
        ),
      );
    });

  group
    .command("get <bank> <observation>")
    .alias("show")
    .description("an observation with the facts behind it and what it said before")
    .action(async (bank: string, given: string) => {
      const api = connect();
      const id = await memoryId(api, bank, given);
      const found = await api.get<Memory>(memoryPath(bank, id));
      if (found.type !== "observation")
        throw new CliError(`${id} is no observation but a fact (${found.type}): hindsight memory get ${bank} ${id}`);
      const history = await readHistory(api, bank, id);
      print().show({ ...found, history }, (shown) =>
        [memoryFacts(shown), evidenceTable(shown), historyTable(history, "It has not changed since it was made.")].join("\n"),
      );
    });

  group
    .command("scopes <bank>")
    .description("the sets of tags that observations have, those of most observations first")
    .option(...LIMIT)
    .option(...OFFSET)
    .action(async (bank: string, { limit, offset }: Paging) => {
      const reply = await connect().get<Scopes>(bankPath(bank, `/observations/scopes${query({ limit, offset })}`));
      print().show(reply, ({ scopes, total }) =>
        scopes.length === 0
          ? "No observations, and so no scopes."
          : `${table(
              ["observations", "tags"],
              scopes.map(({ tags, count }) => [String(count), tags.length === 0 ? "none: the whole bank" : tags.join(", ")]),
            )}\n${scopes.length} of ${total}`,
      );
    });

  clearObservations("clear")(group, connect, print);
}
