// Graphs on the wire, as the console draws them: nodes and edges with colours and line styles.
// In: query parameters. Out: the engine's filter, and the contract's replies.

import type {
  EntityGraph,
  GraphEdge,
  GraphLinkKind,
  GraphMemory,
  MemoryGraph,
  MemoryGraphFilter,
  MemoryKind,
} from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { memoryKind, sharedFilter, sharedFilters } from "./memories.js";
import { queryList, search, TAGS_MATCH, tagFilter } from "./query.js";
import { choice, integer, maybe, name, preset } from "./scalars.js";
import { tagGroupsText } from "./tag-groups.js";
import { isoOrNull } from "./time.js";

export const MemoryGraphQuery = z.object({
  type: maybe(name("Kind: world, experience or observation")),
  limit: preset(integer({ min: 0, about: "Most memories; at most 10,000 are drawn, and the reply names the limit that held" }), 1000),
  q: search("Words that the text contains"),
  tags: queryList("Tags to filter by; may be given several times"),
  tags_match: preset(
    choice(TAGS_MATCH, "literal_error", "As in a list of memories, but that all tags are wanted unless it is said"),
    "all_strict",
  ),
  document_id: maybe(name("Memories of this document")),
  chunk_id: maybe(name("Memories of this chunk: {bank}_{document}_{index}")),
  ...sharedFilters,
});

/** The engine's filter; null when it can match nothing (an unknown kind). */
export function memoryGraphFilter(query: z.output<typeof MemoryGraphQuery>): MemoryGraphFilter | null {
  const filter = {
    q: query.q ?? null,
    tags: query.tags ?? [],
    tagsMatch: query.tags_match,
    documentId: query.document_id ?? null,
    chunkId: query.chunk_id ?? null,
    ...sharedFilter(query),
    limit: query.limit,
  };
  if (query.type == null || query.type === "") return { ...filter, type: null };
  const kind = memoryKind(query.type);
  return kind === null ? null : { ...filter, type: kind };
}

const colour = () => z.string().nullish();

const MemoryGraphNode = z
  .object({
    data: z
      .object({
        id: z.string(),
        label: z.string().default(""),
        text: z.string().default(""),
        date: z.string().default(""),
        context: z.string().default(""),
        entities: z.string().default(""),
        color: colour(),
      })
      .openapi("MemoryGraphNodeData"),
  })
  .openapi("MemoryGraphNode");

const MemoryGraphEdge = z
  .object({
    data: z
      .object({
        id: z.string(),
        source: z.string(),
        target: z.string(),
        linkType: z.string().default(""),
        weight: z.number().default(0),
        entityName: z.string().default(""),
        color: colour(),
        lineStyle: z.string().nullish(),
      })
      .openapi("MemoryGraphEdgeData"),
  })
  .openapi("MemoryGraphEdge");

const MemoryGraphTableRow = z
  .object({
    id: z.string(),
    text: z.string().default(""),
    context: z.string().default(""),
    occurred_start: z.string().nullish(),
    occurred_end: z.string().nullish(),
    mentioned_at: z.string().nullish(),
    date: z.string().nullish(),
    entities: z.string().default(""),
    document_id: z.string().nullish(),
    chunk_id: z.string().nullish(),
    fact_type: z.string().nullish(),
    tags: z.array(z.string()).default([]),
    created_at: z.string().nullish(),
    proof_count: z.int().nullish(),
  })
  .openapi("MemoryGraphTableRow");

export const MemoryGraphReply = z
  .object({
    nodes: z.array(MemoryGraphNode),
    edges: z.array(MemoryGraphEdge),
    table_rows: z.array(MemoryGraphTableRow),
    total_units: z.int(),
    limit: z.int(),
  })
  .openapi("GraphDataResponse");

/** Our choice: one colour for each kind, told apart on light and dark ground. */
const KIND_COLOURS: Readonly<Record<MemoryKind, string>> = { world: "#3b82f6", experience: "#f59e0b", observation: "#8b5cf6" };
const CAUSE = { color: "#dc2626", lineStyle: "solid" };
const LINK_STYLES: Readonly<Record<GraphLinkKind, { readonly color: string; readonly lineStyle: string }>> = {
  semantic: { color: "#64748b", lineStyle: "solid" },
  temporal: { color: "#0d9488", lineStyle: "dashed" },
  entity: { color: "#d97706", lineStyle: "dotted" },
  causes: CAUSE,
  caused_by: CAUSE,
  enables: CAUSE,
  prevents: CAUSE,
};

