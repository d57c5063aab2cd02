// The thread that reads one file: what a hostile file can stall or fill is this thread, which its maker ends.
// In: `workerData`. Out: messages of progress, then one of the result or of the refusal.

import { parentPort, workerData } from "node:worker_threads";
import { HindsightError } from "../../errors.js";
import type { ParseProgress } from "./provider.js";
import { readFile } from "./read-file.js";
import type { ThreadMessage, ThreadTask } from "./thread-messages.js";

const task = workerData as ThreadTask;
const send = (message: ThreadMessage): void => parentPort?.postMessage(message);

/** A page a time would be more messages than anybody reads. */
const PROGRESS_MS = 250;
let toldAt = 0;

function onProgress(progress: ParseProgress): void {
  const now = performance.now();
  if (now - toldAt < PROGRESS_MS) return;
  toldAt = now;
  send({ type: "progress", progress });
}

try {
  send({ type: "parsed", file: await readFile({ ...task, onProgress }) });
} catch (error) {
  if (!(error instanceof HindsightError)) throw error;
  send({ type: "refused", code: error.code, message: error.message });
}
