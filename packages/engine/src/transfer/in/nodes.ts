/** Folders and pages of an archive in an order in which each comes after its folder. */

import type { Row } from "../../domain/transfer.js";
import { unreadable } from "../archive/manifest.js";

/** Throws `file_unreadable` for what hangs in a circle, or on a folder that is not there. */
export function parentsFirst(nodes: readonly Row[]): readonly Row[] {
  const placed = new Set<unknown>([null, undefined]);
  const ordered: Row[] = [];
  let left = [...nodes];
  while (left.length > 0) {
    const ready = left.filter(({ parent_id }) => placed.has(parent_id));
    if (ready.length === 0) throw unreadable("folders in it lie in one another in a circle, or in one that is not there");
    for (const { id } of ready) placed.add(id);
    ordered.push(...ready);
    left = left.filter((node) => !placed.has(node.id));
  }
  return ordered;
}
