// hindsight mental-model get: what a mental model says.

import type { Verb } from "../../verb.js";
import { asModel, type Model, modelPath, modelText } from "./model.js";

export const modelGet: Verb = (group, connect, print) => {
  group
    .command("get <bank> <model>")
    .alias("show")
    .description("a mental model: its question, its state, and what it says")
    .option("--content", "only what it says, to pass it on")
    .action(async (bank: string, id: string, { content }: { content?: boolean }) => {
      const reply = await asModel(bank, id, connect().get<Model>(modelPath(bank, id)));
      print().show(reply, (model) => (content === true ? (model.content ?? "") : modelText(model)));
    });
};
