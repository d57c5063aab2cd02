import { HindsightError } from "../../errors.js";
import { startThread } from "../../start-thread.js";
import type { FileHints, ParsedFile, ParseLimits, ParseProgress } from "./provider.js";
import { asRefusal, overLimit } from "./refusals.js";
import type { ThreadMessage, ThreadTask } from "./thread-messages.js";

/** JavaScript memory of the reading thread, in MB. */
const HEAP_MB = 768;
/** Growth of the whole process above which the thread is ended, in bytes: buffers lie outside its heap and have no limit of their own. */
const MAX_GROWTH = 1_536 * 1_048_576;
const WATCH_MS = 100;

export interface ParseOptions {
  readonly limits: ParseLimits;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: ParseProgress) => void;
}

/**
 * Reads a file in a thread of its own, which ends with it, or at the deadline, or when it takes too much memory. `bytes` are handed over: they are
 * empty afterwards. Throws `file_unreadable`, `file_over_limit`, and the signal's reason when it fires.
 */
export async function parseFile(bytes: Uint8Array, hints: FileHints, options: ParseOptions): Promise<ParsedFile> {
  options.signal.throwIfAborted();
  const owned = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
  const task: ThreadTask = { bytes: new Uint8Array(owned.buffer as ArrayBuffer), hints, limits: options.limits };
  const thread = startThread(import.meta.url, "worker", {
    workerData: task,
    transferList: [owned.buffer as ArrayBuffer],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
    stdout: true, // what a library prints is not for our output
    stderr: true,
    env: {},
  });
  const before = process.memoryUsage.rss();
  const ends: (() => void)[] = [];
  try {
    return await new Promise<ParsedFile>((resolve, reject) => {
      const seconds = Math.round(options.limits.timeoutMs / 1000);
      const deadline = setTimeout(
        () => reject(overLimit(hints.name, `took longer than ${seconds} s to read. Split it, or raise HINDSIGHT_API_FILE_PARSE_TIMEOUT.`)),
        options.limits.timeoutMs,
      );
      const watch = setInterval(() => {
        if (process.memoryUsage.rss() - before > MAX_GROWTH) reject(tooMuchMemory(hints.name));
      }, WATCH_MS);
      const onAbort = (): void => reject(options.signal.reason);
      options.signal.addEventListener("abort", onAbort, { once: true });
      ends.push(
        () => clearTimeout(deadline),
        () => clearInterval(watch),
        () => options.signal.removeEventListener("abort", onAbort),
      );
      thread.on("message", (message: ThreadMessage) => {
        if (message.type === "progress") options.onProgress?.(message.progress);
        else if (message.type === "parsed") resolve(message.file);
        else reject(new HindsightError(message.code, message.message));
      });
      thread.on("error", (error: NodeJS.ErrnoException) => {
        reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooMuchMemory(hints.name) : asRefusal(hints.name, "a file", error));
      });
      thread.on("exit", () => reject(asRefusal(hints.name, "a file", new Error("the reading thread ended early"))));
    });
  } finally {
    for (const end of ends) end();
    await thread.terminate();
  }
}

function tooMuchMemory(name: string): HindsightError {
  return overLimit(name, "needs more memory to be read than a file may take. Split it.");
}
