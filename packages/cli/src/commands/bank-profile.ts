// hindsight bank create, update, name, mission, disposition, set-disposition: who a bank is.

import { type Command, Option } from "commander";
import { bankPath } from "../api.js";
import { given, type JsonObject, refuseNothing, wholeNumber } from "../option-values.js";
import { facts } from "../output.js";
import type { Verb } from "../verb.js";

interface Traits {
  readonly skepticism?: string;
  readonly literalism?: string;
  readonly empathy?: string;
}

interface ProfileOptions extends Traits {
  readonly name?: string;
  readonly mission?: string;
}

const TRAITS = ["skepticism", "literalism", "empathy"] as const;

/** What a bank has that says nothing of its disposition: the middle of 1 to 5 (contract: CreateBankRequest). */
const MIDDLE = 3;

export const bankProfile: Verb = (group, connect, print) => {
  const save = async (method: "PUT" | "PATCH", id: string, body: JsonObject): Promise<void> =>
    print().show(await connect().send<JsonObject>(method, bankPath(id), body), profileText);

  withProfileOptions(group.command("create <bank>").description("create a bank, or change its name, mission and disposition"))
    .addHelpText("after", '\nExample:\n  hindsight bank create work --mission "Remember what the team decided." --skepticism 4')
    .action((id: string, options: ProfileOptions) => save("PUT", id, profileOf(options)));

  withProfileOptions(group.command("update <bank>").description("change the name, mission or disposition of a bank that is there"))
    .addHelpText("after", '\nExample:\n  hindsight bank update work --name "The team"')
    .action((id: string, options: ProfileOptions) => {
      const body = profileOf(options);
      refuseNothing(body, "--name, --mission, --skepticism, --literalism, --empathy");
      return save("PATCH", id, body);
    });

  group
    .command("name <bank> <name>")
    .description("give a bank a display name")
    .addHelpText("after", '\nExample:\n  hindsight bank name work "The team"')
    .action((id: string, name: string) => save("PATCH", id, { name }));

  group
    .command("mission <bank> <text>")
    .description("say what a bank is for")
    .addHelpText("after", '\nExample:\n  hindsight bank mission work "Remember what the team decided."')
    .action((id: string, text: string) => save("PATCH", id, { reflect_mission: text }));

  group
    .command("disposition <bank>")
    .description("the temper that a bank reasons with, 1 to 5 each")
    .addHelpText("after", "\nExample:\n  hindsight bank disposition work")
    .action(async (id: string) => {
      const { config } = await connect().get<{ config: JsonObject }>(bankPath(id, "/config"));
      const traits = Object.fromEntries(TRAITS.map((trait) => [trait, config[`disposition_${trait}`] ?? MIDDLE]));
      print().show(traits, (shown) => facts(Object.entries(shown)));
    });

  withTraits(group.command("set-disposition <bank>").description("change the temper that a bank reasons with"))
    .addHelpText("after", "\nExample:\n  hindsight bank set-disposition work --skepticism 5 --empathy 2")
    .action((id: string, options: Traits) => {
      const body = traitsOf(options);
      refuseNothing(body, "--skepticism, --literalism, --empathy");
      return save("PATCH", id, body);
    });

  // Retired in the API, and hidden in the published command line: the server says what took its place.
  group
    .command("background <bank> <text>", { hidden: true })
    .description("retired: use mission")
    .addHelpText("after", '\nExample:\n  hindsight bank mission work "Remember what the team decided."')
    .action(async (id: string, content: string) => {
      print().show(await connect().send<JsonObject>("POST", bankPath(id, "/background"), { content }), profileText);
    });
};

function withProfileOptions(command: Command): Command {
  return withTraits(command.option("-n, --name <text>", "display name").option("-m, --mission <text>", "what the bank is for"));
}

function withTraits(command: Command): Command {
  for (const trait of TRAITS) command.addOption(new Option(`--${trait} <n>`, "1 to 5"));
  return command;
}

const traitsOf = (traits: Traits): JsonObject =>
  given(
    Object.fromEntries(
      TRAITS.map((trait) => {
        const value = traits[trait];
        return [`disposition_${trait}`, value === undefined ? undefined : wholeNumber(value, `--${trait}`)];
      }),
    ),
  );

const profileOf = ({ name, mission, ...traits }: ProfileOptions): JsonObject => ({
  ...given({ name, reflect_mission: mission }),
  ...traitsOf(traits),
});

function profileText(reply: JsonObject): string {
  return facts([
    ["bank", reply.bank_id],
    ["name", reply.name],
    ["mission", reply.mission],
    ["disposition", Object.entries((reply.disposition ?? {}) as JsonObject).map(([trait, value]) => `${trait} ${value}`)],
  ]);
}
