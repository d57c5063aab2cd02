import { sql } from "../../../src/store/db.js";
import { adoptOperation } from "../../../src/store/operations/adopt-operation.js";
import { amendOperation } from "../../../src/store/operations/amend-operation.js";
import { cancelOperation } from "../../../src/store/operations/cancel-operation.js";
import { checkpointOperation } from "../../../src/store/operations/checkpoint-operation.js";
import { claimOperations } from "../../../src/store/operations/claim-operations.js";
import { completeOperation } from "../../../src/store/operations/complete-operation.js";
import { countBacklog } from "../../../src/store/operations/count-backlog.js";
import { countListedOperations } from "../../../src/store/operations/count-listed-operations.js";
import { deleteOperation } from "../../../src/store/operations/delete-operation.js";
import { failOperation } from "../../../src/store/operations/fail-operation.js";
import { findOperationOwner } from "../../../src/store/operations/find-operation-owner.js";
import { findWaitingOperations } from "../../../src/store/operations/find-waiting-operations.js";
import { finishParent } from "../../../src/store/operations/finish-parent.js";
import { forgetPayloads } from "../../../src/store/operations/forget-payloads.js";
import { getOperation } from "../../../src/store/operations/get-operation.js";
import { giveUpOperation } from "../../../src/store/operations/give-up-operation.js";
import { hasRunnable } from "../../../src/store/operations/has-runnable.js";
import { hastenOperation } from "../../../src/store/operations/hasten-operation.js";
import { hastenOperations } from "../../../src/store/operations/hasten-operations.js";
import { insertOperations } from "../../../src/store/operations/insert-operations.js";
import { listChildren } from "../../../src/store/operations/list-children.js";
import { listHopeless } from "../../../src/store/operations/list-hopeless.js";
import { listOperations } from "../../../src/store/operations/list-operations.js";
import { listStuck } from "../../../src/store/operations/list-stuck.js";
import { listWorkers } from "../../../src/store/operations/list-workers.js";
import { lockOperationId } from "../../../src/store/operations/lock-operation-id.js";
import { lockParent } from "../../../src/store/operations/lock-parent.js";
import { noteProgress } from "../../../src/store/operations/note-progress.js";
import { operationState } from "../../../src/store/operations/operation-state.js";
import { operationStates } from "../../../src/store/operations/operation-states.js";
import { operationsWaiting } from "../../../src/store/operations/operations-waiting.js";
import { readSequence } from "../../../src/store/operations/read-sequence.js";
import { recoverOperations } from "../../../src/store/operations/recover-operations.js";
import { releaseOperation } from "../../../src/store/operations/release-operation.js";
import { releaseWorker } from "../../../src/store/operations/release-worker.js";
import { renewLease } from "../../../src/store/operations/renew-lease.js";
import { requeueOperation } from "../../../src/store/operations/requeue-operation.js";
import { retryOperation } from "../../../src/store/operations/retry-operation.js";
import { sweepOperations } from "../../../src/store/operations/sweep-operations.js";
import { FILLED } from "../../support/filled-bank.js";
import { LEARNT } from "../../support/filled-learning.js";
import { bankCase, tenantCase } from "../statement-cases.js";

const { pending, completed, failed, parent, child, processing } = FILLED.operations;
const claim = { operationId: processing, workerId: FILLED.workerId };
const row = {
  operationId: FILLED.memoryId(999),
  parentId: null,
  type: "retain",
  payload: {},
  resultMetadata: {},
  itemsCount: 1,
  documentId: null,
  documents: ["talk"],
};

