// The lines of a batch, written and read by the adapter of single calls: what is sent in a batch, and how its reply is understood, is the same.
// In: a spec and a call. Out: the body of the call, which is not sent; or the reply that a kept answer makes.

import { type ModelAdapter, type ModelCall, ModelCallError, type ModelReply, type ModelSpec } from "../adapter.js";
import { parsed } from "../adapters/failures.js";
import type { BatchReply } from "./wire.js";

type Json = Readonly<Record<string, unknown>>;

/** A batch has a tier of its own, and is refused with another. */
export function withoutTier(spec: ModelSpec): ModelSpec {
  return { ...spec, options: Object.fromEntries(Object.entries(spec.options).filter(([name]) => !name.endsWith("_SERVICE_TIER"))) };
}

/** The body that a call would have. Throws the ModelCallError of a call that cannot be written. */
export async function bodyOf(spec: ModelSpec, call: ModelCall): Promise<Json> {
  let body: Json | null = null;
  const adapter = await adapterWith(spec, async (_, init) => {
    body = parsed(String(init?.body)) as Json;
    throw new ModelCallError("cancelled", "the call is written, not sent");
  });
  try {
    await adapter.call(call);
  } catch (error) {
    if (body === null) throw error;
    return body;
  }
  throw new ModelCallError("bad_request", "the call cannot be written as a line of a batch");
}

/** The reply of a line, or the ModelCallError that a single call with this answer would have ended with. */
export async function replyIn(spec: ModelSpec, call: ModelCall, { status, body }: BatchReply): Promise<ModelReply> {
  const headers = { "content-type": "application/json" };
  const adapter = await adapterWith(spec, async () => new Response(JSON.stringify(body ?? null), { status, headers }));
  return await adapter.call(call);
}

async function adapterWith(spec: ModelSpec, fetch: typeof globalThis.fetch): Promise<ModelAdapter> {
  return (await import("../adapters/index.js")).createAdapter(spec, { fetch });
}
