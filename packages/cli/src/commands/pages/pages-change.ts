// hindsight pages rename, move, update: a page or a folder under another name, in another place, with another question.

import type { Api } from "../../api.js";
import { given, type JsonObject, listOf, refuseNothing, wholeNumber } from "../../option-values.js";
import { type TriggerOptions, triggerOf, withTriggerOptions } from "../../trigger-options.js";
import type { Verb } from "../../verb.js";
import { basePath, findNode, folderId, type PageNode, readTree } from "./tree.js";

interface UpdateOptions extends TriggerOptions {
  readonly name?: string;
  readonly in?: string;
  readonly question?: string;
  readonly tags?: string;
  readonly maxTokens?: string;
}

const TOP = "/";

export const pagesRename: Verb = (group, connect, print) => {
  group
    .command("rename <bank> <node> <name>")
    .description("give a page or a folder, named by its id or path, another name")
    .action(async (bank: string, named: string, name: string) => {
      print().show(await change(connect(), bank, named, { name }), (node) => `${node.id} is now called ${node.name}.`);
    });
};

export const pagesMove: Verb = (group, connect, print) => {
  group
    .command("move <bank> <node> <folder>")
    .description("put a page or a folder into another folder; / is the top")
    .addHelpText("after", '\nExample:\n  hindsight pages move work "On call" Team\n  hindsight pages move work "Team/On call" /')
    .action(async (bank: string, named: string, folder: string) => {
      const api = connect();
      const parent = await placeOf(api, bank, folder);
      print().show(await change(api, bank, named, { parent_id: parent }), (node) =>
        parent === null ? `${node.name} is now at the top.` : `${node.name} now lies in ${folder}.`,
      );
    });
};

export const pagesUpdate: Verb = (group, connect, print) => {
  const command = group
    .command("update <bank> <node>")
    .description("change a page: its name, place, question, tags, length, and when it is refreshed")
    .option("-n, --name <text>", "its name")
    .option("--in <folder>", "the folder that it lies in, by id or path; / is the top")
    .option("-q, --question <text>", "the question that it answers")
    .option("--tags <a,b>", 'its tags in place of those it has; "" for none')
    .option("-m, --max-tokens <n>", "how long it may be");
  withTriggerOptions(command).action(async (bank: string, named: string, options: UpdateOptions) => {
    const api = connect();
    const body = given({
      name: options.name,
      parent_id: options.in === undefined ? undefined : await placeOf(api, bank, options.in),
      source_query: options.question,
      tags: listOf(options.tags),
      max_tokens: options.maxTokens === undefined ? undefined : wholeNumber(options.maxTokens, "--max-tokens"),
      trigger: triggerOf(options),
    });
    refuseNothing(body, "--name, --in, --question, --tags, --max-tokens and those of the trigger");
    print().show(await change(api, bank, named, body), (node) => `Changed ${node.name} (${node.id}).`);
  });
};

const placeOf = async (api: Api, bank: string, folder: string): Promise<string | null> =>
  folder === TOP ? null : folderId(api, bank, folder);

async function change(api: Api, bank: string, named: string, body: JsonObject): Promise<PageNode> {
  const { id } = findNode(await readTree(api, bank), named);
  return api.send<PageNode>("PATCH", basePath(bank, `/nodes/${encodeURIComponent(id)}`), body);
}
