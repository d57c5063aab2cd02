import type { EngineContext, RequestContext } from "../../context.js";
import type { BundleFile, FoundPage, KnowledgeFilter, KnowledgeNode, KnowledgePage } from "../../domain/knowledge.js";
import { NOTHING_KNOWN_YET, PLACEHOLDER } from "../../domain/mental-models.js";
import { pageMarkdown, snippetOf, typeOf } from "../../domain/page-markdown.js";
import type { BankScope } from "../../domain/scope.js";
import { oneLine } from "../../domain/text/one-line.js";
import { findModels } from "../../recall/index.js";
import { listNodes, type NodeRow } from "../../store/knowledge/list-nodes.js";
import { listModelHistory } from "../../store/mental-models/list-model-history.js";
import { nodeNotFound } from "./change.js";
import { treeOf } from "./tree.js";

type Parts = Pick<EngineContext, "db">;

/** Throws `knowledge_node_not_found`, also for a folder. */
export async function readPage({ db }: Parts, bank: BankScope, id: string): Promise<KnowledgePage> {
  const [row] = await listNodes(db, bank, { ids: [id], withContent: true });
  if (row?.kind !== "page") throw nodeNotFound(id);
  return pageOf(row);
}

function pageOf(row: NodeRow): KnowledgePage {
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

/** All pages as Markdown files: an index that links them, and each with the log of what it said before, newest first. */
export async function exportPages({ db }: Parts, bank: BankScope): Promise<readonly BundleFile[]> {
  const rows = await listNodes(db, bank, { withContent: true });
  const files: BundleFile[] = [{ path: "index.md", content: `# Knowledge base\n\n${indexOf(treeOf(rows, new Map()), 0)}` }];
  for (const row of rows) {
    if (row.kind !== "page" || row.mentalModelId === null) continue;
    files.push({ path: `${row.id}.md`, content: pageOf(row).markdown });
    const changes = (await listModelHistory(db, bank, row.mentalModelId)) ?? [];
    const entries = changes.flatMap(({ changedAt, previousContent }) =>
      previousContent === null ? [] : [`## ${changedAt.toISOString()}\n\n${previousContent.trimEnd()}\n`],
    );
    if (entries.length > 0)
      files.push({ path: `${row.id}.log.md`, content: `# ${row.name}: what it said before\n\n${entries.join("\n")}` });
  }
  return files;
}

function indexOf(nodes: readonly KnowledgeNode[], depth: number): string {
  return nodes
    .map((node) => {
      const line = node.kind === "page" ? `[${escaped(node.name)}](${node.id}.md)` : `**${escaped(node.name)}**`;
      return `${"  ".repeat(depth)}- ${line}\n${indexOf(node.children, depth + 1)}`;
    })
    .join("");
}

const escaped = (name: string): string => oneLine(name).replace(/[\\[\]*]/gu, "\\$&");
