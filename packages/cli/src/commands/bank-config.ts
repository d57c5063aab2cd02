// hindsight bank config, set-config, reset-config: the settings of one bank.

import { type Command, Option } from "commander";
import { bankPath, CliError } from "../api.js";
import { confirm } from "../confirm.js";
import { type JsonObject, wholeNumber } from "../option-values.js";
import { facts, shown, table } from "../output.js";
import type { Verb } from "../verb.js";

interface Config {
  readonly config: JsonObject;
  readonly overrides: JsonObject;
  /** Missing from a server of the reference, which does not tell its own values from the defaults. */
  readonly origins?: Readonly<Record<string, string>>;
}

/** Options beside `key=value`, by the names that the published command line has: `--retain-chunk-size 500` is `retain_chunk_size=500`. */
const TEXTS = [
  "retain_mission",
  "retain_extraction_mode",
  "retain_custom_instructions",
  "observations_mission",
  "reflect_mission",
] as const;
const NUMBERS = [
  "retain_chunk_size",
  "retain_structured_chunk_size",
  "disposition_skepticism",
  "disposition_literalism",
  "disposition_empathy",
] as const;
const SWITCHES = ["enable_observations", "enable_temporal_retrieval", "enable_graph_retrieval", "enable_reranking"] as const;

/** The published command line has these too. They are the server's own and no bank has them: it answers where they are set. */
const OF_THE_SERVER = ["llm_provider", "llm_model", "llm_api_key", "llm_base_url"] as const;

export const bankConfig: Verb = (group, connect, print) => {
  const overridesText = ({ overrides }: Config): string =>
    Object.keys(overrides).length === 0 ? "No overrides." : facts(Object.entries(overrides));

  group
    .command("config <bank>")
    .description("the settings of a bank; those it overrides are marked")
    .option("--overrides-only", "only what differs from the server's defaults")
    .addHelpText("after", "\nExample:\n  hindsight bank config work --overrides-only")
    .action(async (id: string, options: { overridesOnly?: boolean }) => {
      const reply = await connect().get<Config>(bankPath(id, "/config"));
      print().show(options.overridesOnly === true ? reply.overrides : reply, () =>
        table(
          ["setting", "set by", "value"],
          Object.entries(options.overridesOnly === true ? reply.overrides : reply.config).map(([key, value]) => [
            key,
            reply.origins?.[key] ?? (key in reply.overrides ? "bank" : "server"),
            shown(value),
          ]),
        ),
      );
    });

  withSettings(group.command("set-config <bank> [key=value...]"))
    .description("override settings; an empty value takes the override away")
    .addHelpText(
      "after",
      "\nExamples:\n  hindsight bank set-config work retain_extraction_mode=chunks recall_max_tokens=2048\n  hindsight bank set-config work --retain-chunk-size 500 --no-enable-reranking",
    )
    .action(async (id: string, pairs: readonly string[], options: Readonly<Record<string, unknown>>) => {
      const updates = { ...Object.fromEntries(pairs.map(setting)), ...optionSettings(options) };
      if (Object.keys(updates).length === 0) throw new CliError("There is nothing to change: give key=value, or an option for a setting.");
      print().show(await connect().send<Config>("PATCH", bankPath(id, "/config"), { updates }), overridesText);
    });

  group
    .command("reset-config <bank>")
    .description("take all overrides away: the server's defaults hold again")
    .option("-y, --yes", "do not ask")
    .addHelpText("after", "\nExample:\n  hindsight bank reset-config work --yes")
    .action(async (id: string, options: { yes?: boolean }) => {
      if (options.yes !== true) await confirm(`Take all settings of bank "${id}" away?`, "Nothing was changed.");
      print().show(await connect().send<Config>("DELETE", bankPath(id, "/config")), overridesText);
    });
};

const flag = (key: string): string => `--${key.replaceAll("_", "-")}`;

function withSettings(command: Command): Command {
  for (const key of TEXTS) command.addOption(new Option(`${flag(key)} <text>`, `sets ${key}`));
  for (const key of OF_THE_SERVER) command.addOption(new Option(`${flag(key)} <text>`, `asks for ${key}`).hideHelp());
  for (const key of NUMBERS) command.addOption(new Option(`${flag(key)} <n>`, `sets ${key}`));
  for (const key of SWITCHES) {
    command.addOption(new Option(flag(key), `sets ${key}`));
    command.addOption(new Option(`--no-${flag(key).slice(2)}`, "or not"));
  }
  return command;
}

function optionSettings(options: Readonly<Record<string, unknown>>): JsonObject {
  const numbers = new Set<string>(NUMBERS);
  return Object.fromEntries(
    [...TEXTS, ...OF_THE_SERVER, ...NUMBERS, ...SWITCHES].flatMap((key): (readonly [string, unknown])[] => {
      const value = options[key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())];
      if (value === undefined) return [];
      if (value === "") return [[key, null]];
      return [[key, numbers.has(key) ? wholeNumber(String(value), flag(key)) : value]];
    }),
  );
}

function setting(pair: string): readonly [string, unknown] {
  const at = pair.indexOf("=");
  if (at < 1) throw new CliError(`"${pair}" is not of the form key=value.`);
  const text = pair.slice(at + 1);
  if (text === "") return [pair.slice(0, at), null];
  try {
    return [pair.slice(0, at), JSON.parse(text) as unknown];
  } catch {
    // Plain words need no quotes on a command line.
    return [pair.slice(0, at), text];
  }
}
