// hindsight reflect: an answer to a question, with what it stands on. On a terminal its searches are told as they go.

import type { Command } from "commander";
import { type Api, bankPath, CliError } from "../api.js";
import { given, jsonFile, listOf, wholeNumber } from "../option-values.js";
import { activity, isLively, type Output } from "../output.js";
import { answerText, type Reflected } from "../reflected.js";
import type { Verb } from "../verb.js";

interface ReflectOptions {
  readonly budget: string;
  readonly context?: string;
  readonly maxTokens?: string;
  readonly schema?: string;
  readonly tags?: string;
  readonly tagsMatch?: string;
  readonly factTypes?: string;
  readonly excludeMentalModels?: boolean;
  readonly excludeMentalModelIds?: string;
  readonly basedOn?: boolean;
  readonly trace?: boolean;
}

/** A server gives up after 300 s (HINDSIGHT_API_REFLECT_WALL_TIMEOUT); its answer is waited for a little longer. */
const PATIENCE_MS = 330_000;

export function reflect(program: Command, connect: () => Api, print: () => Output): void {
  reflectIn(program, connect, print);
}

/** Also in the group `memory`, where the published command line has it. */
export const reflectIn: Verb = (group, connect, print) => {
  group
    .command("reflect")
    .description("answer a question from the memories of a bank")
    .argument("<bank>", "bank id or alias")
    .argument("<query>", "the question")
    .option("-b, --budget <level>", "how long it may search: low, mid or high", "mid")
    .option("-c, --context <text>", "said to the model besides the question")
    .option("-m, --max-tokens <n>", "the length to aim at")
    .option("-s, --schema <file>", "JSON schema of an object: the answer is given in that form as well")
    .option("--based-on", "show all that the answer stands on: memories, mental models, directives")
    .option("--tags <a,b>", "only memories with these tags")
    .option("--tags-match <mode>", "any, all, any_strict, all_strict or exact")
    .option("--fact-types <a,b>", "world, experience, observation")
    .option("--exclude-mental-models", "do not look at mental models")
    .option("--exclude-mental-model-ids <a,b>", "do not look at these")
    .option("--trace", "bring what was searched along (json output)")
    .addHelpText("after", '\nExample:\n  hindsight reflect work "What should the release notes say?" --based-on')
    .action(async (bank: string, question: string, options: ReflectOptions) => {
      const body = given({
        query: question,
        budget: options.budget,
        context: options.context,
        max_tokens: options.maxTokens === undefined ? undefined : wholeNumber(options.maxTokens, "--max-tokens"),
        response_schema: options.schema === undefined ? undefined : await jsonFile(options.schema, "--schema"),
        tags: listOf(options.tags),
        tags_match: options.tagsMatch,
        fact_types: listOf(options.factTypes),
        exclude_mental_models: options.excludeMentalModels,
        exclude_mental_model_ids: listOf(options.excludeMentalModelIds),
        include: { facts: {}, ...(options.trace === true ? { tool_calls: {} } : {}) },
      });
      const answer = await ask(connect(), bankPath(bank, "/reflect"), body);
      const isWhole = options.basedOn === true;
      print().show(answer, (reply) => answerText(reply, isWhole));
      if (answer.structured_output_error)
        throw new CliError(`The answer is not in the form of --schema: ${answer.structured_output_error}`);
    });
};

/** Asks for events only where somebody sees them. */
async function ask(api: Api, path: string, body: Readonly<Record<string, unknown>>): Promise<Reflected> {
  if (!isLively()) return api.send<Reflected>("POST", path, body, PATIENCE_MS);
  const shown = activity("Reflecting");
  try {
    for await (const { name, data } of api.events(path, body, PATIENCE_MS)) {
      if (name === "answer" || name === "message") return data as Reflected;
      if (name === "error") throw new CliError((data as { readonly detail: string }).detail, { isAnswer: true });
      const step = stepOf(name, data as Step);
      if (step !== null) shown.say(step);
    }
  } finally {
    shown.end();
  }
  throw new CliError("The server ended its reply before the answer. Ask again.");
}

interface Step {
  readonly tool?: string;
  readonly input?: { readonly query?: unknown };
  readonly found?: number;
  readonly memories?: number;
}

function stepOf(name: string, { tool = "", input, found = 0, memories = 0 }: Step): string | null {
  const words = tool.replaceAll("_", " ");
  if (name === "tool_call") return typeof input?.query === "string" ? `${words}: ${input.query}` : words;
  return name === "evidence" ? `${words}: ${found} found, ${memories} memories so far` : null;
}
