// A client of the memory API for benches: any server of this API, this one or another.
// In: a base URL. Out: parsed replies with the time they took; a refusal throws with its status and body.

import { Agent, request } from "node:http";
import { performance } from "node:perf_hooks";

export interface Reply<T> {
  readonly body: T;
  /** From the first byte sent to the last byte received. */
  readonly ms: number;
  readonly bytes: number;
}

export interface Api {
  readonly url: string;
  call<T>(method: string, path: string, body?: unknown): Promise<Reply<T>>;
  close(): void;
}

export interface Stats {
  readonly nodes_by_fact_type: Readonly<Record<string, number>>;
  readonly total_documents: number;
  readonly operations_by_status?: Readonly<Record<string, number>>;
  readonly pending_operations: number;
  readonly pending_embeddings?: number;
}

/** Keep-alive connections without Nagle's delay, as a serious client has them. */
export function connect(url: string, key?: string): Api {
  const base = new URL(url);
  const agent = new Agent({ keepAlive: true, noDelay: true });
  return {
    url,
    call: <T>(method: string, path: string, body?: unknown) =>
      new Promise<Reply<T>>((resolve, reject) => {
        const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
        const started = performance.now();
        const sent = request(
          {
            agent,
            host: base.hostname,
            port: base.port,
            method,
            path: base.pathname.replace(/\/$/, "") + path,
            headers: {
              ...(payload ? { "content-type": "application/json", "content-length": payload.length } : {}),
              ...(key ? { authorization: `Bearer ${key}` } : {}),
            },
          },
          (response) => {
            const parts: Buffer[] = [];
            response.on("data", (part: Buffer) => parts.push(part));
            response.on("error", reject);
            response.on("end", () => {
              const ms = performance.now() - started;
              const text = Buffer.concat(parts).toString("utf8");
              const status = response.statusCode ?? 0;
              if (status >= 300) reject(new Error(`${method} ${path} → ${status} ${text.slice(0, 300)}`));
              else resolve({ body: (text === "" ? null : JSON.parse(text)) as T, ms, bytes: Buffer.byteLength(text) });
            });
          },
        );
        sent.on("error", reject);
        sent.end(payload);
      }),
    close: () => agent.destroy(),
  };
}

export function bankPath(bank: string, rest = ""): string {
  return `/v1/default/banks/${encodeURIComponent(bank)}${rest}`;
}

/** Waits until nothing of the bank is queued: no operation, no memory without its vector. Returns the milliseconds waited. */
export async function drained(api: Api, bank: string, timeoutMs = 3_600_000): Promise<number> {
  const started = performance.now();
  for (;;) {
    const { body } = await api.call<Stats>("GET", bankPath(bank, "/stats?refresh=true"));
    const waiting = body.pending_operations + (body.operations_by_status?.processing ?? 0) + (body.pending_embeddings ?? 0);
    if (waiting === 0) return performance.now() - started;
    if (performance.now() - started > timeoutMs)
      throw new Error(`bank ${bank} still has ${waiting} things waiting after ${timeoutMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
