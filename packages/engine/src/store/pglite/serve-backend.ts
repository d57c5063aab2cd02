// Serves one embedded backend on a message port.

import type { MessagePort } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { endThread } from "../../start-thread.js";
import type { Filesystem } from "./durable-file-system.js";
import type { EngineModule } from "./engine-module.js";

/** From the main thread: run a message, or shut the backend down. */
export type Order = { readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> } | { readonly id: number; readonly close: true };

/** To the main thread: the backend is up, it cannot start, the answer of one order, or the backend crashed. */
export type Report =
  | { readonly ready: true }
  | { readonly failed: string }
  | { readonly crashed: string }
  | { readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> };

declare const WebAssembly: { readonly Memory: new (size: { readonly initial: number; readonly maximum: number }) => object };

export async function serveBackend(port: MessagePort, module: EngineModule, fs: Filesystem, startParams: readonly string[]): Promise<void> {
  const trouble: string[] = [];
  const backend = new PGlite({
    fs: withMemoryLimit(fs),
    extensions: { vector },
    startParams: [...startParams],
    pgliteWasmModule: module,
    onStderr: keep(trouble),
  });
  // Asks the catalogue for array types, for PGlite's own parsers: 0.1 s that nobody needs here, since values are read on the main thread.
  backend._initArrayTypes = async () => {};
  try {
    await backend.waitReady;
  } catch (error) {
    port.postMessage({ failed: [String(error), ...trouble].join("\n") } satisfies Report);
    return;
  }
  const answer = collector();
  const crash = watchForCrashes(backend);
  port.on("message", async (order: Order) => {
    if ("close" in order) {
      await backend.close();
      port.postMessage({ id: order.id, bytes: new Uint8Array(0) } satisfies Report);
      endThread(port);
      return;
    }
    // Runs to its end before it returns: the WASM backend is synchronous. Its answer needs no parsing here.
    await backend.execProtocolRawStream(order.bytes, { syncToFs: false, onRawData: answer.add });
    if (crash.reason !== null) {
      port.postMessage({ crashed: crash.reason } satisfies Report);
      return;
    }
    const bytes = answer.take();
    port.postMessage({ id: order.id, bytes } satisfies Report, [bytes.buffer]);
  });
  port.postMessage({ ready: true } satisfies Report);
}

/** WASM memory never shrinks, so one greedy statement would keep it for good: beyond this PostgreSQL says "out of memory" to that statement. */
const MOST_MEMORY_MB = 1024;
const PAGE = 64 * 1024;

/** PGlite offers no option for the upper limit (2 GB), but hands the memory to the file system among the options that it may change. */
function withMemoryLimit(fs: Filesystem): Filesystem {
  const init: Filesystem["init"] = async (pglite, options) => {
    const memory = new WebAssembly.Memory({ initial: (128 * 1024 * 1024) / PAGE, maximum: (MOST_MEMORY_MB * 1024 * 1024) / PAGE });
    return fs.init(pglite, { ...options, wasmMemory: memory } as typeof options);
  };
  return { ...fs, init };
}

/** What PostgreSQL's error handling throws through the WASM stack on its way back to its main loop (POSTGRES_MAIN_LONGJMP). */
const LONGJMP = 100;

/**
 * PGlite drops whatever else comes out of the backend (a trap, an overflow of the stack) and goes on with a backend that lost its way: it
 * then answers with other errors or with nothing. Here such a crash is noticed.
 */
function watchForCrashes(backend: PGlite): { readonly reason: string | null } {
  const crash: { reason: string | null } = { reason: null };
  const module = backend.Module as unknown as { _PostgresMainLoopOnce: () => void };
  const step = module._PostgresMainLoopOnce;
  module._PostgresMainLoopOnce = () => {
    try {
      step();
    } catch (error) {
      if ((error as { readonly status?: unknown }).status !== LONGJMP) crash.reason ??= String(error);
      throw error;
    }
  };
  return crash;
}

/** Keeps the last lines that PostgreSQL wrote, to say why it did not start. (False: PGlite need not print them.) */
function keep(lines: string[]): (line: string) => boolean {
  return (line) => {
    lines.push(line);
    if (lines.length > 20) lines.shift();
    return false;
  };
}

/** Gathers the pieces of an answer; each piece is a view into WASM memory and must be copied at once. */
function collector() {
  let buffer = new Uint8Array(64 * 1024);
  let size = 0;
  return {
    add(piece: Uint8Array): void {
      if (size + piece.length > buffer.length) {
        const larger = new Uint8Array(Math.max(buffer.length * 2, size + piece.length));
        larger.set(buffer.subarray(0, size));
        buffer = larger;
      }
      buffer.set(piece, size);
      size += piece.length;
    },
    take(): Uint8Array<ArrayBuffer> {
      const taken = buffer.slice(0, size);
      size = 0;
      if (buffer.length > 4 * 1024 * 1024) buffer = new Uint8Array(64 * 1024);
      return taken;
    },
  };
}
