// Operations: what goes on in the background, waiting for it, and the export that is one.
// In: a bank's id, an operation's id, and options. Out: statuses, and an archive's bytes.

import { HindsightError, type HindsightErrorCode } from "../errors.js";
import type { CallOptions } from "../options.js";
import type * as api from "../types.gen.js";
import { deadline } from "../wire/deadline.js";
import { apiKeys } from "../wire/keys.js";
import { everyEntry, PAGE_SIZE } from "../wire/pages.js";
import { send } from "../wire/send.js";
import { BANK } from "./caller.js";
import { DocumentMethods } from "./documents.js";
import type { Every } from "./memory-options.js";
import type { ExportDocumentsOptions, ListOperationsOptions, WaitOptions } from "./operation-options.js";

const OPERATIONS = `${BANK}/operations`;
const OPERATION = `${OPERATIONS}/{operation_id}`;

const FIRST_LOOK_MS = 100;
const SLOWEST_LOOK_MS = 2_000;
/** A look may fail this often for reasons that pass, half a minute about: a server that is restarted goes on with its operations. */
const LOOKS_AGAIN = 8;
const EXPORT_LOOK_MS = 2_000;
const EXPORT_TIMEOUT_MS = 300_000;

export type ListedOperation = api.OperationsListResponse["operations"][number];

export class OperationMethods extends DocumentMethods {
  /** What has become of an operation; an unknown one has the status `not_found`. */
  getOperation(bankId: string, operationId: string, options: CallOptions = {}): Promise<api.OperationStatusResponse> {
    return this.callApi("getOperation", "GET", OPERATION, operationIds(bankId, operationId), {}, options);
  }

  listOperations(bankId: string, options: ListOperationsOptions = {}): Promise<api.OperationsListResponse> {
    return this.callApi("listOperations", "GET", OPERATIONS, { bank_id: bankId }, { query: apiKeys(options) }, options);
  }

  /** Every operation of the bank, newest first, page after page. */
  iterateOperations(bankId: string, options: Every<ListOperationsOptions> = {}): AsyncGenerator<ListedOperation, undefined> {
    const { pageSize = PAGE_SIZE, ...filter } = options;
    return everyEntry(async (window) => {
      const { operations, total } = await this.listOperations(bankId, { ...filter, ...window });
      return { entries: operations, total };
    }, pageSize);
  }

  /** Takes an operation that has not begun out of the queue. */
  cancelOperation(bankId: string, operationId: string, options: CallOptions = {}): Promise<api.CancelOperationResponse> {
    return this.callApi("cancelOperation", "DELETE", OPERATION, operationIds(bankId, operationId), {}, options);
  }

  /** Queues a failed or cancelled operation again. */
  retryOperation(bankId: string, operationId: string, options: CallOptions = {}): Promise<api.RetryOperationResponse> {
    return this.callApi("retryOperation", "POST", `${OPERATION}/retry`, operationIds(bankId, operationId), {}, options);
  }

  /**
   * Waits until an operation is completed, and returns its last status. That of a file hands its text to a retain, whose end is waited
   * for too, and whose status is returned. Takes the `operation_id` of a reply as it is typed there;
   * one that has none (a retain that waited) is a `bad_argument`.
   * @throws HindsightError `operation_failed` when it failed, was cancelled or is unknown (the status is in `details`); `timeout`, `aborted`
   */
  waitForOperation(
    bankId: string,
    operationId: string | null | undefined,
    options: WaitOptions = {},
  ): Promise<api.OperationStatusResponse> {
    return this.untilOperationEnds("waitForOperation", bankId, operationId ?? "", options);
  }

