// Graphs: memories with what ties them together, and entities with how often they were mentioned together.
// In: rows of a bank. Out: nodes and edges to draw; no more edges than a picture can show.

import type { MemoryKind } from "./memory.js";
import type { TagsMatch } from "./requests.js";
import type { EntityFilter, MemoryFilter } from "./resources.js";

/** As a list of memories in use asks, and by a chunk. */
export interface MemoryGraphFilter extends Pick<MemoryFilter, "entityId" | "consolidationState" | "timeField" | "startDate" | "endDate"> {
  readonly type?: MemoryKind | null;
  readonly q?: string | null;
  readonly tags?: readonly string[];
  readonly tagsMatch?: TagsMatch;
  readonly documentId?: string | null;
  /** Public id of a chunk of this bank; another bank's names no memory. */
  readonly chunkId?: string | null;
  /** Most memories. */
  readonly limit: number;
}

export interface GraphMemory {
  readonly id: string;
  readonly kind: MemoryKind;
  readonly text: string;
  readonly context: string | null;
  readonly tags: readonly string[];
  readonly documentId: string | null;
  readonly chunkId: string | null;
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  readonly mentionedAt: Date | null;
  readonly createdAt: Date;
  readonly proofCount: number;
  /** Names; an observation has those of the facts that it stands on. */
  readonly entities: readonly string[];
}

export type GraphLinkKind = "semantic" | "temporal" | "entity" | "causes" | "caused_by" | "enables" | "prevents";

export interface GraphEdge {
  /** Ids of memories. Only the causal kinds have a direction. */
  readonly source: string;
  readonly target: string;
  readonly kind: GraphLinkKind;
  /** From 0 to 1. */
  readonly weight: number;
  /** What both mention, for kind `entity`. */
  readonly entityNames: readonly string[];
}

export interface MemoryGraph {
  readonly memories: readonly GraphMemory[];
  readonly edges: readonly GraphEdge[];
  /** Memories that pass the filter, shown or not. */
  readonly total: number;
  readonly limit: number;
}

export interface EntityGraphFilter extends EntityFilter {
  /** Most edges. */
  readonly limit: number;
  /** Least memories that mention both ends of an edge. */
  readonly minCount: number;
}

export interface EntityGraph {
  readonly nodes: readonly { readonly id: string; readonly name: string; readonly mentionCount: number }[];
  readonly edges: readonly EntityPair[];
  readonly totalEntities: number;
  readonly totalEdges: number;
  readonly limit: number;
}

/** Two entities that memories mention together. */
export interface EntityPair {
  readonly source: string;
  readonly target: string;
  readonly weight: number;
  readonly last: Date | null;
}

/** A memory of the graph by its place in the bank. */
export interface GraphPlace {
  readonly memoryNo: number;
  readonly id: string;
  readonly runNo: number | null;
  readonly position: number | null;
}

export interface GraphTies {
  /** Which facts the shown observations stand on. */
  readonly evidence: readonly { readonly observationNo: number; readonly memoryNo: number }[];
  /** Of shown memories and of facts behind them. */
  readonly mentions: readonly { readonly memoryNo: number; readonly entityId: string; readonly name: string }[];
  /** Between the same, best first. */
  readonly links: readonly { readonly fromNo: number; readonly toNo: number; readonly kind: GraphLinkKind; readonly weight: number }[];
}

/** Most edges, and how many of its followers a memory is tied to by one entity: both of the contract. */
export const MOST_EDGES = 10_000;
const ENTITY_WINDOW = 10;

const SYMMETRIC: ReadonlySet<GraphLinkKind> = new Set(["semantic", "temporal", "entity"]);

/**
 * The edges of a graph of memories, stored links first, then neighbours in what was said, then shared entities, the rarest first. An observation has the links
 * and the entities of the facts that it stands on. Each pair is tied once by each kind.
 */
