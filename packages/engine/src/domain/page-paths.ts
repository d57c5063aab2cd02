// Where the nodes of a tree lie as files: a folder for each folder, a Markdown file for each page.
// In: nodes with names of any kind. Out: one path for each, which every file system takes. Pure: the same tree gives the same paths.

import sanitizeFilename from "sanitize-filename";

export interface PlacedNode {
  readonly id: string;
  readonly parentId: string | null;
  readonly kind: "folder" | "page";
  readonly name: string;
}

/** At the top this file is the index, and names that begin with a dot are a tool's own. */
export const INDEX_FILE = "index.md";

/** Bytes of UTF-8 that a name keeps: with what is added to it far below the 255 that file systems take. */
const MOST_NAME_BYTES = 120;

/**
 * The path of each node by its id, with `/` between folders. Names that differ by case or by the form of their accents alone would be one file on many
 * systems: such twins all carry the end of their id, so that none of them takes the other's name when the order changes.
 */
export function pagePaths(nodes: readonly PlacedNode[]): ReadonlyMap<string, string> {
  const below = new Map<string | null, PlacedNode[]>();
  for (const node of nodes) below.set(node.parentId, [...(below.get(node.parentId) ?? []), node]);
  const paths = new Map<string, string>();
  const waiting: { readonly parentId: string | null; readonly at: string }[] = [{ parentId: null, at: "" }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [id, name] of namesIn(below.get(next.parentId) ?? [], next.parentId === null)) {
      paths.set(id, next.at + name);
      waiting.push({ parentId: id, at: `${next.at}${name}/` });
    }
  }
  return paths;
}

/** File names of the nodes of one folder. */
function namesIn(siblings: readonly PlacedNode[], isTop: boolean): ReadonlyMap<string, string> {
  const plain = siblings.map((node) => ({ node, name: fileName(node, "") }));
  const counts = new Map<string, number>(isTop ? [[keyOf(INDEX_FILE), 1]] : []);
  for (const { name } of plain) counts.set(keyOf(name), (counts.get(keyOf(name)) ?? 0) + 1);
  const names = new Map<string, string>();
  const taken = new Set<string>(isTop ? [keyOf(INDEX_FILE)] : []);
  const put = (id: string, name: string): void => {
    names.set(id, name);
    taken.add(keyOf(name));
  };
  const isTwin = ({ name }: { readonly name: string }): boolean => (counts.get(keyOf(name)) ?? 0) > 1;
  for (const { node, name } of plain) if (!isTwin({ name })) put(node.id, name);
  const twins = plain.filter(isTwin).map(({ node }) => node);
  for (const node of twins.sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const endings = [node.id.slice(-6), node.id, ...Array.from({ length: siblings.length + 1 }, (_, nth) => `${node.id} ${nth + 2}`)];
    const free = endings.map((ending) => fileName(node, `-${ending}`)).find((name) => !taken.has(keyOf(name)));
    if (free !== undefined) put(node.id, free); // there is one ending more than siblings
  }
  return names;
}

function fileName({ name, kind }: PlacedNode, ending: string): string {
  return `${safeName(name)}${ending}${kind === "page" ? ".md" : ""}`;
}

/** A name that is no path, no device of Windows, hidden nowhere, and composed (NFC), which all systems find again. */
function safeName(name: string): string {
  const clean = sanitizeFilename(name.normalize("NFC").replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ""), { replacement: "_" });
  const shown = cut(clean.replace(/^[.\s]+/u, "_")).replace(/[.\s]+$/u, "");
  return shown === "" || /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$|clock\$)$/iu.test(shown.split(".")[0] as string)
    ? `_${shown}`
    : shown;
}

/** Whole characters up to the limit. */
function cut(name: string): string {
  let bytes = 0;
  let kept = "";
  for (const character of name) {
    bytes += Buffer.byteLength(character);
    if (bytes > MOST_NAME_BYTES) break;
    kept += character;
  }
  return kept;
}

/** Equal for names that any file system might take for the same; a few more are harmless. */
const keyOf = (name: string): string => name.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
