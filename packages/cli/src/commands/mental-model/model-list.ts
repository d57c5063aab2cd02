// hindsight mental-model list: the standing answers of a bank.

import { LIMIT, listOf, OFFSET, type Paging } from "../../option-values.js";
import { table, when } from "../../output.js";
import { query } from "../../query.js";
import type { Verb } from "../../verb.js";
import { type Model, modelsPath, stateOf } from "./model.js";

interface ListOptions extends Paging {
  readonly tags?: string;
  readonly tagsMatch?: string;
  readonly pages: boolean;
}

export const modelList: Verb = (group, connect, print) => {
  group
    .command("list <bank>")
    .description("mental models, the last refreshed first")
    .option("--tags <a,b>", "only those with these tags")
    .option("--tags-match <mode>", "any, all or exact")
    .option("--no-pages", "leave out those that are knowledge pages")
    .option(...LIMIT)
    .option(...OFFSET)
    .action(async (bank: string, { tags, tagsMatch, pages, limit, offset }: ListOptions) => {
      const filter = { tags: listOf(tags), tags_match: tagsMatch, exclude_knowledge_pages: pages ? undefined : true, limit, offset };
      const reply = await connect().get<{ items: readonly Model[]; total: number }>(modelsPath(bank, query(filter)));
      print().show(reply, ({ items, total }) =>
        items.length === 0
          ? 'There are no mental models. "hindsight mental-model create BANK NAME QUESTION" makes one.'
          : `${table(["mental model", "last refresh", "state", "name"], items.map(row))}\n${items.length} of ${total}`,
      );
    });
};

const row = (model: Model): readonly string[] => [
  model.id,
  when(model.last_refreshed_at),
  stateOf(model),
  model.tags.length === 0 ? model.name : `${model.name}\n(${model.tags.join(", ")})`,
];
