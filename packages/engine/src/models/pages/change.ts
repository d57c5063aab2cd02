import { randomBytes } from "node:crypto";
import { type BankSettings, resolveBankSettings } from "../../config/index.js";
import type { EngineContext } from "../../context.js";
import type { KnowledgeNode, NodeChange, PageFields } from "../../domain/knowledge.js";
import type { Trigger } from "../../domain/mental-models.js";
import { exceedsBytes, MAX_NAME_BYTES } from "../../domain/names.js";
import type { BankScope } from "../../domain/scope.js";
import { isBlank, sanitise } from "../../domain/text/sanitise.js";
import { setFields, switchingRefresh } from "../../domain/trigger.js";
import { HindsightError } from "../../errors.js";
import { lockBank } from "../../store/banks/lock-bank.js";
import { readBank } from "../../store/banks/read-bank.js";
import type { Db } from "../../store/db.js";
import { deleteSubtree } from "../../store/knowledge/delete-subtree.js";
import { insertNode } from "../../store/knowledge/insert-node.js";
import { listNodes, type NodeRow } from "../../store/knowledge/list-nodes.js";
import { updateNode } from "../../store/knowledge/update-node.js";
import { changeModel, createModel } from "../mental-models/index.js";
import { nodeOf, staleness } from "./tree.js";

export const PAGE_TOKENS = 4096;

type Parts = Pick<EngineContext, "settings" | "models">;

/** Adds a folder in the caller's transaction. Throws `bad_argument` for a parent that is none, `invalid_request` for a blank name. */
export async function addFolder(
  tx: Db,
  bank: BankScope,
  fields: { readonly name: string; readonly parentId?: string | null },
): Promise<KnowledgeNode> {
  const nodes = await nodesUnderLock(tx, bank);
  const row = {
    id: nodeId("kf"),
    parentId: folderOf(nodes, fields.parentId ?? null),
    kind: "folder",
    name: cleanTitle(fields.name),
    mentalModelId: null,
  } as const;
  await insertNode(tx, bank, row);
  return one(tx, bank, row.id);
}

export interface AddedPage {
  readonly pageId: string;
  readonly mentalModelId: string;
  readonly operationId: string;
}

/**
 * Adds a page with its model and queues its first refresh, all in the caller's transaction. Throws `page_conflict` for a name that its folder has,
 * `bad_argument` for a parent that is none, `invalid_request`.
 */
export async function addPage(ctx: Parts, tx: Db, bank: BankScope, fields: PageFields): Promise<AddedPage> {
  const nodes = await nodesUnderLock(tx, bank);
  const parentId = folderOf(nodes, fields.parentId ?? null);
  const name = cleanTitle(fields.name);
  requireFree(nodes, parentId, name, null);
  const row = await readBank(tx, bank);
  const settings = resolveBankSettings(ctx.settings.bank, row?.config ?? {});
  const { mentalModelId, operationId } = await createModel(ctx, tx, bank, {
    name,
    sourceQuery: fields.sourceQuery,
    tags: fields.tags ?? [],
    maxTokens: fields.maxTokens ?? PAGE_TOKENS,
    trigger: { ...pageTrigger(ctx, settings), ...switchingRefresh(fields.trigger ?? {}) },
  });
  const pageId = nodeId("kp");
  await insertNode(tx, bank, { id: pageId, parentId, kind: "page", name, mentalModelId });
  return { pageId, mentalModelId, operationId };
}

/**
 * How pages are refreshed unless told otherwise: in parts, after consolidations, from observations and never from other models (reference §3.10). Without a
 * language model observations are only what was said more than once, so a page is then written from all memories.
 */
export function pageTrigger({ models }: Pick<Parts, "models">, { knowledge_page_default_trigger: own }: BankSettings): Partial<Trigger> {
  const preset = { mode: "delta", excludeMentalModels: true, refreshAfterConsolidation: true } as const;
  const kinds: Partial<Trigger> = models.has("consolidation") ? { factTypes: ["observation"] } : {};
  return { ...preset, ...kinds, ...switchingRefresh(setFields(own)) };
}

export interface ChangedNode {
  readonly node: KnowledgeNode;
  /** True when it is to be found by another name from now on. */
  readonly isRenamed: boolean;
  /** The refresh that a new question asks for. */
  readonly operationId: string | null;
}

/**
 * Renames, moves or retunes a node in the caller's transaction. Under the bank's lock, so that two moves never make a circle together. Throws
 * `knowledge_node_not_found`, `bad_argument` (nothing to change, a parent that is none or lies below the node), `page_conflict`, `invalid_request`.
 */
