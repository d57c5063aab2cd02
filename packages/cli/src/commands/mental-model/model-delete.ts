// hindsight mental-model clear, delete: what it says is taken out; or all of it goes.

import type { Verb } from "../../verb.js";
import { asModel, type Model, modelFacts, modelPath } from "./model.js";

export const modelClear: Verb = (group, connect, print) => {
  group
    .command("clear <bank> <model>")
    .description("take out what a mental model says; the next refresh writes all of it anew")
    .action(async (bank: string, id: string) => {
      const cleared = await asModel(bank, id, connect().send<Model>("POST", modelPath(bank, id, "/clear")));
      print().show(cleared, (model) => `Cleared ${id}.\n${modelFacts(model)}`);
    });
};

export const modelDelete: Verb = (group, connect, print) => {
  group
    .command("delete <bank> <model>")
    .description("delete a mental model with its history, and its page if it is the text of one")
    .action(async (bank: string, id: string) => {
      const deleted = await asModel(bank, id, connect().send<{ status: string }>("DELETE", modelPath(bank, id)));
      print().show(deleted, () => `Deleted ${id}.`);
    });
};
