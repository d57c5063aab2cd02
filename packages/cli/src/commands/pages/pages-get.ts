// hindsight pages get: a page as it is read, Markdown with front matter.

import type { Verb } from "../../verb.js";
import { basePath, findNode, readTree } from "./tree.js";

interface Page {
  readonly body: string | null;
  readonly markdown: string;
}

export const pagesGet: Verb = (group, connect, print) => {
  group
    .command("get <bank> <page>")
    .alias("get-page")
    .alias("show")
    .description("a page as Markdown with front matter; <page> is its id or its path")
    .option("--body", "without the front matter")
    .addHelpText("after", '\nExample:\n  hindsight pages get work "Team/On call"')
    .action(async (bank: string, named: string, { body }: { body?: boolean }) => {
      const api = connect();
      const { id } = findNode(await readTree(api, bank), named, "page");
      const reply = await api.get<Page>(basePath(bank, `/pages/${encodeURIComponent(id)}`));
      print().show(reply, (page) => (body === true ? (page.body ?? "") : page.markdown).trimEnd());
    });
};
