// Waiting for an operation in front of somebody: what it waits for is told on stderr when that changes, on a terminal and in a log.
// In: an operation. Out: its end; a failure is thrown with its reason.

import type { Api } from "./api.js";
import { finished, type Operation } from "./operation.js";
import { activity, many, note } from "./output.js";

/** Most operations are done sooner, and what they do meanwhile is nobody's business. */
const QUIET_MS = 3_000;

/** Waits for what `label` says is being done. Throws when it failed or was cancelled. */
export async function awaited(api: Api, bank: string, id: string, label: string): Promise<Operation> {
  const line = activity(label);
  const say = tellWaits(label);
  return finished(api, bank, id, ({ stage }, operation) => {
    line.say(stage);
    say(operation);
  }).finally(() => line.end());
}

/** Says status, tries and next try of an operation when they change: at once of one that failed, else when it takes longer. */
export function tellWaits(label: string, quietMs = QUIET_MS): (operation: Operation) => void {
  const started = Date.now();
  let said = "";
  return (operation) => {
    const now = waitText(operation);
    const isQuiet = said === "" && (operation.retry_count ?? 0) === 0 && !operation.next_retry_at && Date.now() - started < quietMs;
    if (now === said || isQuiet) return;
    said = now;
    note(`${label}: ${now}`);
  };
}

/** "pending, 1 try failed, next try at 10:15:03 UTC: The model does not answer", "processing, try 2". */
function waitText({ status, retry_count: retries, next_retry_at: next, error_message: error }: Operation): string {
  const failed = retries ?? 0;
  if (status !== "pending") return `${status}, try ${failed + 1}`;
  return [
    status,
    ...(failed === 0 ? [] : [`${many(failed, "try")} failed`]),
    ...(next ? [`next try at ${next.slice(0, 19).replace("T", " ")} UTC${error ? `: ${error}` : ""}`] : []),
  ].join(", ");
}
