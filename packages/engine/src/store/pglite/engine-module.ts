// The compiled WASM engine, shared by all database workers of the process.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** A `WebAssembly.Module`; Node's types do not have the name, which belongs to the DOM's. */
export type EngineModule = object;
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<EngineModule> };

let compiled: Promise<EngineModule> | undefined;

/**
 * Compiles PGlite once per process, beside the main thread. A second worker (a restart, another folder, a test) takes over the machine code
 * that the first one's calls have produced: its start costs 0.25 s of CPU instead of 0.6 s.
 */
export function engineModule(): Promise<EngineModule> {
  const folder = dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite"));
  compiled ??= readFile(join(folder, "pglite.wasm")).then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}
