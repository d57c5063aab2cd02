import type { EngineContext, RequestContext } from "../../context.js";
import type { FoundPage, KnowledgeFilter, KnowledgePage } from "../../domain/knowledge.js";
import { NOTHING_KNOWN_YET, PLACEHOLDER } from "../../domain/mental-models.js";
import { pageMarkdown, snippetOf, typeOf } from "../../domain/page-markdown.js";
import type { BankScope } from "../../domain/scope.js";
import { findModels } from "../../recall/index.js";
import { listNodes, type NodeRow } from "../../store/knowledge/list-nodes.js";
import { nodeNotFound } from "./change.js";

type Parts = Pick<EngineContext, "db">;

/** Throws `knowledge_node_not_found`, also for a folder. */
export async function readPage({ db }: Parts, bank: BankScope, id: string): Promise<KnowledgePage> {
  const [row] = await listNodes(db, bank, { ids: [id], withContent: true });
  if (row?.kind !== "page") throw nodeNotFound(id);
  return pageOf(row);
}

export function pageOf(row: NodeRow): KnowledgePage {
  const page = {
    id: row.id,
    name: row.name,
    ...typeOf(row.tags),
    description: row.sourceQuery ?? "",
    timestamp: row.lastRefreshedAt ?? row.modelCreatedAt ?? new Date(0),
    body: row.content ?? "",
  };
  return { ...page, markdown: pageMarkdown(page) };
}

/** The pages nearest to a question, best first; folders are not found. */
export async function searchPages(
  ctx: RequestContext,
  bank: BankScope,
  { query, limit, filter }: { readonly query: string; readonly limit: number; readonly filter: KnowledgeFilter | null },
): Promise<readonly FoundPage[]> {
  const found = await findModels(ctx, bank, { query, limit, filter: { ...filter, isKnowledgePage: true } });
  return found.flatMap((model) =>
    model.nodeId === null
      ? []
      : [
          {
            id: model.nodeId,
            name: model.name,
            mentalModelId: model.id,
            sourceQuery: model.sourceQuery,
            snippet: model.content === PLACEHOLDER || model.content === NOTHING_KNOWN_YET ? "" : snippetOf(model.content),
            score: model.score,
            updatedAt: model.lastRefreshedAt ?? model.createdAt,
          },
        ],
  );
}
