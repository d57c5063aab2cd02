import type { EngineContext } from "../../context.js";
import type { BundleFile, BundleLayout, KnowledgeBundle, KnowledgeNode } from "../../domain/knowledge.js";
import { oddTypeTag, pageMarkdown } from "../../domain/page-markdown.js";
import { INDEX_FILE, pagePaths } from "../../domain/page-paths.js";
import type { BankScope } from "../../domain/scope.js";
import { oneLine } from "../../domain/text/one-line.js";
import { spokenTrigger } from "../../domain/trigger.js";
import { listNodes, type NodeRow } from "../../store/knowledge/list-nodes.js";
import { listModelHistory } from "../../store/mental-models/list-model-history.js";
import { pageOf } from "./read.js";
import { treeOf } from "./tree.js";

/**
 * All pages as Markdown files that can be imported again, and an index that links them and says how the folders lie. In the flat layout each page has
 * the log of what it said before beside it, newest first; in the tree it lies in its folder.
 */
export async function exportPages({ db }: Pick<EngineContext, "db">, bank: BankScope, layout: BundleLayout): Promise<KnowledgeBundle> {
  const rows = await listNodes(db, bank, { withContent: true });
  const paths = layout === "tree" ? pagePaths(rows) : new Map(rows.map(({ id }) => [id, `${id}.md`]));
  const pathOf = (id: string): string => paths.get(id) ?? `${id}.md`;
  const files: BundleFile[] = [{ path: INDEX_FILE, content: indexFile(rows, pathOf, layout) }];
  for (const row of rows) {
    if (row.kind !== "page" || row.mentalModelId === null) continue;
    files.push({ path: pathOf(row.id), content: pageFile(row, layout) });
    if (layout === "tree") continue;
    const changes = (await listModelHistory(db, bank, row.mentalModelId)) ?? [];
    const entries = changes.flatMap(({ changedAt, previousContent }) =>
      previousContent === null ? [] : [`## ${changedAt.toISOString()}\n\n${previousContent.trimEnd()}\n`],
    );
    if (entries.length > 0)
      files.push({ path: `${row.id}.log.md`, content: `# ${row.name}: what it said before\n\n${entries.join("\n")}` });
  }
  return { files, folders: layout === "tree" ? rows.flatMap(({ kind, id }) => (kind === "folder" ? [pathOf(id)] : [])) : [] };
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
