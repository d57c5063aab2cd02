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
      const { id, mental_model_id: model = null } = findNode(await readTree(api, bank), named, "page");
      const reply = await api.get<Page>(basePath(bank, `/pages/${encodeURIComponent(id)}`));
      print().show({ ...reply, mental_model_id: model }, (page) => (body === true ? (page.body ?? "") : withModel(page, model)).trimEnd());
    });
};

/** With the model as a remark of the front matter: `pages import` takes the file as it is. */
function withModel({ markdown }: Page, model: string | null): string {
  return model === null
    ? markdown
    : markdown.replace(/^(---\n[\s\S]*?\n)---\n/, (_, fields: string) => `${fields}# mental model: ${JSON.stringify(model)}\n---\n`);
}
