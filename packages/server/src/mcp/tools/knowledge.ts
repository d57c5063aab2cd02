// Tools over the knowledge base: folders, and pages that are mental models with a place in a tree.
// In: ids and fields. Out: nodes and pages as the contract tells them here.

import type { KnowledgeNode } from "@hindsight-memory/engine";
import * as wire from "../../wire/knowledge.js";
import { integer, maybe, name, preset } from "../../wire/scalars.js";
import { asOnTheWire } from "../arguments.js";
import { beside, parameter, type Result, tool } from "../tool.js";
import { DATA, tags } from "./about.js";
import { refreshes, trigger, triggerOf } from "./triggers.js";

/** Word by which a model names the top of the tree, where the routes have null. */
const TOP = "root";
const MOST_FOUND = 50;

const tree = tool({
  name: "get_knowledge_base_tree",
  title: "Tree of knowledge pages",
  description: "The folders and pages of the knowledge base, each page with what it answers and whether it is stale.",
  access: "read",
  operation: "get_knowledge_base_tree",
  effect: "reads",
  parameters: {},
  async handle({ engine, bankId }) {
    return { roots: (await engine.knowledge.tree(bankId)).map(nodeTold) };
  },
});

const search = tool({
  name: "search_knowledge_base",
  title: "Search knowledge pages",
  description: `Find pages by words and meaning, with a snippet of each. ${DATA}`,
  access: "read",
  operation: "search_knowledge_base",
  effect: "reads",
  failure: beside({ results: [] }),
  parameters: {
    query: parameter(wire.PageSearchQuery.shape.q, "What to look for."),
    limit: parameter(preset(integer(), 10), `Most pages to return, 1 to ${MOST_FOUND}.`),
  },
  async handle({ args, engine, bankId, signal }) {
    const limit = Math.min(Math.max(args.limit, 1), MOST_FOUND);
    const found = await engine.knowledge.search(bankId, { query: args.query, limit, filter: null }, { signal });
    return { results: found.map(wire.foundReply), total: found.length };
  },
});

const getPage = tool({
  name: "get_knowledge_page",
  title: "Read a knowledge page",
  description: `One page as Markdown. ${DATA}`,
  access: "read",
  operation: "get_knowledge_page",
  effect: "reads",
  parameters: { page_id: parameter(name(), "Id of the page.") },
  async handle({ args, engine, bankId }) {
    const { body: _, ...page } = wire.pageReply(await engine.knowledge.page(bankId, args.page_id));
    return page;
  },
});

const createFolder = tool({
  name: "create_knowledge_folder",
  title: "Add a folder",
  description: "Add a folder to the knowledge base.",
  access: "write",
  operation: "create_knowledge_folder",
  audited: "create_knowledge_folder",
  effect: "changes",
  parameters: {
    name: parameter(name(), "Name of the folder."),
    parent_id: parameter(maybe(name()), "Folder that it lies in; the top if unset."),
  },
  async handle({ args, engine, bankId }) {
    return nodeTold(await engine.knowledge.addFolder(bankId, { name: args.name, parentId: parentOf(args.parent_id) ?? null }));
  },
});

const createPage = tool({
  name: "create_knowledge_page",
  title: "Add a knowledge page",
  description: "Add a page that answers a question from memory; it is written in the background and kept fresh.",
  access: "write",
  operation: "create_knowledge_page",
  audited: "create_knowledge_page",
  effect: "changes",
  parameters: {
    name: parameter(name(), "Name of the page; one of a kind in its folder."),
    source_query: parameter(name(), "The question that it answers."),
    parent_id: parameter(maybe(name()), "Folder that it lies in; the top if unset."),
    tags: tags("Tags of the page, and of the memories that it looks at."),
    max_tokens: parameter(maybe(integer()), "How long it may be, in tokens; 4096 if unset."),
    trigger: trigger(),
    refresh_after_consolidation: refreshes(),
  },
  async handle({ args, engine, bankId }) {
    const { trigger: given, refresh_after_consolidation: refresh, parent_id, ...rest } = args;
    const own = triggerOf(given, { refresh });
    const body = asOnTheWire(wire.CreatePageBody, { ...rest, parent_id: parentOf(parent_id), ...(own && { trigger: own }) });
    const { pageId, mentalModelId, operationId } = await engine.knowledge.addPage(bankId, wire.newPage(body));
    const message = "Added; it is written in the background.";
    return { page_id: pageId, mental_model_id: mentalModelId, operation_id: operationId, status: "created", message };
  },
});

const updateNode = tool({
  name: "update_knowledge_node",
  title: "Change a folder or page",
  description: "Rename, move or retune a folder or page; what is not sent stays.",
  access: "write",
  operation: "update_knowledge_node",
  audited: "update_knowledge_node",
  effect: "changes",
  parameters: {
    node_id: parameter(name(), "Id of the folder or page."),
    name: parameter(maybe(name()), "Another name."),
    parent_id: parameter(maybe(name()), `Folder to move it to; "${TOP}" is the top.`),
    source_query: parameter(maybe(name()), "Another question for the page, which is then answered anew."),
    tags: tags("Tags of the page, and of the memories that it looks at."),
    max_tokens: parameter(maybe(integer()), "How long the page may be, in tokens."),
    trigger: trigger(),
    refresh_after_consolidation: refreshes(),
  },
  async handle({ args, engine, bankId }) {
    const { node_id, parent_id, trigger: given, refresh_after_consolidation: refresh, ...rest } = args;
    const own = triggerOf(given, { refresh });
    const moved = parent_id == null ? {} : { parent_id: parentOf(parent_id) };
    const body = asOnTheWire(wire.UpdateNodeBody, { ...rest, ...moved, ...(own && { trigger: own }) });
    return nodeTold(await engine.knowledge.change(bankId, node_id, wire.nodeChange(body)));
  },
});

const deleteNode = tool({
  name: "delete_knowledge_node",
  title: "Delete a folder or page",
  description: "Delete a page, or a folder with all below it. The memories that pages were written from stay.",
  access: "write",
  operation: "delete_knowledge_node",
  audited: "delete_knowledge_node",
  effect: "destroys",
  parameters: { node_id: parameter(name(), "Id of the folder or page.") },
  async handle({ args: { node_id }, engine, bankId }) {
    await engine.knowledge.delete(bankId, node_id);
    return { status: "deleted", node_id };
  },
});

export const KNOWLEDGE_TOOLS = [tree, search, getPage, createFolder, createPage, updateNode, deleteNode];

function parentOf(given: string | null | undefined): string | null | undefined {
  return given === TOP ? null : given;
}

/** A folder has children, a page what it is about; neither has the other's fields. */
function nodeTold(node: KnowledgeNode): Result {
  const {
    id,
    kind,
    name: label,
    parent_id,
    managed,
    mental_model_id,
    description,
    tags: labels,
    timestamp,
    trigger: when,
    is_stale,
  } = wire.nodeReply(node);
  const common = { id, kind, name: label, parent_id, managed };
  if (kind === "folder") return { ...common, children: node.children.map(nodeTold) };
  return { ...common, mental_model_id, description, tags: labels, timestamp, trigger: when, is_stale };
}
