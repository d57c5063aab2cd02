// The tree of pages as the verbs read it, and finding a node in it.
// In: a bank. Out: its nodes; a node by its id or by its path, `Team/On call`.

import { type Api, bankPath, CliError } from "../../api.js";

export interface PageNode {
  readonly id: string;
  readonly kind: "folder" | "page";
  readonly name: string;
  readonly parent_id: string | null;
  /** Of a page: what its text is. */
  readonly mental_model_id?: string | null;
  readonly description?: string | null;
  readonly tags: readonly string[];
  readonly timestamp?: string | null;
  readonly is_stale?: boolean | null;
  readonly last_refresh_failed_at?: string | null;
  readonly children: readonly PageNode[];
}

export interface PageTree {
  readonly roots: readonly PageNode[];
}

/** A node with the names from the top down to it. */
export interface PlacedNode {
  readonly node: PageNode;
  readonly path: string;
}

export const basePath = (bank: string, rest: string): string => bankPath(bank, `/knowledge-base${rest}`);

/** `filter` is a query with its question mark. */
export function readTree(api: Api, bank: string, filter = ""): Promise<PageTree> {
  return api.get<PageTree>(basePath(bank, `/tree${filter}`));
}

/** Every node, parents before what lies in them. */
export function placed(nodes: readonly PageNode[], above = ""): readonly PlacedNode[] {
  return nodes.flatMap((node) => {
    const path = above === "" ? node.name : `${above}/${node.name}`;
    return [{ node, path }, ...placed(node.children, path)];
  });
}

/** The node with this id, else the one at this path. Throws when there is none, or more than one: names may hold slashes. */
export function findNode(tree: PageTree, named: string, kind?: PageNode["kind"]): PageNode {
  const nodes = placed(tree.roots).filter(({ node }) => kind === undefined || node.kind === kind);
  const byId = nodes.find(({ node }) => node.id === named);
  if (byId !== undefined) return byId.node;
  const found = nodes.filter(({ path }) => path === named.replace(/^\/+|\/+$/g, ""));
  const [only] = found;
  if (only === undefined)
    throw new CliError(`There is no ${kind ?? "page or folder"} ${named}. "hindsight pages list BANK" shows what there is.`);
  if (found.length > 1) throw new CliError(`${named} is the path of ${found.map(({ node }) => node.id).join(" and ")}: take the id.`);
  return only.node;
}

/** The id of a folder that is named by its id or its path. */
export async function folderId(api: Api, bank: string, named: string): Promise<string> {
  return findNode(await readTree(api, bank), named, "folder").id;
}
