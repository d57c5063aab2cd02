// hindsight mental-model create: a question that is answered now, and kept answered.

import { type Api, CliError } from "../../api.js";
import { awaited } from "../../awaited.js";
import { given, listOf, wholeNumber } from "../../option-values.js";
import { note } from "../../output.js";
import { type TriggerOptions, triggerOf, withTriggerOptions } from "../../trigger-options.js";
import type { Verb } from "../../verb.js";
import { type Model, modelPath, modelsPath, modelText } from "./model.js";

interface CreateOptions extends TriggerOptions {
  readonly id?: string;
  readonly tags?: string;
  readonly maxTokens?: string;
  readonly wait?: boolean;
}

export const modelCreate: Verb = (group, connect, print) => {
  const command = group
    .command("create <bank> <name> <question>")
    .description("make a mental model; its first refresh is queued, and the bank is made when it does not exist")
    .option("--id <id>", "an id of your choice (default: made up)")
    .option("--tags <a,b>", "tags of the model, and of the memories that it looks at")
    .option("-m, --max-tokens <n>", "the length to aim at, 256 to 8192 (2048)")
    .option("--wait", "until it is written, and show it");
  withTriggerOptions(command)
    .addHelpText(
      "after",
      '\nExample:\n  hindsight mental-model create work "User preferences" "What does the user prefer?" --mode delta --refresh-after-consolidation',
    )
    .action(async (bank: string, name: string, question: string, options: CreateOptions) => {
      const api = connect();
      const body = given({
        id: options.id,
        name,
        source_query: question,
        tags: listOf(options.tags),
        max_tokens: options.maxTokens === undefined ? undefined : wholeNumber(options.maxTokens, "--max-tokens"),
        trigger: triggerOf(options),
      });
      const before = await namesakes(api, bank, name);
      const made = await api.send<{ mental_model_id: string; operation_id: string }>("POST", modelsPath(bank), body);
      if (before.length > 0) note(`Another mental model of this bank is called "${name}" as well: ${before.join(", ")}.`);
      if (options.wait !== true) {
        print().show(made, (r) =>
          [`Made ${r.mental_model_id}; it is being written.`, `  hindsight operation get ${bank} ${r.operation_id} --wait`].join("\n"),
        );
        return;
      }
      await awaited(api, bank, made.operation_id, `Writing ${name}`);
      print().show(await api.get<Model>(modelPath(bank, made.mental_model_id)), modelText);
    });
};

/** Models of that name: two may have one, and whoever asks by name then gets either. None in a bank that is not there yet. */
async function namesakes(api: Api, bank: string, name: string): Promise<readonly string[]> {
  try {
    const { items } = await api.get<{ items: readonly Model[] }>(modelsPath(bank, "?detail=metadata&limit=1000"));
    return items.filter((each) => each.name === name).map(({ id }) => id);
  } catch (cause) {
    if (cause instanceof CliError && cause.answer?.status === 404) return [];
    throw cause;
  }
}
