// The fetch of the adapters. In: a request. Out: its response, however long the model thinks: only the call's own deadline ends it.
// Node's own fetch gives up after 300 s without headers, and a model on a small machine sends none before it has finished.
// HTTP_PROXY, HTTPS_PROXY and NO_PROXY are heeded, as other programs heed them.

import type { Dispatcher, RequestInit as UndiciInit } from "undici";

/** The contract's default (`LLM_CONNECT_TIMEOUT`): a server that is there takes a connection at once. */
const CONNECT_TIMEOUT_MS = 10_000;

let dispatcher: Dispatcher | null = null;

export const patientFetch: typeof globalThis.fetch = async (input, init) => {
  const undici = await import("undici");
  dispatcher ??= dispatcherOf(undici, process.env);
  // Two declarations of one standard: the types of Node's fetch are those of the undici it was built with.
  const response = await undici.fetch(input instanceof Request ? input.url : input, { ...(init as unknown as UndiciInit), dispatcher });
  return response as unknown as Response;
};

function dispatcherOf(
  { Agent, EnvHttpProxyAgent }: Pick<typeof import("undici"), "Agent" | "EnvHttpProxyAgent">,
  env: NodeJS.ProcessEnv,
): Dispatcher {
  const options = { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: CONNECT_TIMEOUT_MS } };
  const isBehindProxy = ["http_proxy", "https_proxy"].some((name) => (env[name] ?? env[name.toUpperCase()] ?? "") !== "");
  return isBehindProxy ? new EnvHttpProxyAgent(options) : new Agent(options);
}
