// One MCP server: the protocol's requests, answered for one connection.
// In: what is offered, and how to find the request behind a message. Out: a server of the SDK, to be connected to a transport.
// The SDK's lower server: its schemas are JSON as listed, and a bank's list of tools is looked up at each call.

import type { AuthInfo } from "@modelcontextprotocol/sdk/server/auth/types.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  SetLevelRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { SERVER_VERSION } from "../routes/version.js";
import { lenientMessage } from "./arguments.js";
import { callTool } from "./call.js";
import { listed, type Offer } from "./offer.js";
import { progressOf } from "./progress.js";
import { getPrompt, listPrompts } from "./prompts.js";
import { type McpRequest, requestBehind } from "./request.js";
import { answered, listResources, readResource, resourceTemplates } from "./resources.js";
import { DATA } from "./tools/about.js";
import { tracedCall } from "./traced.js";

/** Nothing is asked of clients that would need one, and an Ajv for each connection costs more than the connection. */
const VALIDATOR = new AjvJsonSchemaValidator();

const NAME = "hindsight-mcp-server";

const INSTRUCTIONS =
  "Hindsight is your long-term memory. Before a task, recall what is known about it; when you learn something that will matter later " +
  "(a preference, a decision, an outcome), retain it in full sentences that say who, what, when and why. reflect answers questions that take more " +
  `than looking up. ${DATA}`;

/** The SDK refuses arguments that are null or JSON text before a handler sees them; models and older clients send both. */
class LenientServer extends Server {
  override async connect(transport: Transport): Promise<void> {
    await super.connect(transport);
    const read = transport.onmessage;
    transport.onmessage = (message, extra) => read?.(lenientMessage(message), extra);
  }
}

export interface Connection {
  readonly server: Server;
  /** Calls that are at work now. */
  running(): number;
}

/** `otherwise` stands in for the request behind a message where the transport carries none. */
export function connection(offer: Offer, otherwise: McpRequest | null = null): Connection {
  const capabilities = { logging: {}, prompts: { listChanged: true }, resources: { listChanged: true }, tools: { listChanged: true } };
  const server = new LenientServer(
    { name: NAME, version: SERVER_VERSION },
    { capabilities, instructions: instructionsFor(offer), jsonSchemaValidator: VALIDATOR },
  );
  let running = 0;
  /** With the request behind the message, and counted. */
  async function answering<T>(extra: { readonly authInfo?: AuthInfo }, answer: (request: McpRequest) => Promise<T>): Promise<T> {
    running += 1;
    try {
      return await answer(requestBehind(extra.authInfo, otherwise));
    } catch (error) {
      throw error instanceof McpError ? asSent(error) : error;
    } finally {
      running -= 1;
    }
  }
  server.setRequestHandler(ListToolsRequestSchema, (_, extra) =>
    answering(extra, async (request) => ({ tools: [...(await answered(offer, request, "tools/list", () => listed(offer, request)))] })),
  );
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
    answering(extra, async (request) => {
      const { name, arguments: args = {} } = params;
      const progress = progressOf(extra);
      const tool = offer.tools.some((each) => each.name === name) ? name : null;
      const call = { tool, requestId: request.requestId, meta: extra._meta };
      try {
        const asked = { name, arguments: args, signal: extra.signal, progress };
        return await tracedCall(offer.engine, call, (span) => callTool(offer, request, asked, span));
      } finally {
        progress.end();
      }
    }),
  );
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }, extra) =>
    answering(extra, async (request) => ({ ...(await listResources(offer, request, params?.cursor)) })),
  );
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: resourceTemplates(offer) }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }, extra) =>
    answering(extra, (request) => readResource(offer, request, params.uri)),
  );
  server.setRequestHandler(ListPromptsRequestSchema, (_, extra) =>
    answering(extra, async (request) => ({ prompts: await listPrompts(offer, request) })),
  );
  server.setRequestHandler(GetPromptRequestSchema, ({ params }, extra) =>
    answering(extra, (request) =>
      getPrompt(offer, request, { name: params.name, arguments: params.arguments ?? {}, signal: extra.signal }),
    ),
  );
  server.setRequestHandler(SetLevelRequestSchema, () => ({}));
  return { server, running: () => running };
}

/** An error of the SDK puts its code before its words, and the client's does so again. */
function asSent({ message, code, data }: McpError): Error {
  const words = message.replace(/^MCP error -?\d+: /, "");
  return Object.assign(new Error(words), { code }, data === undefined ? {} : { data });
}

function instructionsFor({ pathBank }: Offer): string {
  return pathBank === null ? `${INSTRUCTIONS} Tools work on the bank of this connection unless bank_id names another.` : INSTRUCTIONS;
}
