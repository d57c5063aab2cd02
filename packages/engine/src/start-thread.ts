// Threads: starts a module of ours as a worker thread, from built code and from sources alike, and ends one from inside.
// In: the module's name beside the caller, its `workerData`. Out: a Worker.

import { type MessagePort, Worker, type WorkerOptions } from "node:worker_threads";

/**
 * Starts `./<name>.js` beside `callerUrl` (`import.meta.url`); from TypeScript sources (tests, benches) it starts `./<name>.ts` through tsx.
 * Where `npm test` has just built (HINDSIGHT_TEST_BUILT=1) it is the built one that starts: tsx costs each thread 0.2 s of processor time, and the tests start
 * a thousand.
 * `execArgv: ["--import", "tsx"]` does not do it: on Node 20 the hooks do not reach the thread's entry file (ERR_UNKNOWN_FILE_EXTENSION).
 * The flags of the process do not pass on: a program run by `node --input-type=module -e` would have none of its threads start.
 */
export function startThread(callerUrl: string, name: string, given: WorkerOptions): Worker {
  const options: WorkerOptions = { execArgv: [], ...given };
  if (!new URL(callerUrl).pathname.endsWith(".ts")) return new Worker(new URL(`./${name}.js`, callerUrl), options);
  const entry = new URL(`./${name}.ts`, callerUrl).href;
  const built = entry.replace(/\/src\/(?!.*\/src\/)(.*)\.ts$/, "/dist/$1.js");
  if (process.env.HINDSIGHT_TEST_BUILT === "1" && built !== entry) return new Worker(new URL(built), options);
  const boot = `import("tsx/esm/api").then(({ tsImport }) => tsImport(${JSON.stringify(entry)}, ${JSON.stringify(entry)}))`;
  return new Worker(boot, { ...options, eval: true });
}

/** Ends a thread, called in it. Deno's port to the maker has no `close` (2.9): there it ends when its port no longer counts as work to wait for. */
export function endThread(port: MessagePort): void {
  if (typeof port.close === "function") port.close();
  else port.unref();
}
