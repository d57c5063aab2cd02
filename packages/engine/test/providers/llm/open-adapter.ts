// An adapter of a spec over a stand-in of every wire, closed after the test. In: what the spec says, replies by turn. Out: the adapter, and what was asked last.

import { afterEach } from "vitest";
import type { ModelSpec } from "../../../src/providers/llm/adapter.js";
import { type AdapterOptions, createAdapter } from "../../../src/providers/llm/adapters/index.js";
import type { Reply } from "../model-server.js";
import { GOOD, type WireStub, wireStub } from "./wires.js";

const stubs: WireStub[] = [];
afterEach(async () => {
  await Promise.all(stubs.splice(0).map((stub) => stub.close()));
});

export async function openAdapter(given: Partial<ModelSpec>, replies?: readonly Reply[], env: AdapterOptions["env"] = {}) {
  const stub = await wireStub((wire, nth) => replies?.[nth - 1] ?? { json: GOOD[wire] });
  stubs.push(stub);
  const spec = {
    provider: "openai",
    model: "",
    apiKey: "key-1",
    baseUrl: "",
    headers: {},
    extraBody: {},
    reasoningEffort: "",
    options: {},
    ...given,
  };
  const adapter = await createAdapter(spec, { fetch: stub.fetch, env: env ?? {} });
  return {
    adapter,
    stub,
    body: () => stub.asked().at(-1)?.body,
    url: () => stub.asked().at(-1)?.url,
    headers: () => stub.asked().at(-1)?.headers ?? {},
  };
}
