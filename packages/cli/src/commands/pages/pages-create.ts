// hindsight pages create: a page that answers a question, in a folder or at the top.

import { awaited } from "../../awaited.js";
import { given, listOf, wholeNumber } from "../../option-values.js";
import { type TriggerOptions, triggerOf, withTriggerOptions } from "../../trigger-options.js";
import type { Verb } from "../../verb.js";
import { basePath, folderId } from "./tree.js";

interface CreateOptions extends TriggerOptions {
  readonly in?: string;
  readonly tags?: string;
  readonly maxTokens?: string;
  readonly wait?: boolean;
}

interface Made {
  readonly page_id: string;
  readonly operation_id?: string | null;
}

export const pagesCreate: Verb = (group, connect, print) => {
  const command = group
    .command("create <bank> <name> <question>")
    .alias("create-page")
    .description("make a page, whose text is written in the background")
    .option("--in <folder>", "the folder that it lies in, by id or path (default: the top)")
    .option("--tags <a,b>", "tags of the page, and of the memories that it is written from; type:runbook makes it a runbook")
    .option("-m, --max-tokens <n>", "how long it may be (4096)")
    .option("--wait", "until it is written, and show it");
  withTriggerOptions(command)
    .addHelpText("after", '\nExample:\n  hindsight pages create work "On call" "Who is on call, and when?" --in Team')
    .action(async (bank: string, name: string, question: string, options: CreateOptions) => {
      const api = connect();
      const body = given({
        name,
        source_query: question,
        parent_id: options.in === undefined ? undefined : await folderId(api, bank, options.in),
        tags: listOf(options.tags),
        max_tokens: options.maxTokens === undefined ? undefined : wholeNumber(options.maxTokens, "--max-tokens"),
        trigger: triggerOf(options),
      });
      const made = await api.send<Made>("POST", basePath(bank, "/pages"), body);
      if (options.wait === true && made.operation_id) {
        await awaited(api, bank, made.operation_id, `Writing ${name}`);
        const page = await api.get<{ markdown: string }>(basePath(bank, `/pages/${encodeURIComponent(made.page_id)}`));
        print().show(page, ({ markdown }) => markdown.trimEnd());
        return;
      }
      print().show(made, (r) =>
        [`Made ${r.page_id}; it is being written.`, `  hindsight operation get ${bank} ${r.operation_id ?? ""} --wait`].join("\n"),
      );
    });
};
