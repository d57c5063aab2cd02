// The fetch of the adapters. In: a request. Out: its response, however long the model thinks: only the call's own deadline ends it.
// Node's own fetch gives up after 300 s without headers, and a model on a small machine sends none before it has finished.

import type { Agent, RequestInit as UndiciInit } from "undici";

/** The contract's default (`LLM_CONNECT_TIMEOUT`): a server that is there takes a connection at once. */
const CONNECT_TIMEOUT_MS = 10_000;

let agent: Agent | null = null;

export const patientFetch: typeof globalThis.fetch = async (input, init) => {
  const { Agent, fetch } = await import("undici");
  agent ??= new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: CONNECT_TIMEOUT_MS } });
  // Two declarations of one standard: the types of Node's fetch are those of the undici it was built with.
  const response = await fetch(input instanceof Request ? input.url : input, { ...(init as unknown as UndiciInit), dispatcher: agent });
  return response as unknown as Response;
};
