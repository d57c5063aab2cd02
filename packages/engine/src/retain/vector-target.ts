import type { EngineContext } from "../context.js";
import type { TenantScope } from "../domain/scope.js";
import { banksToEmbed } from "../store/banks/banks-to-embed.js";
import type { Database } from "../store/db.js";
import { ensureModel } from "../store/vectors/ensure-model.js";
import type { VectorTarget } from "../store/vectors/insert-vectors.js";
import { vectorType } from "../store/vectors/vector-type.js";

const known = new WeakMap<Database, Map<string, VectorTarget>>();

/** Where the encoder's vectors go, asked of the database once. */
export async function vectorTarget(ctx: Pick<EngineContext, "db" | "encoder">, tenant: TenantScope): Promise<VectorTarget> {
  const targets = known.get(ctx.db) ?? new Map<string, VectorTarget>();
  known.set(ctx.db, targets);
  const { model } = ctx.encoder;
  const found = targets.get(model.name);
  if (found !== undefined) return found;
  const target = { modelId: await ensureModel(ctx.db, tenant, model), vectorType: await vectorType(ctx.db, tenant) };
  await banksToEmbed(ctx.db, tenant, target.modelId); // before the first vector: no bank counts as complete under another model any more
  targets.set(model.name, target);
  return target;
}
