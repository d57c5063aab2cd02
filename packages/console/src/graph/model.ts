// What a graph shows: nodes, and links between them, of memories or of entities alike.
// In: nodes and links as a page has them. Out: the same, with the neighbours of each node and how many links of each kind there are.

export interface GraphNode {
  readonly id: string;
  /** The whole text; the canvas shows its beginning. */
  readonly label: string;
  readonly kind: string;
  /** ISO 8601; null where it has no date. */
  readonly at: string | null;
  /** How much it counts; its size on the canvas grows with the root of it. */
  readonly weight: number;
  readonly entities: readonly string[];
}

export const LINK_KINDS = ["semantic", "temporal", "entity", "causal", "cooccurrence"] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

export interface GraphLink {
  readonly source: string;
  readonly target: string;
  readonly kind: LinkKind;
  readonly weight: number;
  /** What they share, such as the names of entities. */
  readonly about: string;
}

export interface GraphData {
  readonly nodes: readonly GraphNode[];
  readonly links: readonly GraphLink[];
}

export interface Neighbour {
  readonly id: string;
  readonly kind: LinkKind;
  readonly about: string;
}

export type Neighbours = ReadonlyMap<string, readonly Neighbour[]>;

const CAUSES: ReadonlySet<string> = new Set(["causes", "caused_by", "enables", "prevents"]);

/** The kind of a link as the API names it; causes of every direction are one kind. */
export const linkKind = (name: string): LinkKind =>
  CAUSES.has(name) ? "causal" : (LINK_KINDS.find((kind) => kind === name) ?? "semantic");

/** Whom each node is linked to by links that are shown, strongest first; one entry for each neighbour and kind. */
export function neighboursOf({ links }: GraphData, hidden: ReadonlySet<string>): Neighbours {
  const all = new Map<string, Neighbour[]>();
  const add = (from: string, to: string, { kind, about }: GraphLink): void => {
    const list = all.get(from) ?? [];
    if (!list.some((each) => each.id === to && each.kind === kind)) list.push({ id: to, kind, about });
    all.set(from, list);
  };
  for (const link of [...links].sort((a, b) => b.weight - a.weight)) {
    if (hidden.has(link.kind) || link.source === link.target) continue;
    add(link.source, link.target, link);
    add(link.target, link.source, link);
  }
  return all;
}

/** How many links of each kind there are, of the kinds that there are any of. */
export function linkCounts({ links }: GraphData): readonly (readonly [LinkKind, number])[] {
  const counts = new Map<LinkKind, number>();
  for (const { kind } of links) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return LINK_KINDS.flatMap((kind) => (counts.has(kind) ? [[kind, counts.get(kind) as number] as const] : []));
}

/** The node and all that is at most `steps` links away from it. */
export function around(id: string, steps: number, neighbours: Neighbours): ReadonlySet<string> {
  const found = new Set([id]);
  let edge = [id];
  for (let step = 0; step < steps; step += 1) {
    edge = edge.flatMap((each) => (neighbours.get(each) ?? []).map((neighbour) => neighbour.id)).filter((each) => !found.has(each));
    for (const each of edge) found.add(each);
  }
  return found;
}

/** The text's beginning, cut between characters as a reader sees them. */
export function short(text: string, length: number): string {
  const characters = [...text.slice(0, 2 * length + 2)];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join("")}…`;
}
