// `hindsight serve` as a process of its own, on a database that outlives it, and calls over HTTP.
// In: settings. Out: its address, and its end: by the book or with kill -9.

import { bankPath, type Reply, send } from "../support/server.js";
import { hindsight } from "./cli.js";

export interface ChildServer {
  readonly url: string;
  call(method: string, path: string, body?: unknown): Promise<Reply>;
  kill(signal: "SIGKILL" | "SIGTERM"): Promise<void>;
}

export async function startChildServer(env: Readonly<Record<string, string>>): Promise<ChildServer> {
  // Tests about learning switch it on; the others count calls and memories.
  const quiet = { HINDSIGHT_CP_PORT: "0", HINDSIGHT_API_MODEL_THREADS: "1", HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "false" };
  const { child, ready, ended } = hindsight(["serve", "--port", "0"], { ...quiet, ...env });
  const [, url = ""] = await ready(/listening on (\S+)/);
  return {
    url,
    call: (method, path, body) => send(url, method, path, body),
    async kill(signal) {
      child.kill(signal);
      await ended;
    },
  };
}

/** Polls a bank's operations until each has ended, and gives them. */
export async function endedOperations(server: ChildServer, bank: string, ids: readonly string[]): Promise<readonly Operation[]> {
  for (;;) {
    const replies = await Promise.all(ids.map((id) => server.call("GET", bankPath(bank, `/operations/${id}`))));
    const all = replies.map(({ body }) => body as Operation);
    if (all.every(({ status }) => status !== "pending" && status !== "processing")) return all;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export interface Operation {
  readonly id: string;
  readonly status: string;
  readonly error_message: string | null;
  readonly result_metadata: Readonly<Record<string, unknown>>;
}
