// The offer: which tools a connection can have, and how they look to a client.
// In: the mode and the settings. Out: tools with their schemas; a single-bank connection has no `bank_id` anywhere.

import type { Hindsight } from "@hindsight-memory/engine";
import type { Tool as ListedTool } from "@modelcontextprotocol/sdk/types.js";
import { hasAccess } from "../access/index.js";
import type { HttpParts } from "../http/types.js";
import { name } from "../wire/scalars.js";
import { allowedBy, allowedHere, within } from "./bank.js";
import { argumentsSchema, type ObjectSchema } from "./json-schema.js";
import type { McpRequest } from "./request.js";
import { type Parameters, parameter, type Tool } from "./tool.js";
import { TOOLS } from "./tools/index.js";

export interface Offer {
  readonly engine: Hindsight;
  readonly parts: HttpParts;
  /** The bank of the path; null where callers may choose. */
  readonly pathBank: string | null;
  readonly tools: readonly Tool[];
  schemaOf(tool: Tool): ObjectSchema;
}

const BANK_ID: Parameters = {
  bank_id: parameter(name().nullish(), "Bank to use for this call, by id or alias; the bank of the connection if unset."),
};

/** Tools of a mode, with their schemas; made once for each mode, since nothing in them changes. */
const MODES = modesOf(TOOLS);
/** The same with the tools of an extension, by its list. */
const EXTENDED = new WeakMap<readonly Tool[], typeof MODES>();

function modesOf(tools: readonly Tool[]) {
  return { single: modeOf(tools, true), multi: modeOf(tools, false) };
}

function modesWith(added: readonly Tool[] = []): typeof MODES {
  if (added.length === 0) return MODES;
  const made = EXTENDED.get(added) ?? modesOf([...TOOLS, ...added]);
  EXTENDED.set(added, made);
  return made;
}

function modeOf(
  all: readonly Tool[],
  isSingle: boolean,
): { readonly tools: readonly Tool[]; readonly schemas: ReadonlyMap<string, ObjectSchema> } {
  const tools = all.filter((tool) => !isSingle || tool.modes === "both");
  const parameters = (tool: Tool): Parameters => (isSingle || tool.bank === "own" ? tool.parameters : { ...tool.parameters, ...BANK_ID });
  return { tools, schemas: new Map(tools.map((tool) => [tool.name, argumentsSchema(parameters(tool))])) };
}

export function offerOf(engine: Hindsight, parts: HttpParts, pathBank: string | null): Offer {
  const modes = modesWith(parts.options.extensions?.tools);
  const { tools, schemas } = pathBank === null ? modes.multi : modes.single;
  const schemaOf = (tool: Tool): ObjectSchema => schemas.get(tool.name) as ObjectSchema;
  // The server's list is every bank's default; a bank's own may narrow it and never widen it.
  return { engine, parts, pathBank, tools: within(tools, parts.options.settings.bank.mcp_enabled_tools), schemaOf };
}

/** Is the tool there for a call? Each of these banks has a say (`decidingBanks`). */
export async function isOffered(offer: Offer, toolName: string, banks: readonly string[]): Promise<boolean> {
  if (!offer.tools.some(({ name }) => name === toolName)) return false;
  for (const bankId of banks) {
    const names = await allowedBy(offer.engine, bankId);
    if (names !== null && !names.includes(toolName)) return false;
  }
  return true;
}

/** The tools that this caller finds: those of the bank's list that the caller's key is good for. Throws `forbidden` for a bank that is not theirs. */
export async function listed(offer: Offer, request: McpRequest): Promise<readonly ListedTool[]> {
  const { mcpInstructions } = offer.parts.options.settings;
  const names = await allowedHere(offer, request, "list_tools");
  return within(offer.tools, names)
    .filter((tool) => hasAccess(request.caller, tool.access))
    .map((tool) => listedTool(tool, offer.schemaOf(tool), mcpInstructions));
}

function listedTool(tool: Tool, schema: ObjectSchema, instructions: string): ListedTool {
  const isTold = instructions !== "" && (tool.name === "retain" || tool.name === "recall");
  return {
    name: tool.name,
    title: tool.title,
    description: isTold ? `${tool.description}\n\n${instructions}` : tool.description,
    inputSchema: schema as unknown as ListedTool["inputSchema"],
    annotations: {
      title: tool.title,
      readOnlyHint: tool.effect === "reads",
      destructiveHint: tool.effect === "destroys",
      openWorldHint: false,
    },
  };
}
