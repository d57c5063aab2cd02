import type { RequestContext } from "../context.js";
import type { OperationProgress } from "../domain/resources.js";
import type { BankScope } from "../domain/scope.js";
import type { Db } from "../store/db.js";

/** One claimed operation, as its handler sees it. */
export interface OperationWork {
  readonly operationId: string;
  readonly parentId: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
  /** What the submission and earlier checkpoints put there. */
  readonly resultMetadata: Readonly<Record<string, unknown>>;
  readonly itemsCount: number;
  readonly attempts: number;
  /**
   * Notes in the transaction of a step that the step is done; merged into `resultMetadata`, so that after a crash the handler goes on behind it.
   * Throws when another worker has taken over, which rolls the step back: a step is done once.
   */
  checkpoint(tx: Db, progress: OperationProgress, resultMetadata: Readonly<Record<string, unknown>>): Promise<void>;
  /** Notes something in the result in the transaction that a failure writes: no step is done, and the tries stay counted. Throws like `checkpoint`. */
  note(tx: Db, resultMetadata: Readonly<Record<string, unknown>>): Promise<void>;
  /**
   * Shows how far the work is, between steps and outside a transaction. It may be called as often as one likes: what comes too soon after the last is
   * not written. Throws like `checkpoint`, so that who has lost its lease stops before its next call of a model.
   */
  progress(progress: OperationProgress): Promise<void>;
  /**
   * Call it before each step of long work: it lets calls and short operations of other banks go first, for at most twice the time that the last step
   * took. The first call returns at once, since an operation of one step is itself short. True when nobody else is about: then a step may be long.
   */
  giveWay(): Promise<boolean>;
  /** Ends the operation in the transaction of its last step. Throws like `checkpoint`. */
  complete(tx: Db, resultMetadata: Readonly<Record<string, unknown>>): Promise<void>;
}

/** Does the work of one operation. What it returns is merged into the result, unless it called `complete` itself. */
export type OperationHandler = (
  ctx: RequestContext,
  bank: BankScope,
  work: OperationWork,
) => Promise<Readonly<Record<string, unknown>> | undefined>;

const handlers = new Map<string, OperationHandler>();

/** Names the handler of a type; the same type again replaces it. Handlers hold no state, so all engines of a process share them. */
export function registerHandler(type: string, handler: OperationHandler): void {
  handlers.set(type, handler);
}

export function handlerOf(type: string): OperationHandler | undefined {
  return handlers.get(type);
}

export function registeredTypes(): readonly string[] {
  return [...handlers.keys()];
}
