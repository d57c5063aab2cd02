// The knowledge base on the wire.
// In: bodies and query parameters. Out: the engine's fields, and the contract's replies.

import type {
  FoundPage,
  ImportReport,
  KnowledgeFilter,
  KnowledgeNode,
  KnowledgePage,
  NodeChange,
  PageFields,
} from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { bankPath } from "./common.js";
import { tagFilter } from "./query.js";
import { choice, flag, integer, maybe, name, preset, prose } from "./scalars.js";
import { tagGroupsFrom, tagGroupsText } from "./tag-groups.js";
import { isoOrNull } from "./time.js";
import { TriggerBody, TriggerReply, triggerFrom, triggerReply } from "./trigger.js";

export const pagePath = bankPath.extend({ page_id: z.string() });
export const nodePath = bankPath.extend({ node_id: z.string() });

const filters = { ...tagFilter, tag_groups: tagGroupsText() };
export const TreeQuery = z.object(filters);
export const PageSearchQuery = z.object({
  q: name("What to look for").refine((text) => text.length > 0, "Must not be empty"),
  limit: preset(integer({ min: 1, max: 50, about: "Most pages to return" }), 10),
  ...filters,
});

export const CreateFolderBody = z
  .object({ name: name("Name of the folder"), parent_id: maybe(name("Folder that it lies in; the top if unset")) })
  .openapi("CreateFolderRequest");

const page = {
  parent_id: maybe(name("Folder that it lies in; the top if unset")),
  tags: z.array(name()).nullish(),
  max_tokens: maybe(integer({ about: "How long the page may be, in tokens; 4096 if unset" })),
  trigger: TriggerBody.nullish().openapi({ description: "Over the defaults of pages, field by field" }),
};
export const CreatePageBody = z
  .object({ name: name("Name of the page"), source_query: name("The question that it answers"), ...page })
  .openapi("CreatePageRequest");
export const UpdateNodeBody = z
  .object({ name: maybe(name()), source_query: maybe(name()), ...page, parent_id: maybe(name("Null moves it to the top")) })
  .openapi("UpdateNodeRequest");

export interface NodeReply {
  readonly id: string;
  readonly [field: string]: unknown;
}

export const KnowledgeNodeReply: z.ZodType = z
  .object({
    id: z.string(),
    kind: z.enum(["folder", "page"]),
    name: z.string(),
    parent_id: z.string().nullish(),
    mental_model_id: z.string().nullish(),
    managed: z.boolean().default(false),
    description: z.string().nullish(),
    tags: z.array(z.string()).default([]),
    timestamp: z.string().nullish(),
    is_stale: z.boolean().nullish(),
    last_refresh_failed_at: z.string().nullish(),
    trigger: TriggerReply.nullish(),
    get children(): z.ZodType {
      return z.array(KnowledgeNodeReply).default([]);
    },
  })
  .openapi("KnowledgeNode");
export const KnowledgeTreeReply = z.object({ roots: z.array(KnowledgeNodeReply) }).openapi("KnowledgeTreeResponse");
export const CreatePageReply = z
  .object({ page_id: z.string(), mental_model_id: z.string(), operation_id: z.string().nullish() })
  .openapi("CreateKnowledgePageResponse");
export const PageReply = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.string(),
    description: z.string().nullish(),
    tags: z.array(z.string()).default([]),
    timestamp: z.string().nullish(),
    body: z.string().nullish(),
    markdown: z.string(),
  })
  .openapi("KnowledgePageResponse");
const FoundPageReply = z
  .object({
    id: z.string(),
    name: z.string(),
    mental_model_id: z.string().nullish(),
    source_query: z.string().nullish(),
    snippet: z.string(),
    score: z.number(),
    updated_at: z.string().nullish(),
  })
  .openapi("KnowledgePageSearchResult");
export const PageSearchReply = z.object({ results: z.array(FoundPageReply), total: z.int() }).openapi("KnowledgePageSearchResponse");
const BundleFileReply = z.object({ path: z.string(), content: z.string() }).openapi("KnowledgePageBundleFile");
export const BundleReply = z
  .object({ files: z.array(BundleFileReply), folders: z.array(z.string()).default([]) })
  .openapi("KnowledgePageBundleResponse");

