import { randomUUID } from "node:crypto";
import type { EngineContext } from "../context.js";
import { type BankScope, tenantScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import { type Db, sqlStateOf } from "../store/db.js";
import { findOperationOwner } from "../store/operations/find-operation-owner.js";
import { insertOperations, type OperationRow } from "../store/operations/insert-operations.js";
import { lockOperationId } from "../store/operations/lock-operation-id.js";
import { currentOrigin } from "../telemetry/index.js";
import { operationsOf } from "./runtime.js";

/** A piece of work that is claimed and done as one. */
export interface OperationPart {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly itemsCount: number;
  /** Set when the part concerns exactly one document. */
  readonly documentId: string | null;
  /**
   * The documents that the part writes. It may run beside parts of its line that share none of them, and goes after earlier ones that do; an empty
   * list goes beside anything. Absent or null, it has its line (bank and type) to itself: nothing passes it, and it waits for all before it.
   */
  readonly documents?: readonly string[] | null | undefined;
}

export interface NewOperation {
  readonly type: string;
  /** The client's own id: the same id again gives the first answer. */
  readonly operationId?: string | null | undefined;
  /** One part is one operation; several become the children of a parent that carries the id. */
  readonly parts: readonly [OperationPart, ...OperationPart[]];
  readonly resultMetadata: Readonly<Record<string, unknown>>;
}

export interface Enqueued {
  readonly operationId: string;
  readonly itemsCount: number;
  /** True when a client's id was known already and nothing new was queued. */
  readonly replayed: boolean;
}

/** Makes work durable and wakes the worker. Throws `operation_conflict` when the client's id belongs to something else. */
export async function enqueue(ctx: EngineContext, bank: BankScope, operation: NewOperation): Promise<Enqueued> {
  const enqueued = operation.operationId
    ? await ctx.db.transaction((tx) => enqueueOnce(tx, bank, operation, operation.operationId as string))
    : await insert(ctx.db, bank, operation, randomUUID());
  if (!enqueued.replayed) operationsOf(ctx.db)?.wake();
  return enqueued;
}

/**
 * Makes work durable in a transaction of the caller's, under its `operationId` or a made-up one; no client has that id, so nothing is replayed. Who calls
 * wakes the worker once the transaction is through (`operationsOf(db)?.wake()`).
 */
export async function enqueueIn(tx: Db, bank: BankScope, operation: NewOperation): Promise<Enqueued> {
  return insert(tx, bank, operation, operation.operationId ?? randomUUID());
}

async function enqueueOnce(tx: Db, bank: BankScope, operation: NewOperation, operationId: string): Promise<Enqueued> {
  const tenant = tenantScope(bank.tenant);
  await lockOperationId(tx, tenant, operationId);
  const owner = await findOperationOwner(tx, tenant, operationId);
  if (owner === null) return insert(tx, bank, operation, operationId);
  if (owner.bankKey !== bank.key || owner.type !== operation.type || "parent_operation_id" in owner.resultMetadata) {
    throw new HindsightError("operation_conflict", `The operation_id ${operationId} is in use by another operation. Choose a new UUID.`);
  }
  return { operationId, itemsCount: owner.itemsCount, replayed: true };
}

const FOREIGN_KEY_VIOLATION = "23503";

async function insert(db: Db, bank: BankScope, operation: NewOperation, operationId: string): Promise<Enqueued> {
  const rows = operation.parts.length === 1 ? [single(operation, operationId)] : family(operation, operationId);
  const origin = currentOrigin();
  const isInserted = await insertOperations(
    db,
    bank,
    rows.map((row) => ({ ...row, origin })),
  ).catch((error: unknown) => {
    if (sqlStateOf(error) !== FOREIGN_KEY_VIOLATION) throw error;
    throw new HindsightError("bank_not_found", `Bank '${bank.bankId}' not found`, { cause: error }); // it was deleted after it was opened
  });
  if (!isInserted) {
    throw new HindsightError("operation_conflict", `The operation_id ${operationId} is in use by another operation. Choose a new UUID.`);
  }
  return { operationId, itemsCount: rows[0]?.itemsCount ?? 0, replayed: false };
}

function single(operation: NewOperation, operationId: string): OperationRow {
  const { payload, itemsCount, documentId, documents = null } = operation.parts[0];
  return {
    operationId,
    parentId: null,
    type: operation.type,
    payload,
    itemsCount,
    documentId,
    documents,
    resultMetadata: operation.resultMetadata,
  };
}

/** A parent and its children, keys of their metadata as in the contract. */
function family(operation: NewOperation, parentId: string): readonly OperationRow[] {
  const parts = operation.parts;
  const documents = new Set(parts.map((part) => part.documentId));
  const parent: OperationRow = {
    operationId: parentId,
    parentId: null,
    type: operation.type,
    payload: null,
    itemsCount: parts.reduce((sum, part) => sum + part.itemsCount, 0),
    documentId: documents.size === 1 ? (parts[0]?.documentId ?? null) : null,
    documents: null,
    resultMetadata: { ...operation.resultMetadata, is_parent: true, num_sub_batches: parts.length },
  };
  const children = parts.map((part, index) => ({
    operationId: randomUUID(),
    parentId,
    type: operation.type,
    payload: part.payload,
    itemsCount: part.itemsCount,
    documentId: part.documentId,
    documents: part.documents ?? null,
    resultMetadata: {
      items_count: part.itemsCount,
      parent_operation_id: parentId,
      sub_batch_index: index + 1,
      total_sub_batches: parts.length,
      ...(part.documentId === null ? {} : { document_id: part.documentId }),
    },
  }));
  return [parent, ...children];
}