export function memoryGraphReply({ memories, edges, total, limit }: MemoryGraph): z.input<typeof MemoryGraphReply> {
  return { nodes: memories.map(node), edges: edges.map(edge), table_rows: memories.map(tableRow), total_units: total, limit };
}

function node(memory: GraphMemory): z.input<typeof MemoryGraphNode> {
  return {
    data: {
      id: memory.id,
      label: label(memory.text),
      text: memory.text,
      date: dateOf(memory) ?? "",
      context: memory.context ?? "",
      entities: memory.entities.join(", "),
      color: KIND_COLOURS[memory.kind],
    },
  };
}

/** The contract's length, counted in characters as a reader sees them. */
const LABEL_LENGTH = 30;

function label(text: string): string {
  const characters = [...text.slice(0, 2 * LABEL_LENGTH + 2)];
  return characters.length <= LABEL_LENGTH ? text : `${characters.slice(0, LABEL_LENGTH - 1).join("")}…`;
}

function edge({ source, target, kind, weight, entityNames }: GraphEdge): z.input<typeof MemoryGraphEdge> {
  return {
    data: {
      id: `${source}-${target}-${kind}`,
      source,
      target,
      linkType: kind,
      weight,
      entityName: entityNames.join(", "),
      ...LINK_STYLES[kind],
    },
  };
}

function dateOf(memory: GraphMemory): string | null {
  return isoOrNull(memory.occurredStart ?? memory.mentionedAt);
}

function tableRow(memory: GraphMemory): z.input<typeof MemoryGraphTableRow> {
  return {
    id: memory.id,
    text: memory.text,
    context: memory.context === null || memory.context === "" ? "N/A" : memory.context,
    occurred_start: isoOrNull(memory.occurredStart),
    occurred_end: isoOrNull(memory.occurredEnd),
    mentioned_at: isoOrNull(memory.mentionedAt),
    date: dateOf(memory),
    entities: memory.entities.length === 0 ? "None" : memory.entities.join(", "),
    document_id: memory.documentId,
    chunk_id: memory.chunkId,
    fact_type: memory.kind,
    tags: [...memory.tags],
    created_at: isoOrNull(memory.createdAt),
    proof_count: memory.proofCount,
  };
}

export const EntityGraphQuery = z.object({
  limit: preset(integer({ min: 0, about: "Most edges; at most 10,000 are drawn, and the reply names the limit that held" }), 1000),
  min_count: preset(integer({ about: "Least memories that mention both ends of an edge" }), 1),
  ...tagFilter,
  tag_groups: tagGroupsText(),
});

const EntityGraphNode = z
  .object({
    data: z
      .object({ id: z.string(), label: z.string().default(""), mentionCount: z.int().default(0), color: colour() })
      .openapi("EntityGraphNodeData"),
  })
  .openapi("EntityGraphNode");

const EntityGraphEdge = z
  .object({
    data: z
      .object({
        id: z.string(),
        source: z.string(),
        target: z.string(),
        linkType: z.string().default("cooccurrence"),
        weight: z.int().default(0),
        color: colour(),
        lineStyle: z.string().nullish(),
        lastCooccurred: z.string().nullish(),
      })
      .openapi("EntityGraphEdgeData"),
  })
  .openapi("EntityGraphEdge");

export const EntityGraphReply = z
  .object({
    nodes: z.array(EntityGraphNode),
    edges: z.array(EntityGraphEdge),
    total_entities: z.int(),
    total_edges: z.int(),
    limit: z.int(),
  })
  .openapi("EntityGraphResponse");

export function entityGraphReply(graph: EntityGraph): z.input<typeof EntityGraphReply> {
  return {
    nodes: graph.nodes.map(({ id, name: label, mentionCount }) => ({ data: { id, label, mentionCount, color: KIND_COLOURS.world } })),
    edges: graph.edges.map(({ source, target, weight, last }) => ({
      data: {
        id: `${source}-${target}`,
        source,
        target,
        linkType: "cooccurrence",
        weight,
        ...LINK_STYLES.semantic,
        lastCooccurred: isoOrNull(last),
      },
    })),
    total_entities: graph.totalEntities,
    total_edges: graph.totalEdges,
    limit: graph.limit,
  };
}
