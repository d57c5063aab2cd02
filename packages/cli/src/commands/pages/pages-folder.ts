// hindsight pages folder: a folder for pages.

import type { Verb } from "../../verb.js";
import { basePath, folderId, type PageNode } from "./tree.js";

export const pagesFolder: Verb = (group, connect, print) => {
  group
    .command("folder <bank> <name>")
    .alias("create-folder")
    .description("make a folder")
    .option("--in <folder>", "the folder that it lies in, by id or path (default: the top)")
    .action(async (bank: string, name: string, options: { in?: string }) => {
      const api = connect();
      const body = { name, ...(options.in === undefined ? {} : { parent_id: await folderId(api, bank, options.in) }) };
      print().show(await api.send<PageNode>("POST", basePath(bank, "/folders"), body), (folder) => `Made ${folder.id}.`);
    });
};
