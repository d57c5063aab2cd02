// fresh-modules: each test file has modules of its own, in a process that it shares with others.
// In: nothing. Out: what the sources remember is forgotten before each file, and the process is as the file found it when it ends.
// What costs most of a new process stays: the packages that are loaded, and the compiled engine of the embedded database.

import { afterAll, vi } from "vitest";
import { perProcess } from "../../packages/engine/test/support/per-process.js";

declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

perProcess("compiled engines", () => {
  const compiled = new Map<number, Promise<object>>();
  const compile = WebAssembly.compile.bind(WebAssembly);
  WebAssembly.compile = (bytes) => {
    const known = compiled.get(bytes.byteLength) ?? compile(bytes);
    compiled.set(bytes.byteLength, known);
    return known;
  };
  return compiled;
});

const env = { ...process.env };
const exitCode = process.exitCode;
vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.exitCode = exitCode;
});
