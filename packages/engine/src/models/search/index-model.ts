/** What finds a mental model: its words and its vector, made anew whenever its name or its content changes. */

import type { EngineContext } from "../../context.js";
import { PLACEHOLDER } from "../../domain/mental-models.js";
import { type BankScope, tenantScope } from "../../domain/scope.js";
import { analyse } from "../../domain/text/analyse.js";
import type { Db } from "../../store/db.js";
import { deleteModelVector } from "../../store/model-search/delete-model-vector.js";
import { listModelTexts } from "../../store/model-search/list-model-texts.js";
import { lockModelText, type ModelText } from "../../store/model-search/lock-model-text.js";
import { putModelVector } from "../../store/model-search/put-model-vector.js";
import { readModelText } from "../../store/model-search/read-model-text.js";
import { replaceModelTerms } from "../../store/model-search/replace-model-terms.js";
import { ensureModel } from "../../store/vectors/ensure-model.js";

type Parts = Pick<EngineContext, "db" | "encoder" | "log">;

/**
 * Makes a model findable by what it says now. Call it after the transaction that changed the name or the content: the encoder is asked with no
 * connection held, and an index of a text that has changed again is dropped (whoever changed it makes the next). An encoder that fails leaves the
 * model findable by words. A model that is gone is nothing to do.
 */
export async function indexModel(ctx: Parts, bank: BankScope, modelId: string): Promise<void> {
  const said = await readModelText(ctx.db, bank, modelId);
  if (said === null) return;
  const index = await indexOf(ctx, bank, said);
  await ctx.db.transaction((tx) => putIndex(tx, bank, modelId, index));
}

/** What finds a text. */
export interface ModelIndex {
  readonly said: ModelText;
  readonly terms: ReturnType<typeof analyse>;
  /** Null when the encoder failed. */
  readonly vector: { readonly vector: Float32Array; readonly modelId: number } | null;
}

/** Asks the encoder, and so is called with no connection held. */
export async function indexOf(ctx: Parts, bank: Pick<BankScope, "tenant">, said: ModelText): Promise<ModelIndex> {
  const [index] = await indexesOf(ctx, bank, [said]);
  return index as ModelIndex; // one for each text
}

/** The indexes of several texts, in their order. */
export async function indexesOf(ctx: Parts, bank: Pick<BankScope, "tenant">, said: readonly ModelText[]): Promise<readonly ModelIndex[]> {
  const texts = said.map(indexedText);
  const vectors = await vectorsOf(ctx, bank, texts);
  return said.map((each, at) => ({ said: each, terms: analyse(texts[at] as string), vector: vectors[at] ?? null }));
}

/** Writes an index in the caller's transaction; false, with nothing written, when the model does not say that (any more). */
export async function putIndex(tx: Db, bank: BankScope, modelId: string, { said, terms, vector }: ModelIndex): Promise<boolean> {
  if (!(await lockModelText(tx, bank, modelId, said))) return false;
  await replaceModelTerms(tx, bank, modelId, terms);
  if (vector === null) await deleteModelVector(tx, bank, modelId);
  else await putModelVector(tx, bank, modelId, vector);
  return true;
}

/** Gives the models of a bank the words of an analysis that has changed; their vectors stay. */
export async function reindexModelWords(ctx: Pick<Parts, "db">, bank: BankScope): Promise<void> {
  for (const { id, ...said } of await listModelTexts(ctx.db, bank)) {
    const terms = analyse(indexedText(said));
    await ctx.db.transaction(async (tx) => {
      if (await lockModelText(tx, bank, id, said)) await replaceModelTerms(tx, bank, id, terms); // changed meanwhile: indexed with the change
    });
  }
}

/** Before its first refresh a model is found by its name: the placeholder is nothing that it says. */
function indexedText({ name, content }: ModelText): string {
  return content === PLACEHOLDER ? name : `${name}\n${content}`;
}

/** None at all when the encoder fails. */
async function vectorsOf(ctx: Parts, bank: Pick<BankScope, "tenant">, texts: readonly string[]) {
  const { encoder } = ctx;
  try {
    const vectors = await encoder.embedPassages(texts);
    const modelId = await ensureModel(ctx.db, tenantScope(bank.tenant), encoder.model);
    return vectors.map((vector) => ({ vector, modelId }));
  } catch (error) {
    ctx.log.warn({ err: error }, "a mental model could not be embedded: it is found by its words");
    return [];
  }
}
