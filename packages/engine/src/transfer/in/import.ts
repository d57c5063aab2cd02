import { bankNotFound, findBank, openOrCreateBankIn, requireBankId } from "../../banks/index.js";
import { readConfigUpdates } from "../../config/index.js";
import type { RequestContext } from "../../context.js";
import { type BankScope, type TenantScope, tenantScope } from "../../domain/scope.js";
import { sanitise } from "../../domain/text/sanitise.js";
import type { DocumentConflict, TransferScope } from "../../domain/transfer.js";
import { HindsightError } from "../../errors.js";
import { allTimes, askForConsolidation, settleEntities } from "../../forget/index.js";
import { indexesOf, type ModelIndex } from "../../models/index.js";
import { type AllocatedNumbers, allocateNumbers } from "../../store/banks/allocate-numbers.js";
import { lockBankName } from "../../store/banks/lock-bank-name.js";
import { updateBank } from "../../store/banks/update-bank.js";
import type { Db } from "../../store/db.js";
import { recountEntities } from "../../store/entities/recount-entities.js";
import { deleteSingleSources } from "../../store/sources/delete-single-sources.js";
import { noteLastMention } from "../../store/sources/note-last-mention.js";
import { isVacant } from "../../store/transfer/is-vacant.js";
import { ensureModel } from "../../store/vectors/ensure-model.js";
import type { VectorTarget } from "../../store/vectors/insert-vectors.js";
import { vectorType } from "../../store/vectors/vector-type.js";
import { unreadable } from "../archive/manifest.js";
import { BANK } from "../archive/names.js";
import type { Archive } from "../archive/read.js";
import { batches } from "../lists.js";
import { bad } from "../options.js";
import { fitInto, fitWhole } from "./fit.js";
import { type Loaded, load } from "./load.js";
import { type Survey, survey as surveyOf } from "./survey.js";

/** An archive that was read whole and found good, with what is needed before the transaction begins. */
export interface Prepared {
  readonly archive: Archive;
  readonly survey: Survey;
  readonly indexes: ReadonlyMap<string, ModelIndex>;
  readonly vectorTarget: VectorTarget;
  readonly isOwn: boolean;
}

/** Whether an archive was made within this server for this import (a clone): then its rows are the bank's own word. */
export interface Origin {
  readonly isOwn: boolean;
}

type Result = Readonly<Record<string, unknown>>;

/** Reads an archive whole, and makes what finds its mental models: models are asked with no connection held. Throws `file_unreadable`. */
export async function prepare(ctx: RequestContext, bank: BankScope, archive: Archive, { isOwn }: Origin): Promise<Prepared> {
  const survey = await surveyOf(ctx, archive, { isOwn });
  const tenant = tenantScope(bank.tenant);
  const indexes = new Map<string, ModelIndex>();
  for (const some of batches(survey.models, 50)) {
    ctx.signal.throwIfAborted();
    const made = await indexesOf(ctx, bank, some);
    some.forEach(({ id }, at) => void indexes.set(id, made[at] as ModelIndex));
  }
  const vectorTarget = { modelId: await ensureModel(ctx.db, tenant, ctx.encoder.model), vectorType: await vectorType(ctx.db, tenant) };
  return { archive, survey, indexes, vectorTarget, isOwn };
}

/** What is taken of an archive, and the name of the bank that is made of it. */
export interface RestoreScope {
  readonly targetBankId: string;
  readonly scope: TransferScope;
}

/**
 * Makes a bank of an archive, in the caller's transaction: all of it or nothing. Ids of documents, mental models and pages stay, those of memories, entities,
 * directives and webhooks are new ones; webhooks come switched off, since their secrets stay behind. Throws `bad_argument` when there is such a bank.
 */
export async function restoreBank(ctx: RequestContext, tx: Db, bank: BankScope, prepared: Prepared, scope: RestoreScope): Promise<Result> {
  const tenant = tenantScope(bank.tenant);
  await lockBankName(tx, tenant, scope.targetBankId);
  await requireFree(tx, tenant, bank, scope.targetBankId);
  const made = await openOrCreateBankIn(tx, tenant, scope.targetBankId, { isBare: true });
  const result = await fillBank(ctx, tx, made, prepared, scope);
  await askForConsolidation(tx, made, ctx);
  return result;
}

/** Fills a bank that has nothing, and that nobody else writes. */
export async function fillBank(
  ctx: RequestContext,
  db: Db,
  made: BankScope,
  prepared: Prepared,
  { targetBankId, scope }: RestoreScope,
): Promise<Result> {
  const { archive, survey } = prepared;
  const { includes } = archive.manifest;
  const first = await numbersFor(db, made, survey);
  const settings = scope.includeConfig && includes.config ? await applyConfig(db, made, archive) : [];
  const fit = fitWhole(survey, { hasObservations: includes.observations });
  const loaded = await load(ctx, db, made, {
    ...prepared,
    fit,
    scope,
    first,
    hasModels: scope.includeData && includes.knowledge_base,
    hasObservations: includes.observations,
  });
  return {
    target_bank_id: targetBankId,
    restored_bank_id: targetBankId,
    ...countsOf(loaded),
    ...redactionsOf(loaded),
    ...(settings.length === 0 ? {} : { settings_left_out: settings }),
  };
}

