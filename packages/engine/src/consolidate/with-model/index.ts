// with-model: a language model says what a batch of facts comes to.
// In: one batch of facts. Out: a plan: observations to make, rewrite, take away and join, each with the facts that it stands on.
// Asks and reads, writes nothing; what the model says is taken at its word only as far as it can be checked.

import type { RequestContext } from "../../context.js";
import { messagesOf } from "../../domain/prompts.js";
import { type BankScope, tenantScope } from "../../domain/scope.js";
import { detectLanguage } from "../../domain/text/language.js";
import { countForgettings } from "../../store/forgetting/count-forgettings.js";
import { countObservations } from "../../store/observations/count-observations.js";
import { ensureModel } from "../../store/vectors/ensure-model.js";
import type { Batch, BatchPlan, Planner } from "../plan.js";
import { type Actions, actionsOf } from "./actions.js";
import { askerOf } from "./asker.js";
import { borrowing, type Wording } from "./borrowed.js";
import { deduplicated } from "./dedup.js";
import { consolidationPrompt, wordsAboutBatch } from "./prompt.js";
import { relatedObservations, type ShownObservation } from "./related.js";
import { normaliseReply, Reply, replySchema } from "./reply.js";
import { vectorsOf } from "./vectors.js";

/** Throws what recall, the encoder and the models throw; an answer that is no reply is `llm_output_invalid`. */
export const planWithModel: Planner = async (ctx, bank, batch) => {
  const forgettings = await countForgettings(ctx.db, bank);
  const modelId = await ensureModel(ctx.db, tenantScope(bank.tenant), ctx.encoder.model);
  const [related, room] = await Promise.all([relatedObservations(ctx, bank, batch, modelId), roomOf(ctx, bank, batch)]);
  const ask = askerOf(ctx, bank, batch, forgettings);
  const language = ctx.settings.llmOutputLanguage;
  const words = wordsAboutBatch(batch.facts, related, room);
  const reply = await ask("consolidation", {
    messages: messagesOf(consolidationPrompt({ mission: batch.rules.mission, outputLanguage: language, ...words })),
    schema: Reply,
    jsonSchema: replySchema(room),
    schemaName: "observations",
    normalise: normaliseReply,
  });
  const actions = actionsOf(reply, batch, related, room);
  const shownNos = related.map(({ row }) => row.memoryNo);
  const plan = { ...(await planOf(ctx, batch, actions, related, modelId)), shownNos };
  return deduplicated(ctx, bank, plan, { modelId, threshold: ctx.settings.consolidationDedupThreshold, language, ask });
};

/** New observations that the scope still takes; null is no limit. */
async function roomOf(ctx: RequestContext, bank: BankScope, { scope, rules }: Batch): Promise<number | null> {
  if (rules.limit < 0 || scope.length === 0) return null;
  return Math.max(0, rules.limit - (await countObservations(ctx.db, bank, scope)));
}

async function planOf(
  ctx: RequestContext,
  batch: Batch,
  { deletes, updates, creates }: Actions,
  shown: readonly ShownObservation[],
  modelId: number,
): Promise<BatchPlan> {
  const rewritten = updates.filter(({ text, target }) => text !== target.row.text);
  const vectors = await vectorsOf(
    ctx,
    [...rewritten, ...creates].map(({ text }) => text),
  );
  const borrowedBy = borrowing(batch, shown);
  const said = (wording: Wording) => {
    const { text } = wording;
    return { text, vector: vectors.get(text) ?? null, language: detectLanguage(text), borrowed: borrowedBy(wording) };
  };
  return {
    batch,
    modelId,
    deletes: deletes.map(({ target, reason }) => ({ observationNo: target.row.memoryNo, reason })),
    updates: updates.map(({ target, text, sources, reason }) => ({
      ...said({ text, sources, target }),
      observationNo: target.row.memoryNo,
      expectedText: target.row.text,
      sources,
      reason,
    })),
    creates: creates.map(({ text, sources, reason }) => ({ ...said({ text, sources }), sources, reason })),
    merges: [],
  };
}