  private async untilOperationEnds(
    name: string,
    bankId: string,
    operationId: string,
    options: WaitOptions,
  ): Promise<api.OperationStatusResponse> {
    const { pollIntervalMs, onStatus, signal, timeoutMs = this.apiConnection.timeoutMs } = options;
    const usual = this.apiConnection.maxRetries;
    const maxRetries = options.maxRetries ?? (usual === 0 ? 0 : Math.max(usual, LOOKS_AGAIN));
    const limit = deadline(signal, timeoutMs);
    try {
      let id = operationId;
      let last: api.OperationStatusResponse | null = null;
      for (let interval = FIRST_LOOK_MS; ; interval = Math.min(SLOWEST_LOOK_MS, interval * 1.5)) {
        const status = await this.lookAtOperation(bankId, id, { maxRetries, signal: limit.signal, timeoutMs: 0 });
        if (status !== null) onStatus?.(status);
        last = status ?? last;
        const next = status?.status === "completed" ? status.result_metadata?.retain_operation_id : undefined;
        if (typeof next === "string" && next !== id) {
          id = next;
          interval = FIRST_LOOK_MS;
          continue;
        }
        if (status?.status === "completed") return status;
        const why = limit.reason() ?? (status !== null && ENDED.has(status.status) ? "operation_failed" : null);
        if (why !== null) throw ended(name, id, why, last, timeoutMs, signal?.reason);
        await limit.pause(pollIntervalMs ?? interval);
      }
    } finally {
      limit.release();
    }
  }

  /** Null when the wait is over before the answer is there. */
  private async lookAtOperation(bankId: string, operationId: string, options: CallOptions): Promise<api.OperationStatusResponse | null> {
    try {
      return await this.getOperation(bankId, operationId, options);
    } catch (error) {
      if (error instanceof HindsightError && error.code === "aborted") return null;
      throw error;
    }
  }

  /**
   * The bank's documents as the bytes of a ZIP archive: queues the export, waits for it, and downloads it.
   * @throws HindsightError as `waitForOperation`
   */
  async exportDocuments(bankId: string, options: ExportDocumentsOptions = {}): Promise<Uint8Array> {
    const {
      documentIds,
      includeObservations,
      includeKnowledgeBase,
      pollIntervalMs = EXPORT_LOOK_MS,
      timeoutMs = EXPORT_TIMEOUT_MS,
    } = options;
    const rest: CallOptions = { signal: options.signal, maxRetries: options.maxRetries, timeoutMs };
    const query = { document_id: documentIds, include_observations: includeObservations, include_knowledge_base: includeKnowledgeBase };
    const queued = await this.callApi<api.AsyncOperationSubmitResponse>(
      "exportDocuments",
      "POST",
      `${BANK}/document-transfer/export`,
      { bank_id: bankId },
      { query },
      rest,
    );
    const wait = {
      signal: options.signal,
      pollIntervalMs,
      timeoutMs,
      ...(options.maxRetries === undefined ? {} : { maxRetries: options.maxRetries }),
    };
    const { result_metadata } = await this.untilOperationEnds("exportDocuments", bankId, queued.operation_id, wait);
    const url = result_metadata?.download_url;
    if (typeof url === "string") return this.downloadArchive(url, rest);
    const message = `exportDocuments failed: operation ${queued.operation_id} has no download_url in its result`;
    throw new HindsightError(message, undefined, result_metadata, { code: "invalid_reply" });
  }

  /** Mostly a path on the server; the key is not sent to another one. */
  private downloadArchive(url: string, options: CallOptions): Promise<Uint8Array> {
    const { baseUrl } = this.apiConnection;
    const path = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url;
    const isHere = /^\/(?![/\\])/.test(path);
    const connection = isHere ? this.apiConnection : { ...this.apiConnection, baseUrl: "", headers: {} };
    return send(connection, { name: "exportDocuments", method: "GET", path, parse: "bytes" }, options);
  }
}

const operationIds = (bankId: string, operationId: string) => ({ bank_id: bankId, operation_id: operationId });

/** Statuses that do not change any more without a retry. */
const ENDED: ReadonlySet<string> = new Set(["failed", "cancelled", "not_found"]);

function ended(
  name: string,
  id: string,
  code: HindsightErrorCode,
  status: api.OperationStatusResponse | null,
  timeoutMs: number,
  reason: unknown,
): HindsightError {
  const facts = { code, ...(reason === undefined ? {} : { cause: reason }) };
  return new HindsightError(`${name} failed: operation ${id} ${told(code, status, timeoutMs)}`, undefined, status ?? undefined, facts);
}

function told(code: HindsightErrorCode, status: api.OperationStatusResponse | null, timeoutMs: number): string {
  if (code === "timeout") return `is ${status?.status ?? "not finished"} after ${timeoutMs} ms; it goes on on the server`;
  if (code === "aborted") return "is not waited for any more: the caller ended it";
  if (status?.status === "failed") return `failed: ${status.error_message ?? "it has no error_message"}`;
  return status?.status === "cancelled" ? "was cancelled" : "is not known in this bank";
}
