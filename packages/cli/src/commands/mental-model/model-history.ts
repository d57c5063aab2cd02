// hindsight mental-model history: what a mental model said before.

import { type ModelChange, modelHistoryText } from "../../model-history.js";
import type { Verb } from "../../verb.js";
import { asModel, modelPath } from "./model.js";

export const modelHistory: Verb = (group, connect, print) => {
  group
    .command("history <bank> <model>")
    .description("what a mental model said before each change, newest first; failed refreshes with their reason")
    .option("--full", "show what it said whole")
    .action(async (bank: string, id: string, { full = false }: { full?: boolean }) => {
      const reply = await asModel(bank, id, connect().get<readonly ModelChange[]>(modelPath(bank, id, "/history")));
      print().show(reply, (changes) => modelHistoryText(changes, full));
    });
};
