import type { EngineContext } from "../../context.js";
import type { KnowledgeFilter, KnowledgeNode } from "../../domain/knowledge.js";
import type { BankScope } from "../../domain/scope.js";
import { matchesTagFilter } from "../../domain/tags.js";
import { readTrigger } from "../../domain/trigger.js";
import { withFuzzyTags } from "../../recall/index.js";
import { listNodes, type NodeRow } from "../../store/knowledge/list-nodes.js";
import { readStaleness } from "../../store/mental-models/read-staleness.js";

type Parts = Pick<EngineContext, "db">;

/** The whole tree, or what of it passes a filter by tags: a folder stays while a page below it does. */
export async function pageTree({ db }: Parts, bank: BankScope, filter: KnowledgeFilter | null): Promise<readonly KnowledgeNode[]> {
  const rows = await listNodes(db, bank);
  const groups = filter?.tagGroups ? await withFuzzyTags(db, bank, filter.tagGroups) : null;
  const passes = (row: NodeRow): boolean =>
    filter === null || (row.kind === "page" && matchesTagFilter(row.tags, { ...filter, tagGroups: groups }));
  const pages = rows.filter((row) => row.kind === "page" && passes(row));
  const stale = await staleness({ db }, bank, pages);
  const byParent = new Map<string | null, NodeRow[]>();
  for (const row of rows) byParent.set(row.parentId, [...(byParent.get(row.parentId) ?? []), row]);
  const below = (parentId: string | null): readonly KnowledgeNode[] =>
    (byParent.get(parentId) ?? []).flatMap((row) => {
      if (row.kind === "page") return passes(row) ? [nodeOf(row, stale.get(row.mentalModelId ?? "") ?? null, [])] : [];
      const children = below(row.id);
      return filter === null || children.length > 0 ? [nodeOf(row, null, children)] : [];
    });
  return below(null);
}

export async function staleness({ db }: Parts, bank: BankScope, pages: readonly NodeRow[]): Promise<ReadonlyMap<string, boolean>> {
  const ids = pages.flatMap(({ mentalModelId }) => mentalModelId ?? []);
  return new Map([...(await readStaleness(db, bank, ids))].map(([id, { isStale }]) => [id, isStale]));
}

export function nodeOf(row: NodeRow, isStale: boolean | null, children: readonly KnowledgeNode[]): KnowledgeNode {
  const isPage = row.kind === "page";
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    parentId: row.parentId,
    mentalModelId: row.mentalModelId,
    managed: row.managed,
    description: row.sourceQuery,
    tags: row.tags,
    timestamp: isPage ? (row.lastRefreshedAt ?? row.modelCreatedAt) : null,
    isStale,
    lastRefreshFailedAt: row.lastRefreshFailedAt,
    trigger: isPage ? (row.trigger ?? readTrigger({})) : null,
    children,
  };
}
