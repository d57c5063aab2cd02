/** The tree as it will be: which folder of the bank each folder of a bundle is, and what nodes lie where. */

import type { NodeRow } from "../../../store/knowledge/list-nodes.js";
import { cleanTitle, nodeId } from "../change.js";
import { type Bundle, MOST_DEPTH, type ReadFolder } from "./read-bundle.js";

/** A node where it will be, under the name that it will have. */
export interface Place {
  readonly id: string;
  readonly kind: "folder" | "page";
  readonly parentId: string | null;
  readonly name: string;
}

export interface PlacedFolder extends Place {
  /** What the bank has of it; null for a new one. */
  readonly before: NodeRow | null;
  readonly path: string;
  readonly line: number | null;
}

/** Something that cannot be; the message says why. */
export class Refusal extends Error {
  readonly line: number | null;

  constructor(message: string, line: number | null = null) {
    super(message);
    this.line = line;
  }
}

export interface Folders {
  /** The folder of an id in the bundle or in the bank. Throws a Refusal. */
  byId(id: string): string;
  /** The folder that the folders of a path are, made where there is none; null is the top. Throws a Refusal. */
  byPath(names: readonly string[]): string | null;
  /** Those that the bundle speaks of, in the order in which they can be made. */
  placed(): readonly PlacedFolder[];
}

/**
 * A folder of the bundle is that of its id in the bank, else that of its name in the folder above it, else a new one; each folder of the bank is at most
 * one of the bundle's.
 */
export function placeFolders(bundle: Pick<Bundle, "folders">, tree: Map<string, Place>, rows: readonly NodeRow[]): Folders {
  const listed = new Map(bundle.folders.map((folder) => [folder.id, folder]));
  const listedByPath = new Map(bundle.folders.flatMap((folder) => (folder.path === null ? [] : [[folder.path, folder] as const])));
  const existing = new Map(rows.map((row) => [row.id, row]));
  const placed = new Map<string, PlacedFolder>();
  const found = new Map<string, string | "open">();
  const byPaths = new Map<string, string>();

  function listedFolder(folder: ReadFolder): string {
    const known = found.get(folder.id);
    if (known === "open") throw new Refusal(`The folder '${folder.id}' lies in itself by what index.md says.`, folder.line);
    if (known !== undefined) return known;
    found.set(folder.id, "open");
    const parentId = folder.parentId === null ? null : byId(folder.parentId, folder.line);
    const own = existing.get(folder.id);
    if (own !== undefined && own.kind !== "folder") throw new Refusal(`'${folder.id}' is a page in this bank.`, folder.line);
    const name = cleanTitle(folder.name);
    const row = own ?? named(parentId, name, (id) => listed.has(id));
    return put({ parentId, name, path: folder.path ?? "index.md", line: folder.line }, row, folder.id);
  }

  /** A folder of the bank by its place, unless it is another one of the bundle. */
  function named(parentId: string | null, name: string, isOther: (id: string) => boolean): NodeRow | null {
    const at = [...tree.values()].find(
      (place) =>
        place.kind === "folder" && place.parentId === parentId && place.name === name && !placed.has(place.id) && !isOther(place.id),
    );
    return at === undefined ? null : (existing.get(at.id) ?? null);
  }

  function put(place: Pick<PlacedFolder, "parentId" | "name" | "path" | "line">, before: NodeRow | null, wanted: string | null): string {
    const isFree = wanted?.startsWith("kf-") === true && !tree.has(wanted);
    const id = before?.id ?? (isFree ? (wanted as string) : nodeId("kf"));
    placed.set(id, { ...place, id, kind: "folder", before });
    tree.set(id, { id, kind: "folder", parentId: place.parentId, name: place.name });
    if (wanted !== null) found.set(wanted, id);
    return id;
  }

  function byId(id: string, line: number | null = null): string {
    const folder = listed.get(id);
    if (folder !== undefined) return listedFolder(folder);
    if (existing.get(id)?.kind === "folder") return id;
    throw new Refusal(`There is no folder '${id}', neither in index.md nor in the bank.`, line);
  }

  function byPath(names: readonly string[]): string | null {
    let parentId: string | null = null;
    for (const [depth, given] of names.entries()) {
      const path = names.slice(0, depth + 1).join("/");
      parentId = byPaths.get(path) ?? folderAt(path, given, parentId);
      byPaths.set(path, parentId);
    }
    return parentId;
  }

  function folderAt(path: string, given: string, parentId: string | null): string {
    const folder = listedByPath.get(path);
    if (folder !== undefined) return listedFolder(folder);
    const name = cleanTitle(given);
    const there = [...placed.values()].find((place) => place.parentId === parentId && place.name === name);
    if (there !== undefined) return there.id;
    return put(
      { parentId, name, path, line: null },
      named(parentId, name, (id) => listed.has(id)),
      null,
    );
  }

  return { byId, byPath, placed: () => inOrder([...placed.values()], tree) };
}

/** Each after the folder that it lies in. */
function inOrder(folders: readonly PlacedFolder[], tree: ReadonlyMap<string, Place>): readonly PlacedFolder[] {
  const depths = new Map(folders.map((folder) => [folder.id, depthOf(folder.id, tree) ?? 0]));
  return folders.toSorted((a, b) => (depths.get(a.id) ?? 0) - (depths.get(b.id) ?? 0));
}

/** How many folders lie above a node; null for one that lies in itself, or deeper than is taken. */
export function depthOf(id: string, tree: ReadonlyMap<string, Place>): number | null {
  let depth = 0;
  for (let at = tree.get(id)?.parentId ?? null; at !== null; at = tree.get(at)?.parentId ?? null) {
    depth += 1;
    if (depth > MOST_DEPTH) return null;
  }
  return depth;
}
