import type { EngineContext } from "../../context.js";
import type { KnowledgeFilter, KnowledgeNode } from "../../domain/knowledge.js";
import type { BankScope } from "../../domain/scope.js";
import { matchesTagFilter } from "../../domain/tags.js";
import { withFuzzyTags } from "../../recall/index.js";
import type { Db } from "../../store/db.js";
import { listNodes, type NodeRow } from "../../store/knowledge/list-nodes.js";
import { readStaleness } from "../../store/mental-models/read-staleness.js";

/** Whether pages are stale, by the id of their model. */
export type StalePages = ReadonlyMap<string, boolean>;

/** The whole tree, or what of it passes a filter by tags: a folder stays while a page below it does. */
export async function pageTree(
  { db }: Pick<EngineContext, "db">,
  bank: BankScope,
  filter: KnowledgeFilter | null,
): Promise<readonly KnowledgeNode[]> {
  const rows = await listNodes(db, bank);
  if (filter === null) return treeOf(rows, await staleness(db, bank, rows));
  const tagGroups = filter.tagGroups ? await withFuzzyTags(db, bank, filter.tagGroups) : null;
  const shown = passing(rows, (row) => matchesTagFilter(row.tags, { ...filter, tagGroups }));
  return treeOf(shown, await staleness(db, bank, shown));
}

/** The pages that pass, and the folders above them. */
function passing(rows: readonly NodeRow[], passes: (page: NodeRow) => boolean): readonly NodeRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const shown = new Set<NodeRow>();
  for (const page of rows.filter((row) => row.kind === "page" && passes(row))) {
    for (let at: NodeRow | undefined = page; at !== undefined && !shown.has(at); at = byId.get(at.parentId ?? "")) shown.add(at);
  }
  return rows.filter((row) => shown.has(row));
}

/** Nodes under their folders, in the order of the rows. */
export function treeOf(rows: readonly NodeRow[], stale: StalePages): readonly KnowledgeNode[] {
  const byParent = new Map<string | null, NodeRow[]>();
  for (const row of rows) byParent.set(row.parentId, [...(byParent.get(row.parentId) ?? []), row]);
  const below = (parentId: string | null): readonly KnowledgeNode[] =>
    (byParent.get(parentId) ?? []).map((row) => nodeOf(row, stale, below(row.id)));
  return below(null);
}

export async function staleness(db: Db, bank: BankScope, rows: readonly NodeRow[]): Promise<StalePages> {
  const ids = rows.flatMap(({ mentalModelId }) => mentalModelId ?? []);
  return new Map([...(await readStaleness(db, bank, ids))].map(([id, { isStale }]) => [id, isStale]));
}

export function nodeOf(row: NodeRow, stale: StalePages, children: readonly KnowledgeNode[]): KnowledgeNode {
  const { mentalModelId } = row;
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    parentId: row.parentId,
    mentalModelId,
    managed: row.managed,
    description: row.sourceQuery,
    tags: row.tags,
    timestamp: row.lastRefreshedAt ?? row.modelCreatedAt,
    isStale: mentalModelId === null ? null : (stale.get(mentalModelId) ?? null),
    lastRefreshFailedAt: row.lastRefreshFailedAt,
    trigger: row.trigger,
    children,
  };
}
