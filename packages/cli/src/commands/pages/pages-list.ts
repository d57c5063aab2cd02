// hindsight pages list: the folders and pages of a bank, drawn as a tree.

import { harmless } from "../../harmless.js";
import { listed } from "../../option-values.js";
import { when } from "../../output.js";
import { query } from "../../query.js";
import type { Verb } from "../../verb.js";
import { type PageNode, readTree } from "./tree.js";

interface ListOptions {
  readonly tags?: string;
  readonly tagsMatch?: string;
}

export const pagesList: Verb = (group, connect, print) => {
  group
    .command("list <bank>")
    .alias("tree")
    .description("the folders and pages of a bank, as a tree")
    .option("--tags <a,b>", "only pages with these tags, and the folders that they lie in")
    .option("--tags-match <mode>", "any, all, any_strict, all_strict or exact")
    .addHelpText("after", "\nExample:\n  hindsight pages list work --tags type:runbook")
    .action(async (bank: string, options: ListOptions) => {
      const filter = query({ tags: listed(options.tags ?? ""), tags_match: options.tagsMatch });
      const tree = await readTree(connect(), bank, filter);
      print().show(tree, ({ roots }) =>
        roots.length === 0 ? 'There are no pages. "hindsight pages create BANK NAME QUESTION" makes one.' : drawn(roots).join("\n"),
      );
    });
};

/** A line for each node, below it its children with lines that lead to them. */
function drawn(nodes: readonly PageNode[], indent = ""): readonly string[] {
  return nodes.flatMap((node, at) => {
    const isLast = at === nodes.length - 1;
    const line = `${indent}${isLast ? "└─ " : "├─ "}${node.kind === "folder" ? folderLine(node) : pageLine(node)}`;
    return [line, ...drawn(node.children, `${indent}${isLast ? "   " : "│  "}`)];
  });
}

const oneLine = (text: string): string => harmless(text).replace(/\s+/g, " ");

const folderLine = ({ name, id }: PageNode): string => `${oneLine(name)}/  ${id}`;

function pageLine(node: PageNode): string {
  const state = [
    node.timestamp ? `refreshed ${when(node.timestamp)}` : "not written yet",
    ...(node.is_stale === true ? ["stale"] : []),
    ...(node.last_refresh_failed_at ? ["last refresh failed"] : []),
    ...(node.tags.length > 0 ? [oneLine(node.tags.join(", "))] : []),
  ];
  return `${oneLine(node.name)}  ${node.id}  (${state.join("; ")})`;
}
