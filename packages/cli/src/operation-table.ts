// How operations are shown to people.
// In: operations as the server tells them, and the time. Out: a row of the list, or the facts of one.

import type { Operation, OperationProgress } from "./operation.js";
import { facts, shown, table, when } from "./output.js";
import type { Receipt } from "./send-items.js";

const MINUTE_MS = 60_000;
const UNITS = [
  ["d", 24 * 60 * MINUTE_MS],
  ["h", 60 * MINUTE_MS],
  ["min", MINUTE_MS],
  ["s", 1_000],
] as const;

/** "3 min": the largest unit of which there is a whole one. */
export function span(ms: number): string {
  const [unit, size] = UNITS.find(([, least]) => ms >= least) ?? ["s", 1_000];
  return `${Math.floor(Math.max(0, ms) / size)} ${unit}`;
}

const age = (since: string | null | undefined, now: Date): string => (since ? `${span(now.getTime() - Date.parse(since))} ago` : "–");

/** Three cells of several lines: which, how it stands, and of what with its error. The id is whole, so that it can be copied. */
export function operationRow(o: Operation, now: Date): readonly string[] {
  const items = o.items_count === undefined || o.items_count === null || o.items_count < 2 ? "" : `${o.items_count} items`;
  const about = [o.filename, o.document_id].filter((name, at, names) => name && names.indexOf(name) === at).join(", ");
  return [
    `${o.operation_id}\n${o.operation_type ?? "–"}`,
    [o.status, age(o.created_at, now)].join("\n"),
    [[about, items].filter(Boolean).join(", "), isOver(o) ? "" : stageOf(o.progress), nextTry(o), o.error_message]
      .filter(Boolean)
      .join("\n") || "–",
  ];
}

const isOver = ({ status }: Operation): boolean => ["completed", "failed", "cancelled"].includes(status);

function stageOf(progress: OperationProgress | null | undefined): string {
  if (!progress) return "";
  return progress.total ? `${progress.stage}, ${progress.processed ?? 0} of ${progress.total}` : progress.stage;
}

const nextTry = ({ next_retry_at }: Operation): string => (next_retry_at ? `next try at ${when(next_retry_at)} UTC` : "");

/** Everything of one operation; lines without a value are left out. */
export function operationFacts(o: Operation, now: Date): string {
  const result = o.result_metadata ?? {};
  const receipt = result.receipt as (Receipt & { readonly pending_embeddings?: number }) | null | undefined;
  const usage = result.usage as Readonly<Record<string, number>> | null | undefined;
  const rows: readonly (readonly [string, unknown])[] = [
    ["operation", o.operation_id],
    ["type", o.operation_type],
    ["status", o.status],
    ["file", result.filename],
    [documentsOf(o).length > 1 ? "documents" : "document", documentsOf(o).slice(0, SHOWN_DOCUMENTS)],
    ["items", result.items_count ?? o.items_count],
    ["progress", isOver(o) ? null : stageOf(o.progress)],
    ["submitted (UTC)", `${when(o.created_at)}, ${age(o.created_at, now)}`],
    [
      "ended (UTC)",
      o.completed_at
        ? `${when(o.completed_at)}, after ${span(Date.parse(o.completed_at) - Date.parse(o.created_at ?? o.completed_at))}`
        : null,
    ],
    ["tries", triesOf(o)],
    ["next try (UTC)", o.next_retry_at ? when(o.next_retry_at) : null],
    ["error", o.error_message],
    ["memories stored", receipt?.stored],
    ["duplicates left out", receipt?.collapsed],
    ["memories replaced", receipt?.removed],
    ["tokens of the text", result.total_tokens],
    ["tokens of models", usage ? `${usage.input_tokens ?? 0} in, ${usage.output_tokens ?? 0} out` : null],
    ["goes on as", result.retain_operation_id],
  ];
  const told = facts(rows.filter(([, value]) => shown(value) !== "–"));
  const parts = o.child_operations ?? [];
  if (parts.length === 0) return told;
  const lines = parts.map((part) => [part.operation_id, part.status, shown(part.items_count), part.error_message ?? "–"]);
  return `${told}\n${table(["part", "status", "items", "error"], lines)}`;
}

const SHOWN_DOCUMENTS = 5;

/** From the receipt, else from the request that is kept until the end. */
function documentsOf(o: Operation): readonly string[] {
  const receipt = o.result_metadata?.receipt as Receipt | null | undefined;
  const request = (o.task_payload ?? {}) as {
    readonly document_id?: unknown;
    readonly items?: readonly { readonly document_id?: unknown }[];
  };
  const items = Array.isArray(request.items) ? request.items.map((item) => item.document_id) : [];
  const kept: readonly unknown[] = Array.isArray(o.result_metadata?.document_ids) ? o.result_metadata.document_ids : [];
  const named = [
    ...(receipt?.items ?? []).map((item) => item.document_id),
    o.result_metadata?.document_id,
    request.document_id,
    ...items,
    ...kept,
  ];
  return [...new Set(named.filter((id): id is string => typeof id === "string"))];
}

/** What waits has behind it what failed: none, if it never ran. What runs or has run is at one more. */
function triesOf({ status, retry_count }: Operation): number {
  return (retry_count ?? 0) + (status === "pending" || status === "cancelled" ? 0 : 1);
}
