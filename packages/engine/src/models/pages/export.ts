import type { EngineContext } from "../../context.js";
import type { BundleFile, BundleLayout, KnowledgeBundle, KnowledgeNode } from "../../domain/knowledge.js";
import { oddTypeTag, pageMarkdown } from "../../domain/page-markdown.js";
import { INDEX_FILE, pagePaths } from "../../domain/page-paths.js";
import type { BankScope } from "../../domain/scope.js";
import { oneLine } from "../../domain/text/one-line.js";
import { spokenTrigger } from "../../domain/trigger.js";
import { listNodes, type NodeRow } from "../../store/knowledge/list-nodes.js";
import { listSaidBefore, type SaidBefore } from "../../store/mental-models/list-said-before.js";
import { pageOf } from "./read.js";
import { treeOf } from "./tree.js";

/** Pages whose histories are asked for in one statement. */
const BATCH = 1_000;

/**
 * All pages as Markdown files that can be imported again, and an index that links them and says how the folders lie. In the flat layout each page has
 * the log of what it said before beside it, newest first; in the tree it lies in its folder.
 */
export async function exportPages({ db }: Pick<EngineContext, "db">, bank: BankScope, layout: BundleLayout): Promise<KnowledgeBundle> {
  const rows = await listNodes(db, bank, { withContent: true });
  const paths = layout === "tree" ? pagePaths(rows) : new Map(rows.map(({ id }) => [id, `${id}.md`]));
  const pathOf = (id: string): string => paths.get(id) ?? `${id}.md`;
  const files: BundleFile[] = [{ path: INDEX_FILE, content: indexFile(rows, pathOf, layout) }];
  const pages = rows.flatMap((row) => (row.kind === "page" && row.mentalModelId !== null ? [{ row, modelId: row.mentalModelId }] : []));
  for (let at = 0; at < pages.length; at += BATCH) {
    const batch = pages.slice(at, at + BATCH);
    const before = layout === "tree" ? new Map<string, readonly SaidBefore[]>() : await saidBefore(db, bank, batch);
    for (const { row, modelId } of batch) {
      files.push({ path: pathOf(row.id), content: pageFile(row, layout) });
      const entries = before.get(modelId)?.map(({ changedAt, content }) => `## ${changedAt.toISOString()}\n\n${content.trimEnd()}\n`) ?? [];
      if (entries.length > 0)
        files.push({ path: `${row.id}.log.md`, content: `# ${row.name}: what it said before\n\n${entries.join("\n")}` });
    }
  }
  return { files, folders: layout === "tree" ? rows.flatMap(({ kind, id }) => (kind === "folder" ? [pathOf(id)] : [])) : [] };
}

async function saidBefore(
  db: EngineContext["db"],
  bank: BankScope,
  pages: readonly { readonly modelId: string }[],
): Promise<ReadonlyMap<string, readonly SaidBefore[]>> {
  const rows = await listSaidBefore(
    db,
    bank,
    pages.map(({ modelId }) => modelId),
  );
  const byModel = new Map<string, SaidBefore[]>();
  for (const row of rows) {
    const there = byModel.get(row.modelId);
    if (there === undefined) byModel.set(row.modelId, [row]);
    else there.push(row);
  }
  return byModel;
}

function pageFile(row: NodeRow, layout: BundleLayout): string {
  const typeTag = oddTypeTag(row.tags);
  return pageMarkdown(pageOf(row), {
    ...(typeTag === null ? {} : { type_tag: typeTag }),
    ...(layout === "tree" || row.parentId === null ? {} : { parent_id: row.parentId }),
    ...(row.maxTokens === null ? {} : { max_tokens: row.maxTokens }),
    ...(row.trigger === null ? {} : { trigger: spokenTrigger(row.trigger) }),
  });
}

/** Links for people; the folders once more in the front matter, for who imports: a list shows neither ids nor what stands in which. */
function indexFile(rows: readonly NodeRow[], pathOf: (id: string) => string, layout: BundleLayout): string {
  const folders = rows
    .filter(({ kind }) => kind === "folder")
    .map(({ id, name, parentId }) => ({ id, name, parent_id: parentId, ...(layout === "tree" ? { path: pathOf(id) } : {}) }));
  const list = folders.length === 0 ? "" : `---\nfolders:\n${folders.map((folder) => `  - ${JSON.stringify(folder)}\n`).join("")}---\n\n`;
  return `${list}# Knowledge base\n\n${indexOf(treeOf(rows, new Map()), pathOf, 0)}`;
}

function indexOf(nodes: readonly KnowledgeNode[], pathOf: (id: string) => string, depth: number): string {
  return nodes
    .map((node) => {
      const line = node.kind === "page" ? `[${escaped(node.name)}](${linked(pathOf(node.id))})` : `**${escaped(node.name)}**`;
      return `${"  ".repeat(depth)}- ${line}\n${indexOf(node.children, pathOf, depth + 1)}`;
    })
    .join("");
}

const escaped = (name: string): string => oneLine(name).replace(/[\\[\]*]/gu, "\\$&");
const linked = (path: string): string => path.split("/").map(encoded).join("/");
const encoded = (name: string): string => encodeURIComponent(name).replace(/[()]/gu, (sign) => (sign === "(" ? "%28" : "%29"));
