// A client of a provider's official SDK with a memory.
// In: a client, and the options of a memory or one that is shared. Out: a copy of the client whose calls go through a fetch with a memory.

import { createMemory, type Memory, type MemoryHandle, type WrapOptions } from "./memory.js";
import { type Fetch, memoryFetch } from "./wire/fetch.js";
import type { WireFormat } from "./wire/format.js";

/** A client with its memory beside it. */
export type Wrapped<Client> = Client & { readonly hindsight: MemoryHandle };

interface SdkClient {
  withOptions(options: object): object;
  readonly fetch?: unknown;
  readonly timeout?: unknown;
}

/** Copies a client; the given one stays as it is. Throws a TypeError for what is no client that can take a fetch, or signs what it sends. */
export function wrapClient<Client extends object>(
  client: Client,
  options: WrapOptions | Memory,
  formats: readonly WireFormat[],
  name: string,
): Wrapped<Client> {
  if (!isSdkClient(client)) {
    throw new TypeError(`${name} needs a client of the official SDK that has withOptions (openai 5, @anthropic-ai/sdk 0.50 or newer).`);
  }
  if ("hindsight" in client) throw new TypeError(`${name} was given a client that has a memory already.`);
  if ("awsRegion" in client) {
    throw new TypeError(
      `${name} cannot wrap a Bedrock client, which signs its requests before memories are in them. Use the AI SDK middleware with Bedrock.`,
    );
  }
  const memory = "begin" in options ? options : createMemory(options);
  return remembering(client, memory, formats) as Wrapped<Client>;
}

/** A copy that remembers, and whose own copies (`withOptions`) do so as well, also those with another fetch. */
function remembering(client: SdkClient, memory: Memory, formats: readonly WireFormat[]): object {
  const inner: Fetch = typeof client.fetch === "function" ? (client.fetch as Fetch) : (input, init) => globalThis.fetch(input, init);
  const timeoutMs = typeof client.timeout === "number" && client.timeout > 0 ? client.timeout : null;
  const fetch = memoryFetch(memory, formats, (input, init) => inner.call(undefined, input, init), timeoutMs);
  const handle: MemoryHandle = { flush: memory.flush, pending: memory.pending, lastInjection: memory.lastInjection };
  const withOptions = (options: object) => {
    const copy = client.withOptions({ ...azure(client), ...options });
    return isSdkClient(copy) ? remembering(copy, memory, formats) : copy;
  };
  return Object.defineProperties(client.withOptions({ ...azure(client), fetch }), {
    hindsight: { value: handle },
    withOptions: { value: withOptions },
  });
}

/** What the SDK's client for Azure leaves out when it copies itself. */
function azure(client: object): object {
  if (!("apiVersion" in client && "deploymentName" in client)) return {};
  return { apiVersion: client.apiVersion, ...(client.deploymentName === undefined ? {} : { deployment: client.deploymentName }) };
}

const isSdkClient = (client: object): client is SdkClient => "withOptions" in client && typeof client.withOptions === "function";