export function memoryEdges(places: readonly GraphPlace[], ties: GraphTies): readonly GraphEdge[] {
  const carriers = carriersOf(places, ties);
  const edges = new Map<string, { readonly edge: GraphEdge; readonly names: string[] }>();

  /** False when there is no room for more. */
  function tie(from: GraphPlace, to: GraphPlace, kind: GraphLinkKind, weight: number, name?: string): boolean {
    if (from === to) return true;
    const turned = SYMMETRIC.has(kind) && from.memoryNo > to.memoryNo;
    const [source, target] = turned ? [to, from] : [from, to];
    const key = `${source.memoryNo} ${target.memoryNo} ${kind}`;
    const known = edges.get(key);
    if (known !== undefined) {
      if (name !== undefined && !known.names.includes(name)) known.names.push(name);
      return true;
    }
    if (edges.size >= MOST_EDGES) return false;
    const names = name === undefined ? [] : [name];
    edges.set(key, { edge: { source: source.id, target: target.id, kind, weight, entityNames: names }, names });
    return true;
  }

  for (const { fromNo, toNo, kind, weight } of ties.links) {
    for (const from of carriers.get(fromNo) ?? []) for (const to of carriers.get(toNo) ?? []) tie(from, to, kind, weight);
    if (edges.size >= MOST_EDGES) break;
  }
  for (const [earlier, later] of neighbours(places)) tie(earlier, later, "temporal", 1);
  for (const { name, told } of sharedEntities(ties.mentions, carriers)) {
    const hasRoom = told.every((from, place) =>
      told.slice(place + 1, place + 1 + ENTITY_WINDOW).every((to) => tie(from, to, "entity", 1, name)),
    );
    if (!hasRoom) break;
  }
  return [...edges.values()].map(({ edge }) => edge);
}

/** The names of each shown memory's entities, in order. */
export function namesOf(places: readonly GraphPlace[], ties: GraphTies): ReadonlyMap<number, readonly string[]> {
  const carriers = carriersOf(places, ties);
  const names = new Map<number, Set<string>>(places.map(({ memoryNo }) => [memoryNo, new Set()]));
  for (const { memoryNo, name } of ties.mentions)
    for (const carrier of carriers.get(memoryNo) ?? []) names.get(carrier.memoryNo)?.add(name);
  return new Map([...names].map(([memoryNo, own]) => [memoryNo, [...own].sort()]));
}

/** By the number of a memory: the shown memories that have what it has, which are itself and the observations that stand on it. */
function carriersOf(places: readonly GraphPlace[], { evidence }: GraphTies): ReadonlyMap<number, readonly GraphPlace[]> {
  const shown = new Map(places.map((place) => [place.memoryNo, place]));
  const carriers = new Map<number, GraphPlace[]>(places.map((place) => [place.memoryNo, [place]]));
  for (const { observationNo, memoryNo } of evidence) {
    const observation = shown.get(observationNo);
    if (observation === undefined) continue;
    const of = carriers.get(memoryNo);
    if (of === undefined) carriers.set(memoryNo, [observation]);
    else of.push(observation);
  }
  return carriers;
}

/** Memories that were said one after another, of those that are shown. */
function neighbours(places: readonly GraphPlace[]): readonly (readonly [GraphPlace, GraphPlace])[] {
  const runs = new Map<number, GraphPlace[]>();
  for (const place of places) {
    if (place.runNo === null || place.position === null) continue;
    const run = runs.get(place.runNo);
    if (run === undefined) runs.set(place.runNo, [place]);
    else run.push(place);
  }
  return [...runs.values()].flatMap((run) => {
    const inOrder = run.toSorted((a, b) => (a.position as number) - (b.position as number) || a.memoryNo - b.memoryNo);
    return inOrder.slice(1).map((later, place) => [inOrder[place] as GraphPlace, later] as const);
  });
}

interface Shared {
  readonly name: string;
  readonly told: readonly GraphPlace[];
}

/** Entities that several shown memories have, those of the fewest first, each with these memories in the order of their writing. */
function sharedEntities(mentions: GraphTies["mentions"], carriers: ReadonlyMap<number, readonly GraphPlace[]>): readonly Shared[] {
  const entities = new Map<string, { readonly name: string; readonly told: Set<GraphPlace> }>();
  for (const { memoryNo, entityId, name } of mentions) {
    const entity = entities.get(entityId) ?? { name, told: new Set<GraphPlace>() };
    for (const carrier of carriers.get(memoryNo) ?? []) entity.told.add(carrier);
    entities.set(entityId, entity);
  }
  return [...entities.values()]
    .filter(({ told }) => told.size > 1)
    .sort((a, b) => a.told.size - b.told.size || (a.name < b.name ? -1 : 1))
    .map(({ name, told }) => ({ name, told: [...told].sort((a, b) => a.memoryNo - b.memoryNo) }));
}
