// hindsight pages history: what a page said before.

import { bankPath, CliError } from "../../api.js";
import { type ModelChange, modelHistoryText } from "../../model-history.js";
import type { Verb } from "../../verb.js";
import { findNode, readTree } from "./tree.js";

export const pagesHistory: Verb = (group, connect, print) => {
  group
    .command("history <bank> <page>")
    .description("what a page said before each change, newest first; failed refreshes with their reason")
    .option("--full", "show what it said whole")
    .addHelpText("after", '\nExample:\n  hindsight pages history work "Team/On call"')
    .action(async (bank: string, named: string, { full = false }: { full?: boolean }) => {
      const api = connect();
      const { mental_model_id: model } = findNode(await readTree(api, bank), named, "page");
      if (!model) throw new CliError("This server does not name the mental model of a page: it is not one of this version.");
      const path = bankPath(bank, `/mental-models/${encodeURIComponent(model)}/history`);
      print().show(await api.get<readonly ModelChange[]>(path), (changes) => modelHistoryText(changes, full));
    });
};
