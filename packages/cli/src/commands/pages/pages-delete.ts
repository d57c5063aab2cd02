// hindsight pages delete: a page goes with its text and its history, a folder with all that lies below it.

import { confirm } from "../../confirm.js";
import { many } from "../../output.js";
import type { Verb } from "../../verb.js";
import { basePath, findNode, placed, readTree } from "./tree.js";

export const pagesDelete: Verb = (group, connect, print) => {
  group
    .command("delete <bank> <node>")
    .description("delete a page, or a folder with all below it; <node> is its id or its path")
    .option("-y, --yes", "do not ask before a folder with pages in it")
    .action(async (bank: string, named: string, { yes }: { yes?: boolean }) => {
      const api = connect();
      const node = findNode(await readTree(api, bank), named);
      const below = placed(node.children).filter((each) => each.node.kind === "page").length;
      if (below > 0 && yes !== true) await confirm(`Delete the folder "${node.name}" with ${many(below, "page")}?`);
      const reply = await api.send<{ status: string }>("DELETE", basePath(bank, `/nodes/${encodeURIComponent(node.id)}`));
      print().show(reply, () => (below > 0 ? `Deleted ${node.name} with ${many(below, "page")}.` : `Deleted ${node.name}.`));
    });
};
