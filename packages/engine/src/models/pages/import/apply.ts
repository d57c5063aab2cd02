/** A plan becomes nodes and models, in one transaction. */

import type { EngineContext } from "../../../context.js";
import { PLACEHOLDER } from "../../../domain/mental-models.js";
import type { BankScope } from "../../../domain/scope.js";
import { mergeTrigger, storedTrigger } from "../../../domain/trigger.js";
import type { Db } from "../../../store/db.js";
import { insertNode } from "../../../store/knowledge/insert-node.js";
import type { NodeRow } from "../../../store/knowledge/list-nodes.js";
import { updateNode } from "../../../store/knowledge/update-node.js";
import { insertMentalModel } from "../../../store/mental-models/insert-mental-model.js";
import { snapshotModel } from "../../../store/mental-models/snapshot-model.js";
import { updateMentalModel } from "../../../store/mental-models/update-mental-model.js";
import { writeModelContent } from "../../../store/mental-models/write-model-content.js";
import { modelIdOf, moveScope, submitRefresh } from "../../mental-models/index.js";
import { saysSomething } from "../../refresh/baseline.js";
import { type ModelIndex, putIndex } from "../../search/index-model.js";
import type { Place } from "./place.js";
import type { Plan, PlannedPage } from "./plan.js";

export interface Applied {
  readonly operationIds: readonly string[];
  /** Models that nothing finds yet. */
  readonly unindexed: readonly string[];
}

/** What finds a text, made before the transaction. */
export type Indexes = ReadonlyMap<string, ModelIndex>;

export const indexKey = (name: string, content: string): string => JSON.stringify([name, content]);

/** What a page says once the plan is written. */
export const saidBy = ({ content, before }: Pick<PlannedPage, "content" | "before">): string => content ?? before?.content ?? PLACEHOLDER;

type Parts = Pick<EngineContext, "settings">;

/** Under the bank's lock, with nothing in the plan refused. */
export async function applyPlan(ctx: Parts, tx: Db, bank: BankScope, plan: Plan, indexes: Indexes): Promise<Applied> {
  for (const { id, parentId, name, before } of plan.folders)
    if (before === null) await insertNode(tx, bank, { id, parentId, kind: "folder", name, mentalModelId: null });
  await replaceNodes(tx, bank, [...plan.folders, ...plan.pages]);
  const operationIds: string[] = [];
  const unindexed: string[] = [];
  for (const page of plan.pages) {
    if (page.before !== null && page.changes.length === 0) continue;
    const { modelId, asks } = page.before === null ? await addPage(tx, bank, page) : await changePage(ctx, tx, bank, page, page.before);
    if (asks !== null) operationIds.push(await submitRefresh(ctx, tx, bank, modelId, { automatic: false, ...asks }));
    if (page.before !== null && !page.changes.some((each) => each === "name" || each === "content")) continue;
    const index = indexes.get(indexKey(page.name, saidBy(page)));
    if (index === undefined || !(await putIndex(tx, bank, modelId, index))) unindexed.push(modelId);
  }
  return { operationIds, unindexed };
}

/** Pages may change places with one another: each that moves has a name of its own on the way, since no folder has two of one name. */
async function replaceNodes(
  tx: Db,
  bank: BankScope,
  nodes: readonly (Place & { readonly before: NodeRow | null; readonly changes: readonly string[] })[],
): Promise<void> {
  const moved = nodes.filter(({ before, changes }) => before !== null && changes.some((each) => each === "name" || each === "parent_id"));
  const pages = moved.filter(({ kind }) => kind === "page");
  if (pages.length > 1)
    for (const { id, before } of pages) await updateNode(tx, bank, id, { name: `${id} is on its way`, parentId: before?.parentId ?? null });
  for (const { id, name, parentId } of moved) await updateNode(tx, bank, id, { name, parentId });
}

/** A page with a text has its answer; one without is to be refreshed. */
interface Written {
  readonly modelId: string;
  /** The refresh that it asks for. */
  readonly asks: { readonly mode?: "full" } | null;
}

async function addPage(tx: Db, bank: BankScope, page: PlannedPage): Promise<Written> {
  const { id, parentId, name, sourceQuery, tags, maxTokens } = page;
  const modelId = modelIdOf(null);
  const content = saidBy(page);
  const trigger = storedTrigger(page.trigger);
  await insertMentalModel(tx, bank, { id: modelId, name, sourceQuery, content, tags, maxTokens, trigger });
  await insertNode(tx, bank, { id, parentId, kind: "page", name, mentalModelId: modelId });
  if (page.content !== null) await writeModelContent(tx, bank, modelId, page.content);
  return { modelId, asks: page.content === null ? {} : null };
}

async function changePage(ctx: Parts, tx: Db, bank: BankScope, page: PlannedPage, before: NodeRow): Promise<Written> {
  const modelId = before.mentalModelId as string; // a page has one
  const { name, sourceQuery, tags, maxTokens, changes } = page;
  const trigger = changes.includes("trigger") ? mergeTrigger({}, page.trigger) : undefined;
  await updateMentalModel(tx, bank, modelId, { name, sourceQuery, tags, maxTokens, trigger });
  if (!changes.includes("content") || page.content === null) {
    // As of a change by hand: what the page says may be of memories that it does not look at any more.
    const was = { tags: before.tags, trigger: before.trigger ?? page.trigger };
    const isElsewhere = before.lastRefreshedAt !== null && (await moveScope(tx, bank, modelId, was, page));
    return { modelId, asks: isElsewhere ? { mode: "full" } : changes.includes("source_query") ? {} : null };
  }
  const { enableMentalModelHistory, mentalModelHistoryMaxEntries } = ctx.settings;
  if (enableMentalModelHistory && saysSomething(before.content ?? ""))
    await snapshotModel(tx, bank, modelId, "edit", mentalModelHistoryMaxEntries);
  await writeModelContent(tx, bank, modelId, page.content);
  return { modelId, asks: null };
}
