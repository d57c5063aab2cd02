// Texts on their way to the server: in requests that it takes, queued when there is much of it.
// In: items. Out: their operations and receipts.

import { type Api, bankPath } from "./api.js";
import { type Defended, defended, type Findings } from "./defense-report.js";
import { finished, type Operation } from "./operation.js";
import type { Item } from "./source.js";

export interface Receipt {
  readonly items?: readonly { readonly document_id: string; readonly outcome: string }[];
  readonly stored?: number;
  readonly collapsed?: number;
  readonly removed?: number;
}

interface Reply extends Findings {
  readonly operation_id?: string | null;
  readonly operation_ids?: readonly string[] | null;
  readonly receipt?: Receipt | null;
}

interface SendOptions {
  /** Queue them and do not wait. */
  readonly isAsync: boolean;
  /** Queue them, however little it is, and wait: nothing is bound to the two minutes of a request then. */
  readonly isQueued?: boolean;
  /** Hears how many items are done, and what is being done to the next. */
  readonly tell: (done: number, note: string) => void;
}

/** From this many characters on, the work is queued and watched instead of waited for in one request. */
const QUEUE_FROM_CHARACTERS = 50_000;
/** What a request holds at most. */
const REQUEST_CHARACTERS = 400_000;
const REQUEST_ITEMS = 50;

/** Sends the items. Throws a CliError with the reason when a batch of them fails; what was sent before it stays stored. */
export async function sendItems(
  api: Api,
  bank: string,
  items: readonly Item[],
  { isAsync, isQueued: isLong = false, tell }: SendOptions,
): Promise<{ readonly operationIds: readonly string[]; readonly receipts: readonly Receipt[]; readonly findings: readonly Defended[] }> {
  const isQueued = isAsync || isLong || items.reduce((sum, item) => sum + item.content.length, 0) >= QUEUE_FROM_CHARACTERS;
  const receipts: Receipt[] = [];
  const operationIds: string[] = [];
  const findings: Defended[] = [];
  let done = 0;
  for (const batch of batches(items)) {
    const reply = await api.send<Reply>("POST", bankPath(bank, "/memories"), { items: batch, async: isQueued });
    const ids = reply.operation_ids ?? (reply.operation_id ? [reply.operation_id] : []);
    operationIds.push(...ids);
    const sent = done;
    findings.push(defended(reply, (index) => batch[index]?.document_id ?? `text ${sent + index + 1}`));
    if (reply.receipt) receipts.push(reply.receipt);
    if (!isAsync) {
      for (const id of ids) {
        const end = await finished(api, bank, id, ({ processed, total, stage }) =>
          tell(sent + Math.floor(total ? ((processed ?? 0) / total) * batch.length : 0), stage),
        );
        receipts.push(...(await receiptsOf(api, bank, end)));
      }
    }
    done += batch.length;
    tell(done, "");
  }
  return { operationIds, receipts, findings };
}

/** Those of its children, where the server split the request: the operation that stands for them has none itself. */
async function receiptsOf(api: Api, bank: string, { result_metadata, child_operations }: Operation): Promise<readonly Receipt[]> {
  const own = result_metadata?.receipt as Receipt | undefined;
  if (own !== undefined) return [own];
  const receipts: Receipt[] = [];
  for (const { operation_id } of child_operations ?? []) {
    const child = await api.get<Operation>(bankPath(bank, `/operations/${encodeURIComponent(operation_id)}`));
    receipts.push((child.result_metadata?.receipt as Receipt | undefined) ?? {});
  }
  return receipts;
}

function* batches<T extends Item>(items: readonly T[]): Generator<readonly T[]> {
  let batch: T[] = [];
  let size = 0;
  for (const item of items) {
    if (batch.length > 0 && (size + item.content.length > REQUEST_CHARACTERS || batch.length >= REQUEST_ITEMS)) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(item);
    size += item.content.length;
  }
  if (batch.length > 0) yield batch;
}
