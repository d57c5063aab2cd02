import type { EngineContext } from "../context.js";
import type { TenantScope } from "../domain/scope.js";
import type { Database } from "../store/db.js";
import { ensureModel } from "../store/vectors/ensure-model.js";

const known = new WeakMap<Database, Map<string, number>>();

/** The row key of the encoder's model, asked of the database once. */
export async function modelKey(ctx: Pick<EngineContext, "db" | "encoder">, tenant: TenantScope): Promise<number> {
  const keys = known.get(ctx.db) ?? new Map<string, number>();
  known.set(ctx.db, keys);
  const { model } = ctx.encoder;
  const key = keys.get(model.name) ?? (await ensureModel(ctx.db, tenant, model));
  keys.set(model.name, key);
  return key;
}
