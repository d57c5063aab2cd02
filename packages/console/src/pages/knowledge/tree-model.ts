// The tree of folders and pages as a structure.
// In: the roots. Out: one node, the way to it, the folders, and whether a node may be put somewhere.

import type { Node } from "./queries";

export interface Placed {
  readonly node: Node;
  /** 0 at the top. */
  readonly depth: number;
}

/** Every node with its depth, in the order of the tree. */
export function flat(roots: readonly Node[], depth = 0): readonly Placed[] {
  return roots.flatMap((node) => [{ node, depth }, ...flat(node.children ?? [], depth + 1)]);
}

export const find = (roots: readonly Node[], id: string): Node | undefined => flat(roots).find(({ node }) => node.id === id)?.node;

export const foldersOf = (roots: readonly Node[]): readonly Placed[] => flat(roots).filter(({ node }) => node.kind === "folder");

/** How many pages lie below a node. */
export const pagesBelow = (node: Node): number => flat(node.children ?? []).filter((each) => each.node.kind === "page").length;

/** The names of the folders above a node, from the top. */
export function pathOf(roots: readonly Node[], id: string): readonly string[] {
  const above = find(roots, id)?.parent_id ?? null;
  const parent = above === null ? undefined : find(roots, above);
  return parent === undefined ? [] : [...pathOf(roots, parent.id), parent.name];
}

/** Into another folder (null is the top) than its own, and not into itself or below itself. */
export function mayMove(node: Node, parentId: string | null): boolean {
  if ((node.parent_id ?? null) === parentId || node.id === parentId) return false;
  return parentId === null || find(node.children ?? [], parentId) === undefined;
}
