// hindsight pages search: pages that speak of something, by words and by meaning.

import { listOf } from "../../option-values.js";
import { begun, table, when } from "../../output.js";
import { query } from "../../query.js";
import type { Verb } from "../../verb.js";
import { basePath } from "./tree.js";

interface SearchOptions {
  readonly limit: string;
  readonly tags?: string;
  readonly tagsMatch?: string;
}

interface Found {
  readonly id: string;
  readonly name: string;
  readonly snippet: string;
  readonly updated_at?: string | null;
}

/** Characters of a page that a row shows. */
const SHOWN = 240;

export const pagesSearch: Verb = (group, connect, print) => {
  group
    .command("search <bank> <words>")
    .description("pages that speak of something, best first")
    .option("-l, --limit <n>", "how many (up to 50)", "10")
    .option("--tags <a,b>", "only pages with these tags")
    .option("--tags-match <mode>", "any, all, any_strict, all_strict or exact")
    .action(async (bank: string, words: string, { limit, tags, tagsMatch }: SearchOptions) => {
      const search = query({ q: words, limit, tags: listOf(tags), tags_match: tagsMatch });
      const reply = await connect().get<{ results: readonly Found[] }>(basePath(bank, `/search${search}`));
      print().show(reply, ({ results }) =>
        results.length === 0
          ? "No page speaks of that."
          : table(
              ["page", "text"],
              results.map((found) => [`${found.name}\n${found.id}\n${when(found.updated_at)}`, begun(found.snippet, SHOWN)]),
            ),
      );
    });
};
