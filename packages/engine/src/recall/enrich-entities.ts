/** The entities of the results; those of an observation that has none itself are those of its sources. */

import type { RequestContext } from "../context.js";
import type { RecallResult } from "../domain/requests.js";
import type { BankScope } from "../domain/scope.js";
import type { HotSource } from "../hot/index.js";
import { listMentioned, type MentionedEntity } from "../store/mentions/list-mentioned.js";
import type { Ranked } from "./candidate.js";

export interface ResultEntities {
  /** By memory id; null for a memory that names nothing. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** Every entity of the results, in order of first appearance. */
  readonly entities: NonNullable<RecallResult["entities"]>;
}

export async function entitiesOf(
  ctx: RequestContext,
  bank: BankScope,
  shown: readonly Ranked[],
  hot: HotSource | null,
): Promise<ResultEntities> {
  const mentioned = hot?.mentioned(shown.map(({ row }) => row.memoryNo)) ?? (await mentionedBy(ctx, bank, shown));
  const byMemory = new Map<string, MentionedEntity[]>();
  for (const entity of mentioned) {
    const own = byMemory.get(entity.memoryId);
    if (own === undefined) byMemory.set(entity.memoryId, [entity]);
    else own.push(entity);
  }
  const names = new Map<string, readonly string[]>();
  // A map: a name may be `constructor` or `__proto__`, which every plain object has or changes by.
  const entities = new Map<string, { entityId: string; canonicalName: string }>();
  for (const { row } of shown) {
    const own = byMemory.get(row.id) ?? [];
    const inherited = own.length > 0 ? own : (row.sourceMemoryIds ?? []).flatMap((source) => byMemory.get(source) ?? []);
    const unique = [...new Map(inherited.map((entity) => [entity.entityId, entity])).values()];
    if (unique.length > 0)
      names.set(
        row.id,
        unique.map(({ canonicalName }) => canonicalName),
      );
    for (const { entityId, canonicalName } of unique) {
      if (!entities.has(canonicalName)) entities.set(canonicalName, { entityId, canonicalName });
    }
  }
  return { names, entities: Object.fromEntries(entities) };
}

/** Of the results and of the facts behind those that are observations. */
async function mentionedBy(ctx: RequestContext, bank: BankScope, shown: readonly Ranked[]): Promise<readonly MentionedEntity[]> {
  const ids = new Set(shown.flatMap(({ row }) => [row.id, ...(row.kind === "observation" ? (row.sourceMemoryIds ?? []) : [])]));
  return ids.size === 0 ? [] : listMentioned(ctx.db, bank, [...ids]);
}