export async function changeNode(ctx: Parts, tx: Db, bank: BankScope, id: string, change: NodeChange): Promise<ChangedNode> {
  if (Object.keys(change).length === 0)
    throw new HindsightError("bad_argument", "Nothing to change: give a name, a parent_id, or a field of the page.");
  const nodes = await nodesUnderLock(tx, bank);
  const node = nodes.find((each) => each.id === id);
  if (node === undefined) throw nodeNotFound(id);
  const parentId = change.parentId === undefined ? node.parentId : folderOf(nodes, change.parentId);
  if (isBelow(nodes, parentId, id)) throw new HindsightError("bad_argument", `'${id}' cannot be moved into itself or below itself.`);
  const name = change.name === undefined ? node.name : cleanTitle(change.name);
  if (node.kind === "page") requireFree(nodes, parentId, name, id);
  const { sourceQuery, tags, maxTokens, trigger } = change;
  const isPageChange = sourceQuery !== undefined || tags !== undefined || maxTokens !== undefined || trigger !== undefined;
  if (isPageChange && node.mentalModelId === null) {
    throw new HindsightError("bad_argument", `'${id}' is a folder: it has a name and a parent_id, and nothing else.`);
  }
  await updateNode(tx, bank, id, { name, parentId });
  const isRenamed = name !== node.name;
  const { operationId } =
    node.mentalModelId === null
      ? { operationId: null }
      : await changeModel(ctx, tx, bank, node.mentalModelId, {
          ...(isRenamed ? { name } : {}),
          ...(sourceQuery === undefined ? {} : { sourceQuery }),
          ...(tags === undefined ? {} : { tags }),
          ...(maxTokens === undefined ? {} : { maxTokens }),
          ...(trigger === undefined ? {} : { trigger: switchingRefresh(trigger) }),
        });
  return { node: await one(tx, bank, id), isRenamed: isRenamed && node.mentalModelId !== null, operationId };
}

/** Deletes a node with all below it and the models of its pages. Throws `knowledge_node_not_found`. */
export async function removeNode(tx: Db, bank: BankScope, id: string): Promise<void> {
  await nodesUnderLock(tx, bank);
  if ((await deleteSubtree(tx, bank, id)) === 0) throw nodeNotFound(id);
}

export async function nodesUnderLock(
  tx: Db,
  bank: BankScope,
  options: { readonly withContent?: boolean } = {},
): Promise<readonly NodeRow[]> {
  if (!(await lockBank(tx, bank))) throw new HindsightError("bank_not_found", `Bank '${bank.bankId}' not found`);
  return listNodes(tx, bank, options);
}

async function one(tx: Db, bank: BankScope, id: string): Promise<KnowledgeNode> {
  const [row] = await listNodes(tx, bank, { ids: [id] });
  if (row === undefined) throw nodeNotFound(id);
  const stale = await staleness(tx, bank, [row]);
  return nodeOf(row, stale, []);
}

function folderOf(nodes: readonly NodeRow[], parentId: string | null): string | null {
  if (parentId === null) return null;
  const parent = nodes.find(({ id }) => id === parentId);
  if (parent === undefined) throw new HindsightError("bad_argument", `There is no folder '${parentId}'.`);
  if (parent.kind !== "folder") throw new HindsightError("bad_argument", `'${parentId}' is a page; pages hold no others. Give a folder.`);
  return parentId;
}

function isBelow(nodes: readonly NodeRow[], parentId: string | null, id: string): boolean {
  const parents = new Map(nodes.map((node) => [node.id, node.parentId]));
  for (let at = parentId; at !== null; at = parents.get(at) ?? null) if (at === id) return true;
  return false;
}

function requireFree(nodes: readonly NodeRow[], parentId: string | null, name: string, own: string | null): void {
  const taken = nodes.some((node) => node.kind === "page" && node.parentId === parentId && node.name === name && node.id !== own);
  if (taken) throw new HindsightError("page_conflict", `The folder has a page '${name}' already. Choose another name.`);
}

/** Throws `invalid_request` for a name that is blank or too long. */
export function cleanTitle(given: string): string {
  const name = sanitise(given).trim();
  if (isBlank(name)) throw new HindsightError("invalid_request", "The name must not be blank.");
  if (exceedsBytes(name, MAX_NAME_BYTES))
    throw new HindsightError("invalid_request", `The name is longer than ${MAX_NAME_BYTES} bytes of UTF-8. Shorten it.`);
  return name;
}

export const nodeId = (prefix: "kf" | "kp"): string => `${prefix}-${randomBytes(8).toString("hex")}`;

export const nodeNotFound = (id: string): HindsightError =>
  new HindsightError("knowledge_node_not_found", `Knowledge node '${id}' not found`);