export const ExportQuery = z.object({
  layout: preset(
    choice(["flat", "tree"], "enum", "flat: a page by its id, with its log beside it; tree: folders and safe file names"),
    "flat",
  ),
});
export const ImportQuery = z.object({ dry_run: preset(flag("Report what an import would do, and write nothing"), false) });
export const ImportBody = z
  .object({ files: z.array(z.object({ path: name("Relative, with / between folders"), content: prose("Markdown") })) })
  .openapi("KnowledgeImportRequest");
const ImportEntryReply = z
  .object({
    path: z.string(),
    kind: z.enum(["folder", "page"]),
    name: z.string(),
    id: z.string().nullish(),
    status: z.enum(["created", "updated", "unchanged", "refused"]),
    changes: z.array(z.string()),
    problem: z.string().nullish(),
    line: z.int().nullish(),
  })
  .openapi("KnowledgeImportEntry");
export const ImportReply = z
  .object({
    dry_run: z.boolean(),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    refused: z.int(),
    entries: z.array(ImportEntryReply),
    ignored: z.array(z.string()),
    operation_ids: z.array(z.string()),
  })
  .openapi("KnowledgeImportResponse");

/** Null when no filter was asked for: then folders without pages show too. */
export function treeFilter(query: z.output<typeof TreeQuery>): KnowledgeFilter | null {
  const tagGroups = tagGroupsFrom(query.tag_groups);
  const tags = query.tags ?? [];
  return tags.length === 0 && query.tags_match !== "exact" && tagGroups === null ? null : { tags, tagsMatch: query.tags_match, tagGroups };
}

export function newPage(body: z.output<typeof CreatePageBody>): PageFields {
  return {
    name: body.name,
    sourceQuery: body.source_query,
    parentId: body.parent_id ?? null,
    tags: body.tags ?? [],
    maxTokens: body.max_tokens ?? null,
    trigger: body.trigger == null ? null : triggerFrom(body.trigger),
  };
}

/** Null means "not sent", but for the parent, where it is the top. */
export function nodeChange(body: z.output<typeof UpdateNodeBody>): NodeChange {
  return {
    ...(body.name == null ? {} : { name: body.name }),
    ...(body.parent_id === undefined ? {} : { parentId: body.parent_id }),
    ...(body.source_query == null ? {} : { sourceQuery: body.source_query }),
    ...(body.tags == null ? {} : { tags: body.tags }),
    ...(body.max_tokens == null ? {} : { maxTokens: body.max_tokens }),
    ...(body.trigger == null ? {} : { trigger: triggerFrom(body.trigger) }),
  };
}

export function nodeReply(node: KnowledgeNode): NodeReply {
  return {
    id: node.id,
    kind: node.kind,
    name: node.name,
    parent_id: node.parentId,
    mental_model_id: node.mentalModelId,
    managed: node.managed,
    description: node.description,
    tags: node.tags,
    timestamp: isoOrNull(node.timestamp),
    is_stale: node.isStale,
    last_refresh_failed_at: isoOrNull(node.lastRefreshFailedAt),
    trigger: node.trigger === null ? null : triggerReply(node.trigger),
    children: node.children.map(nodeReply),
  };
}

export function pageReply(page: KnowledgePage): z.input<typeof PageReply> {
  const { id, type, description, tags, timestamp, body, markdown } = page;
  return { id, name: page.name, type, description, tags: [...tags], timestamp: isoOrNull(timestamp), body, markdown };
}

export function foundReply(found: FoundPage): z.input<typeof FoundPageReply> {
  return {
    id: found.id,
    name: found.name,
    mental_model_id: found.mentalModelId,
    source_query: found.sourceQuery,
    snippet: found.snippet,
    score: found.score,
    updated_at: isoOrNull(found.updatedAt),
  };
}

export function importReply({ isDryRun, entries, ignored, operationIds }: ImportReport): z.input<typeof ImportReply> {
  const count = (status: string): number => entries.filter((entry) => entry.status === status).length;
  return {
    dry_run: isDryRun,
    created: count("created"),
    updated: count("updated"),
    unchanged: count("unchanged"),
    refused: count("refused"),
    entries: entries.map((entry) => ({ ...entry, changes: [...entry.changes] })),
    ignored: [...ignored],
    operation_ids: [...operationIds],
  };
}
