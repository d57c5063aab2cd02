import type { RequestContext } from "../../context.js";
import { type BankScope, tenantScope } from "../../domain/scope.js";
import type { ReceivedObject } from "../../providers/objects/index.js";
import { ensureModel } from "../../store/vectors/ensure-model.js";
import { archiveOf } from "../archive/write.js";
import { type Collected, collectBank, type ExportPlan } from "./collect.js";

/** An archive on this machine's disk that has no place in the storage yet. */
export interface ExportedBank extends Collected {
  readonly object: ReceivedObject;
}

/** Writes a bank to an archive, as its bytes come, in bounded memory. Throws `bank_not_found`, `document_not_found`, `storage_unavailable`. */
export async function exportBank(ctx: RequestContext, bank: BankScope, plan: Omit<ExportPlan, "modelId">): Promise<ExportedBank> {
  const modelId = await ensureModel(ctx.db, tenantScope(bank.tenant), ctx.encoder.model);
  let collected: Collected | undefined;
  const bytes = archiveOf(async (archive) => {
    collected = await ctx.db.transaction((tx) => collectBank(ctx, tx, bank, archive, { ...plan, modelId }));
  }, ctx.now());
  const object = await ctx.objects.receive(bytes);
  return { ...(collected as unknown as Collected), object }; // the bytes end when the archive is whole
}
