// The knowledge base.
// In: the engine. Out: the endpoints `{bank}/knowledge-base`.

import type { Hindsight } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { type Endpoint, endpoint } from "../http/endpoint.js";
import { bankPath } from "../wire/common.js";
import * as wire from "../wire/knowledge.js";
import { B, BAD, CONFLICT, NO_BANK, NO_SUCH, ok } from "./replies.js";

const tag = "Knowledge base";
const BASE = `${B}/knowledge-base`;

export function knowledgeRoutes({ knowledge }: Pick<Hindsight, "knowledge">): readonly Endpoint[] {
  return [
    endpoint({
      operationId: "get_knowledge_base_tree",
      method: "get",
      path: `${BASE}/tree`,
      tag,
      summary: "The tree of folders and pages",
      description: "Each page says whether it is stale. Under a filter by tags a folder shows while a page below it does.",
      params: bankPath,
      query: wire.TreeQuery,
      replies: { 200: ok(wire.KnowledgeTreeReply), 400: BAD, 404: NO_BANK },
      async handle({ params, query }) {
        return { roots: (await knowledge.tree(params.bank_id, wire.treeFilter(query))).map(wire.nodeReply) };
      },
    }),
    endpoint({
      operationId: "create_knowledge_folder",
      method: "post",
      path: `${BASE}/folders`,
      tag,
      summary: "Add a folder",
      params: bankPath,
      body: wire.CreateFolderBody,
      replies: { 201: ok(wire.KnowledgeNodeReply, "Made"), 400: BAD },
      async handle({ params, body }) {
        return wire.nodeReply(await knowledge.addFolder(params.bank_id, { name: body.name, parentId: body.parent_id ?? null }));
      },
    }),
    endpoint({
      operationId: "create_knowledge_page",
      method: "post",
      path: `${BASE}/pages`,
      tag,
      summary: "Add a page",
      description: "Makes the mental model behind it too, and queues its first refresh.",
      params: bankPath,
      body: wire.CreatePageBody,
      replies: { 201: ok(wire.CreatePageReply, "Made"), 400: BAD, 409: CONFLICT },
      async handle({ params, body }) {
        const { pageId, mentalModelId, operationId } = await knowledge.addPage(params.bank_id, wire.newPage(body));
        return { page_id: pageId, mental_model_id: mentalModelId, operation_id: operationId };
      },
    }),
    endpoint({
      operationId: "get_knowledge_page",
      method: "get",
      path: `${BASE}/pages/{page_id}`,
      tag,
      summary: "Read a page",
      description: "As Markdown, with front matter.",
      params: wire.pagePath,
      replies: { 200: ok(wire.PageReply), 404: NO_SUCH },
      async handle({ params }) {
        return wire.pageReply(await knowledge.page(params.bank_id, params.page_id));
      },
    }),
    endpoint({
      operationId: "search_knowledge_base",
      method: "get",
      path: `${BASE}/search`,
      tag,
      summary: "Search pages",
      description: "By words and by meaning, fused by rank.",
      params: bankPath,
      query: wire.PageSearchQuery,
      replies: { 200: ok(wire.PageSearchReply), 400: BAD, 404: NO_BANK },
      async handle({ params, query, signal }) {
        const search = { query: query.q, limit: query.limit, filter: wire.treeFilter(query) };
        const found = await knowledge.search(params.bank_id, search, { signal });
        return { results: found.map(wire.foundReply), total: found.length };
      },
    }),
    endpoint({
      operationId: "export_knowledge_base",
      method: "get",
      path: `${BASE}/export`,
      tag,
      summary: "All pages as Markdown files",
      params: bankPath,
      query: wire.ExportQuery,
      replies: { 200: ok(wire.BundleReply), 404: NO_BANK },
      async handle({ params, query }) {
        return knowledge.export(params.bank_id, { layout: query.layout });
      },
    }),
    endpoint({
      operationId: "import_knowledge_base",
      method: "post",
      path: `${BASE}/import`,
      tag,
      summary: "Import pages from Markdown files",
      description:
        "The way back of an export, of either layout or written by hand: all files or none. A page is that of its id, else the one of its title in its folder, else a new one; what a file does not say stays, and what no file names is not touched.",
      params: bankPath,
      query: wire.ImportQuery,
      body: wire.ImportBody,
      replies: { 200: ok(wire.ImportReply), 400: BAD },
      async handle({ params, query, body }) {
        return wire.importReply(await knowledge.import(params.bank_id, body.files, { isDryRun: query.dry_run }));
      },
    }),
    endpoint({
      operationId: "update_knowledge_node",
      method: "patch",
      path: `${BASE}/nodes/{node_id}`,
      tag,
      summary: "Rename, move or retune a node",
      description: "parent_id null moves it to the top; of the trigger only the fields that are sent change.",
      params: wire.nodePath,
      body: wire.UpdateNodeBody,
      replies: { 200: ok(wire.KnowledgeNodeReply), 400: BAD, 404: NO_SUCH, 409: CONFLICT },
      async handle({ params, body }) {
        return wire.nodeReply(await knowledge.change(params.bank_id, params.node_id, wire.nodeChange(body)));
      },
    }),
    endpoint({
      operationId: "delete_knowledge_node",
      method: "delete",
      path: `${BASE}/nodes/{node_id}`,
      tag,
      summary: "Delete a node",
      description: "With all below it, and the mental models of its pages.",
      params: wire.nodePath,
      replies: { 200: ok(z.unknown()), 404: NO_SUCH },
      async handle({ params }) {
        await knowledge.delete(params.bank_id, params.node_id);
        return { status: "deleted" };
      },
    }),
  ];
}
