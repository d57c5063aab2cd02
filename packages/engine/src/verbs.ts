// The verbs of the façade: each call gets its context, opens its bank and is counted.

import type { BankDirectory } from "./banks/index.js";
import type { EngineContext, RequestContext } from "./context.js";
import type { RetainReceipt } from "./domain/requests.js";
import type { BankScope } from "./domain/scope.js";
import { HindsightError } from "./errors.js";
import type { CallOptions, Hindsight } from "./hindsight.js";
import { inForeground } from "./operations/index.js";
import { recall } from "./recall/index.js";
import { checkReflection, reflect } from "./reflect/index.js";
import { attachmentLimits, dryRunExtract, guard, retain } from "./retain/index.js";
import type { Metrics } from "./telemetry/index.js";

const NEVER = new AbortController().signal;

export function verbs(
  engine: EngineContext,
  banks: BankDirectory,
  metrics: Metrics,
  tenant: string,
): Pick<Hindsight, "retain" | "recall" | "reflect" | "dryRunExtract"> {
  const context = ({ signal }: CallOptions): RequestContext => ({ ...engine, ...counters(metrics), signal: signal ?? NEVER });
  /** A phase of a recall around the stages, by the contract's names. */
  async function phase<T>(name: string, isInner: boolean, work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    try {
      return await work();
    } finally {
      metrics.stage("recall", name, performance.now() - started, isInner);
    }
  }
  return {
    retain(bankId, request, { onStage, ...options } = {}) {
      const labels = { operation: "retain", source: "api", bankId, tenant } as const;
      return metrics.operation(labels, async () => {
        const ctx = told(context(options), onStage);
        if ((await banks.find(bankId)) === null) guard(request, ctx.now(), attachmentLimits(ctx.settings)); // what cannot be stored makes no bank
        const result = await unlessCancelled(ctx.signal, () =>
          inForeground(engine.db, bankId, () => withBank(banks, bankId, (bank) => retain(ctx, bank, request))),
        );
        if (result.receipt !== null) metrics.documents(labels, ...documentsOf(result.receipt));
        return result;
      });
    },
    dryRunExtract(bankId, request, options = {}) {
      const ctx = { ...engine, signal: options.signal ?? NEVER };
      return metrics.operation({ operation: "dry_run_extract", source: "api", bankId, tenant }, () =>
        unlessCancelled(ctx.signal, async () => dryRunExtract(ctx, bankId, await banks.find(bankId), request)),
      );
    },
    recall(bankId, request, options = {}) {
      const { budget = "mid", maxTokens = 4096 } = request;
      return metrics.operation({ operation: "recall", source: "api", bankId, tenant, budget, maxTokens }, () =>
        phase("engine_call", true, () =>
          inForeground(engine.db, bankId, async () => {
            const bank = await phase("bank_config", false, () => banks.open(bankId));
            return recall(context(options), bank, request);
          }),
        ),
      );
    },
    reflect(bankId, request, { onProgress, ...options } = {}) {
      const { budget = "low", maxTokens = 4096 } = request;
      return metrics.operation({ operation: "reflect", source: "api", bankId, tenant, budget, maxTokens }, async () => {
        checkReflection(request); // what cannot be asked makes no bank
        return withBank(banks, bankId, (bank) => reflect(context(options), bank, request, onProgress));
      });
    },
  };
}

/** A context whose stages are told to a caller, too. */
function told(ctx: RequestContext, onStage: ((stage: string) => void) | undefined): RequestContext {
  if (onStage === undefined) return ctx;
  return {
    ...ctx,
    onStage(of, stage, milliseconds, isInner) {
      ctx.onStage?.(of, stage, milliseconds, isInner);
      if (of === "retain") onStage(stage);
    },
  };
}

/** What the features tell the metrics. */
export function counters(metrics: Metrics): Pick<RequestContext, "onStage" | "onReranked" | "onBatchFailure" | "countRecall"> {
  return {
    onStage: metrics.stage,
    onReranked: metrics.reranked,
    onBatchFailure: metrics.batchFailure,
    countRecall: ({ source, bank, budget, maxTokens }, work) =>
      metrics.operation({ operation: "recall", source, bankId: bank.bankId, tenant: bank.tenant, budget, maxTokens }, work),
  };
}

/** A call that failed because its caller had gone fails with `request_cancelled`. */
async function unlessCancelled<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!signal.aborted || error instanceof HindsightError) throw error;
    throw new HindsightError("request_cancelled", "The caller has gone; the call was stopped.", { cause: error });
  }
}

/** Runs a write in a bank that is made when missing; once more when the bank was deleted between its opening and the write. */
async function withBank<T>(banks: BankDirectory, bankId: string, write: (bank: BankScope) => Promise<T>): Promise<T> {
  try {
    return await write(await banks.openOrCreate(bankId));
  } catch (error) {
    if (!(error instanceof HindsightError) || error.code !== "bank_not_found") throw error;
    banks.forget();
    return write(await banks.openOrCreate(bankId));
  }
}

/** Documents of a retain that have memories, and those that have none. */
function documentsOf({ items }: RetainReceipt): readonly [withFacts: number, withoutFacts: number] {
  const facts = new Map<string, number>();
  for (const { documentId, memoryIds } of items) facts.set(documentId, (facts.get(documentId) ?? 0) + memoryIds.length);
  const withFacts = [...facts.values()].filter((count) => count > 0).length;
  return [withFacts, facts.size - withFacts];
}