export const cases = [
  bankCase(listOperations, ({ db, bank }) => listOperations(db, bank, { limit: 10, offset: 0 })),
  bankCase(countListedOperations, ({ db, bank }) =>
    countListedOperations(db, bank, { status: "pending", type: "retain", excludeParents: true }),
  ),
  bankCase(getOperation, ({ db, bank }) => getOperation(db, bank, failed)),
  bankCase(listChildren, ({ db, bank }) => listChildren(db, bank, parent)),
  bankCase(insertOperations, ({ db, bank }) => insertOperations(db, bank, [row])),
  bankCase(operationState, ({ db, bank }) => operationState(db, bank, child)),
  bankCase(checkpointOperation, ({ db, bank }) =>
    checkpointOperation(db, bank, claim, { progress: { stage: "s", at: "t" }, resultMetadata: { a: 1 } }),
  ),
  bankCase(completeOperation, ({ db, bank }) => completeOperation(db, bank, claim, { a: 1 })),
  bankCase(failOperation, ({ db, bank }) => failOperation(db, bank, claim, "no")),
  bankCase(releaseOperation, ({ db, bank }) => releaseOperation(db, bank, claim, { delayMs: 1, errorMessage: null, isTryCounted: false })),
  bankCase(renewLease, ({ db, bank }) => renewLease(db, bank, claim, 1000)),
  bankCase(cancelOperation, ({ db, bank }) => cancelOperation(db, bank, pending)),
  bankCase(cancelOperation, ({ db, bank }) => cancelOperation(db, bank, parent)),
  bankCase(forgetPayloads, ({ db, bank }) => forgetPayloads(db, bank, null)),
  bankCase(retryOperation, ({ db, bank }) => retryOperation(db, bank, failed)),
  bankCase(deleteOperation, ({ db, bank }) => deleteOperation(db, bank, completed)),
  bankCase(lockParent, ({ db, bank }) => lockParent(db, bank, parent), { silent: true }),
  bankCase(finishParent, ({ db, bank }) => finishParent(db, bank, parent)),
  tenantCase(claimOperations, ({ db, tenant }) =>
    claimOperations(db, tenant, {
      types: ["retain"],
      workerId: FILLED.workerId,
      leaseMs: 1000,
      servedBanks: [],
      limit: 5,
      heldBanks: [],
      perBank: 9,
    }),
  ),
  bankCase(noteProgress, ({ db, bank }) => noteProgress(db, bank, claim, { stage: "s", at: "t" })),
  bankCase(requeueOperation, ({ db, bank }) => requeueOperation(db, bank, processing)),
  bankCase(adoptOperation, async ({ db, bank }) => {
    await db.query(sql`DELETE FROM operation WHERE bank_id = ${bank.key} AND operation_id = ${parent}`);
    return adoptOperation(db, bank, child);
  }),
  bankCase(amendOperation, ({ db, bank }) => amendOperation(db, bank, pending, {})),
  bankCase(findWaitingOperations, async ({ db, bank }) => {
    await db.query(sql`UPDATE operation SET status = 'pending' WHERE bank_id = ${bank.key} AND operation_id = ${LEARNT.delivery}`);
    return findWaitingOperations(db, bank, "webhook_delivery", LEARNT.webhook);
  }),
  bankCase(hastenOperation, ({ db, bank }) => hastenOperation(db, bank, pending)),
  bankCase(hastenOperations, ({ db, bank }) => hastenOperations(db, bank, FILLED.reason)),
  bankCase(giveUpOperation, ({ db, bank }) => giveUpOperation(db, bank, pending, { errorMessage: "no" })),
  tenantCase(sweepOperations, ({ db, tenant }) => sweepOperations(db, tenant, { endedBefore: new Date("2030-01-01"), limit: 10 })),
  tenantCase(countBacklog, ({ db, tenant }) => countBacklog(db, tenant, { perBank: true })),
  tenantCase(listStuck, ({ db, tenant }) => listStuck(db, tenant, { dueForMs: 1000, limit: 10 })),
  tenantCase(findOperationOwner, ({ db, tenant }) => findOperationOwner(db, tenant, pending)),
  tenantCase(lockOperationId, ({ db, tenant }) => lockOperationId(db, tenant, pending), { silent: true }),
  tenantCase(operationsWaiting, ({ db, tenant }) => operationsWaiting(db, tenant, ["retain"])),
  tenantCase(hasRunnable, ({ db, tenant }) => hasRunnable(db, tenant, { types: ["retain"], graceMs: 1000 })),
  tenantCase(recoverOperations, ({ db, tenant }) => recoverOperations(db, tenant, { everyLease: false, maxAttempts: 3 })),
  tenantCase(listHopeless, ({ db, tenant }) => listHopeless(db, tenant, { everyLease: true, maxAttempts: 0 })),
  tenantCase(listWorkers, ({ db, tenant }) => listWorkers(db, tenant)),
  tenantCase(releaseWorker, ({ db, tenant }) => releaseWorker(db, tenant, FILLED.workerId)),
  bankCase(readSequence, ({ db, bank }) => readSequence(db, bank, parent)),
  bankCase(operationStates, ({ db, bank }) => operationStates(db, bank, parent)),
];
