// The official MCP client, as agents use it.
// In: a server's address. Out: a connected client, and calls whose answers are read as a client of the contract reads them.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";

export interface Answer {
  readonly isError: boolean;
  /** The first text, as it came. */
  readonly text: string;
  /** The text read as JSON, or itself where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers freely, and fails when they differ.
  readonly value: any;
  readonly structured: unknown;
}

export interface Agent {
  readonly client: Client;
  call(name: string, args?: Readonly<Record<string, unknown>>): Promise<Answer>;
  toolNames(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** `timeoutMs` for the first answer, of a server that has to start before. */
export async function agent(transport: Transport, timeoutMs = 120_000): Promise<Agent> {
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(transport, { timeout: timeoutMs });
  return {
    client,
    async call(name, args = {}) {
      const result = await client.callTool({ name, arguments: args });
      const [first] = result.content as readonly { readonly text: string }[];
      const text = first?.text ?? "";
      return { isError: result.isError === true, text, value: parsed(text), structured: result.structuredContent };
    },
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    close: () => client.close(),
  };
}

interface Options {
  readonly headers?: Readonly<Record<string, string>>;
}

export function overHttp(url: string, { headers = {} }: Options = {}): Promise<Agent> {
  return agent(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }) as Transport);
}

export function overEvents(url: string, { headers = {} }: Options = {}): Promise<Agent> {
  return agent(new SSEClientTransport(new URL(url), { requestInit: { headers } }) as Transport);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
