import type { EngineContext } from "../context.js";
import type { BankScope, TenantScope } from "../domain/scope.js";
import type { Alarm } from "../operations/index.js";
import { banksToEmbed } from "../store/banks/banks-to-embed.js";
import { markEmbedded } from "../store/banks/mark-embedded.js";
import { bankWaits } from "../store/queue/bank-waits.js";
import { queueUnembedded } from "../store/queue/queue-unembedded.js";
import { deleteOtherVectors } from "../store/vectors/delete-other-vectors.js";
import { vectorTarget } from "./vector-target.js";

export interface AnewOptions {
  /** Opens a bank by its row key; null when it is gone. */
  readonly openBank: (bankKey: number) => Promise<BankScope | null>;
  /** Called when memories were put in the queue. */
  readonly onQueued: () => void;
  /** Rings when vectors were stored. */
  readonly stored: Alarm;
  readonly pollMs: number;
  readonly signal: AbortSignal;
}

/** Memories looked at in one statement: some 5 ms of the embedded database. */
const SLICE = 500;
/** Banks asked at once whether they still wait; the others are asked in turn. */
const ASKED_BANKS = 50;

/** A bank that is gone through from its first memory to its last. */
interface Walk {
  readonly bank: BankScope;
  after: number;
  lacking: number;
}

/**
 * Gives all memories a vector of the encoder's model after another one was in use: those that lack it are queued, bank after bank in small slices, each
 * bank in turn. When a bank's queue is empty it is gone through once more, since another process may have served the queue with another model; when
 * nothing is lacking, the vectors of other models are deleted and the bank is marked, so that the next start need not look. Resolves when every
 * bank is. May be broken off anywhere and begun again.
 */
export async function embedAnew(ctx: EngineContext, tenant: TenantScope, options: AnewOptions): Promise<void> {
  const { openBank, onQueued, stored, pollMs, signal } = options;
  const { modelId } = await vectorTarget(ctx, tenant);
  const unopened = [...(await banksToEmbed(ctx.db, tenant, modelId))];
  let walks: Walk[] = [];
  let waiting: BankScope[] = [];
  let done = 0;
  while (unopened.length + walks.length + waiting.length > 0) {
    signal.throwIfAborted();
    const before = stored.rings;
    for (const key of unopened.splice(0, ASKED_BANKS - Math.min(ASKED_BANKS, walks.length))) {
      const bank = await openBank(key);
      if (bank !== null) walks.push({ bank, after: 0, lacking: 0 });
    }
    const onTheWay: Walk[] = [];
    for (const walk of walks) {
      signal.throwIfAborted();
      const isOver = await step(ctx, walk, modelId);
      if (walk.lacking > 0) onQueued();
      if (!isOver) onTheWay.push(walk);
      else if (walk.lacking > 0) waiting.push(walk.bank);
      else {
        done += await finish(ctx, walk, modelId, signal);
      }
    }
    walks = onTheWay;
    if (walks.length + unopened.length > 0 || waiting.length === 0) continue;
    const asked = waiting.slice(0, ASKED_BANKS);
    const still: BankScope[] = [];
    for (const bank of asked) {
      if (await bankWaits(ctx.db, bank)) still.push(bank);
      else walks.push({ bank, after: 0, lacking: 0 });
    }
    waiting = [...waiting.slice(ASKED_BANKS), ...still];
    if (walks.length === 0) await stored.after(before, pollMs, signal);
  }
  if (done > 0) ctx.log.info({ vectors: done, model: ctx.encoder.model.name }, "the vectors of other embedding models are replaced");
}

/** Looks at the next slice of a bank; true when it was the last. */
async function step(ctx: EngineContext, walk: Walk, modelId: number): Promise<boolean> {
  const { languages } = ctx.encoder.model;
  const known = languages === "any" ? null : languages;
  const { last, lacking } = await queueUnembedded(ctx.db, walk.bank, { modelId, languages: known, after: walk.after, limit: SLICE });
  walk.lacking += lacking;
  walk.after = last ?? walk.after;
  return last === null;
}

/** Deletes what other models left, and marks the bank. Returns how many vectors were deleted. */
async function finish(ctx: EngineContext, { bank, after: last }: Walk, modelId: number, signal: AbortSignal): Promise<number> {
  let deleted = 0;
  for (let after = 0; after < last; after += 10 * SLICE) {
    signal.throwIfAborted();
    deleted += await deleteOtherVectors(ctx.db, bank, { modelId, after, to: after + 10 * SLICE });
  }
  await markEmbedded(ctx.db, bank, modelId);
  return deleted;
}
