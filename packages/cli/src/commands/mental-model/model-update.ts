// hindsight mental-model update: another name, question, scope or trigger. Only what is given changes.

import { given, listOf, refuseNothing, wholeNumber } from "../../option-values.js";
import { type TriggerOptions, triggerOf, withTriggerOptions } from "../../trigger-options.js";
import type { Verb } from "../../verb.js";
import { asModel, type Model, modelFacts, modelPath } from "./model.js";

interface UpdateOptions extends TriggerOptions {
  readonly name?: string;
  readonly question?: string;
  readonly tags?: string;
  readonly maxTokens?: string;
}

export const modelUpdate: Verb = (group, connect, print) => {
  const command = group
    .command("update <bank> <model>")
    .description("change a mental model; another question is answered at once, in full")
    .option("-n, --name <text>", "its name")
    .option("-q, --question <text>", "the question that it answers")
    .option("--tags <a,b>", 'its tags in place of those it has; "" for none')
    .option("-m, --max-tokens <n>", "the length to aim at, 256 to 8192");
  withTriggerOptions(command).action(async (bank: string, id: string, options: UpdateOptions) => {
    const body = given({
      name: options.name,
      source_query: options.question,
      tags: listOf(options.tags),
      max_tokens: options.maxTokens === undefined ? undefined : wholeNumber(options.maxTokens, "--max-tokens"),
      trigger: triggerOf(options),
    });
    refuseNothing(body, "--name, --question, --tags, --max-tokens and those of the trigger");
    print().show(await asModel(bank, id, connect().send<Model>("PATCH", modelPath(bank, id), body)), modelFacts);
  });
};