/** Folds the documents of an archive into a bank, in the caller's transaction: all of them or none. Throws `bank_not_found`. */
export async function mergeDocuments(
  ctx: RequestContext,
  tx: Db,
  bank: BankScope,
  prepared: Prepared,
  conflict: DocumentConflict,
): Promise<Result> {
  const { archive, survey } = prepared;
  const { includes } = archive.manifest;
  const first = await numbersFor(tx, bank, survey);
  const hasObservations = includes.observations;
  const fit = await fitInto(ctx, tx, bank, survey, { conflict, hasObservations });
  const loaded = await load(ctx, tx, bank, {
    ...prepared,
    fit,
    scope: { includeData: true, includeConfig: false, includeHistory: false },
    first,
    hasModels: includes.knowledge_base,
    hasObservations,
  });
  await settle(tx, bank, survey, fit.naming.touched(), (number) =>
    fit.hasMemory(number) ? survey.memories.of(number) + first.memoryNo - 1 : null,
  );
  await askForConsolidation(tx, bank, ctx);
  const counts = countsOf(loaded);
  return {
    documents_imported: counts.documents_imported,
    documents_skipped: fit.skippedDocuments.length,
    facts_imported: counts.facts_imported,
    observations_imported: counts.observations_imported,
    observations_skipped: hasObservations ? fit.skippedObservations : 0,
    skipped_document_ids: fit.skippedDocuments,
    remapped_document_ids: fit.remappedDocuments,
    attachments_imported: counts.attachments_imported,
    invalidated_memories_imported: counts.invalidated_memories_imported,
    mental_models_imported: counts.mental_models_imported,
    knowledge_pages_imported: counts.knowledge_pages_imported,
    ...redactionsOf(loaded),
  };
}

/** As many numbers as the rows need, whatever the manifest says. */
async function numbersFor(tx: Db, bank: BankScope, { memories, runs }: Survey): Promise<AllocatedNumbers> {
  const first = await allocateNumbers(tx, bank, { memories: memories.wanted, runs: runs.wanted });
  if (first === null) throw bankNotFound(bank.bankId);
  return first;
}

/** What memory defense took out, where it did. */
function redactionsOf({ redacted }: Loaded): Result {
  return redacted.length === 0 ? {} : { redacted_types: redacted };
}

/** Sums that a part of a bank cannot have brought along: of entities, and of memories with several sources. */
async function settle(
  tx: Db,
  bank: BankScope,
  survey: Survey,
  entityIds: readonly string[],
  numberOf: (number: number) => number | null,
): Promise<void> {
  for (const some of batches([...survey.sources.keys()], 1_000)) {
    const numbers = some.flatMap((number) => numberOf(number) ?? []);
    await deleteSingleSources(tx, bank, numbers);
    await noteLastMention(tx, bank, numbers);
  }
  for (const some of batches(entityIds, 1_000)) {
    await settleEntities(tx, bank, some); // names that only left out documents have
    await recountEntities(tx, bank, some.map(allTimes));
  }
}

/** The bank of that name that was made to keep this import's record and has nothing yet; null when nobody has the name. Throws `bad_argument` for another. */
export async function requireFree(db: Db, tenant: TenantScope, own: BankScope, targetBankId: string): Promise<BankScope | null> {
  requireBankId(targetBankId, "The target bank id");
  const found = await findBank(db, tenant, targetBankId);
  if (found !== null && !(found.key === own.key && (await isVacant(db, found)))) throw bankExists(targetBankId);
  return found;
}

export function bankExists(bankId: string): HindsightError {
  return bad(
    `There is a bank '${bankId}' already: choose another target_bank_id, or import with mode=merge to add its documents to that bank`,
  );
}

/** Writes name and settings; returns the settings that this server does not take. */
async function applyConfig(tx: Db, bank: BankScope, archive: Archive): Promise<readonly string[]> {
  const [row] = (await archive.json(BANK)) as readonly { readonly name?: unknown; readonly config?: unknown }[];
  const { name, config } = row ?? {};
  if (typeof name !== "string" || typeof config !== "object" || config === null) throw unreadable(`${BANK} holds no bank`);
  const set: Record<string, unknown> = {};
  const leftOut: string[] = [];
  for (const [setting, value] of Object.entries(config)) {
    try {
      Object.assign(set, readConfigUpdates({ [setting]: value }).set);
    } catch (error) {
      if (!(error instanceof HindsightError)) throw error;
      if (setting === "memory_defense") throw unreadable(`its memory_defense would guard nothing (${error.message.slice(0, 200)})`, error);
      leftOut.push(setting.slice(0, 100));
    }
  }
  await updateBank(tx, bank, { name: sanitise(name), set, clear: [] });
  return leftOut;
}

function countsOf({ counts, facts, observations }: Loaded) {
  const of = (table: Parameters<typeof counts.get>[0]): number => counts.get(table) ?? 0;
  return {
    facts_imported: facts,
    documents_imported: of("document"),
    observations_imported: observations,
    directives_imported: of("directive"),
    webhooks_imported: of("webhook"),
    operations_imported: 0,
    attachments_imported: of("attachment"),
    mental_models_imported: of("mental_model"),
    mental_model_history_imported: of("mental_model_history"),
    knowledge_pages_imported: of("knowledge_node"),
    invalidated_memories_imported: of("invalidated_memory"),
    history_rows_imported: of("audit_log") + of("llm_request"),
    maintenance_queue_rows_imported: 0,
  };
}
