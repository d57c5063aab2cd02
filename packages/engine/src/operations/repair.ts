// Repair of operations that do not get on by themselves.
// In: what is stuck. Out: for each the step that helps, and that step taken. Nothing that a living worker has in hand is touched.

import type { EngineContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { adoptOperation } from "../store/operations/adopt-operation.js";
import type { StuckOperation } from "../store/operations/list-stuck.js";
import { requeueOperation } from "../store/operations/requeue-operation.js";
import { healParent } from "./control.js";
import { giveUp } from "./give-up.js";
import type { OnEnd } from "./options.js";

export type RepairStep =
  /** Back in line, at its old place, due at once. */
  | "requeue"
  /** A parent ends as its children did. */
  | "finish"
  /** Ends as failed, with the reason; a retry by hand is possible. */
  | "fail"
  /** A part whose parent is gone becomes an operation of its own. */
  | "adopt"
  /** Nothing is wrong with it: no worker runs. */
  | "start_worker";

export interface Repair {
  readonly operation: StuckOperation;
  readonly step: RepairStep;
  /** For the one who decides. */
  readonly why: string;
}

/** Claims without an end after which another is pointless: the worker's own limit. */
const HOPELESS_ATTEMPTS = 10;

/** The step that helps each. */
export function planRepair(stuck: readonly StuckOperation[]): readonly Repair[] {
  return stuck.map((operation) => ({ operation, ...stepFor(operation) }));
}

function stepFor({ reason, attempts }: StuckOperation): Omit<Repair, "operation"> {
  const isHopeless = attempts >= HOPELESS_ATTEMPTS;
  switch (reason) {
    case "no_children":
      return { step: "fail", why: "it stands for parts that are gone" };
    case "children_ended":
      return { step: "finish", why: "all its parts have ended" };
    case "no_parent":
      return { step: "adopt", why: "the operation that it is a part of is gone" };
    case "no_worker":
      if (isHopeless) return { step: "fail", why: `its worker stopped ${attempts} times in its middle` };
      return { step: "requeue", why: "its worker gives no sign of life" };
    case "long_due":
      if (isHopeless) return { step: "fail", why: `it was begun ${attempts} times and never got on` };
      return { step: "start_worker", why: "it is due, and nobody takes it" };
  }
}

/** Takes one step; false when the operation has got on meanwhile, or there is nothing to do. `onEnd` is told of what is failed. */
export async function repair(
  ctx: Pick<EngineContext, "db"> & { readonly onEnd: OnEnd },
  bank: BankScope,
  { operation, step, why }: Repair,
): Promise<boolean> {
  const { operationId } = operation;
  switch (step) {
    case "requeue":
      return (await requeueOperation(ctx.db, bank, operationId)) > 0;
    case "finish":
      return healParent(ctx, bank, operationId);
    case "adopt":
      return (await adoptOperation(ctx.db, bank, operationId)) > 0;
    case "fail":
      if (operation.reason === "no_children") return healParent(ctx, bank, operationId);
      return giveUp(ctx, bank, operationId, {
        why: `Given up by an administrator: ${why}. Look for the cause, then retry it.`,
        onEnd: ctx.onEnd,
      });
    case "start_worker":
      return false;
  }
}
