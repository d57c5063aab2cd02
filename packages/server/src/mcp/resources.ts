// Resources: mental models and knowledge pages, for clients that let people attach them.
// In: a connection's bank, or an address. Out: lists of addresses, and texts as data. Beyond the contract, which has none.
// Inside one bank an address names no bank; among banks it does.

import { type Hindsight, HindsightError, type KnowledgeNode } from "@hindsight-memory/engine";
import { ErrorCode, McpError, type Resource, type ResourceTemplate } from "@modelcontextprotocol/sdk/types.js";
import { authorize, coversBank } from "../access/index.js";
import { decidingBanks, sessionBank } from "./bank.js";
import { told } from "./call.js";
import { asData } from "./data.js";
import { isOffered, type Offer } from "./offer.js";
import type { McpRequest } from "./request.js";

const MIME = "text/markdown";
/** The protocol's code for an address that leads nowhere. */
const NOT_FOUND = -32002;
const PAGE = 100;
/** Banks that are looked into for a page of resources, most of which have few or none. */
const BANKS = 20;

const KINDS = {
  "mental-models": { lists: "list_mental_models", reads: "get_mental_model", operation: "get_mental_model", title: "Mental model" },
  "knowledge-pages": {
    lists: "get_knowledge_base_tree",
    reads: "get_knowledge_page",
    operation: "get_knowledge_page",
    title: "Knowledge page",
  },
} as const;
type Kind = keyof typeof KINDS;

interface Listed {
  readonly resources: Resource[];
  readonly nextCursor?: string;
}

/**
 * Of the connection's bank; where the connection names none, of every bank that the caller has, the last written first, provided that `list_banks` is
 * offered. Throws `forbidden` for a named bank that is not the caller's. A bank that does not exist yet has none.
 */
export async function listResources(offer: Offer, request: McpRequest, cursor: string | undefined): Promise<Listed> {
  const named = offer.pathBank ?? request.headerBank;
  const session = sessionBank(named, null, offer.parts.options.settings.mcpBankId);
  const isTheirs = coversBank(request.caller, session);
  return answered(offer, request, "resources/list", async () => {
    if (named === null && (await isOffered(offer, "list_banks", isTheirs ? [session] : []))) return ofEveryBank(offer, request, cursor);
    const [offset] = placeIn(cursor, /^models:(\d{1,9})$/);
    // The settings' bank is nobody's choice: one whose it is not is shown nothing of it, and is refused nothing that it asked for.
    if (named === null && !isTheirs) return { resources: [] };
    const { resources, next } = await ofBank(offer, request, session, offset ?? 0);
    return next === null ? { resources } : { resources, nextCursor: `models:${next}` };
  });
}

/** The numbers of a cursor; none of none. */
function placeIn(cursor: string | undefined, form: RegExp): readonly number[] {
  if (cursor === undefined) return [];
  const found = form.exec(cursor);
  if (found === null) throw new McpError(ErrorCode.InvalidParams, "The cursor is not one of this server's.");
  return found.slice(1).map(Number);
}

/** Bank after bank until there is a page of resources; one whose reading is refused is left out. A bank that is written meanwhile changes its place. */
async function ofEveryBank(offer: Offer, request: McpRequest, cursor: string | undefined): Promise<Listed> {
  const [first = 0, model = 0] = placeIn(cursor, /^banks:(\d{1,9}):(\d{1,9})$/);
  const { caller } = request;
  await authorize(caller, { access: "read", bankId: null, operation: "list_banks" });
  const { items, total } = await offer.engine.banks.list({ names: caller.banks, limit: BANKS, offset: first });
  const resources: Resource[] = [];
  for (const [index, { bankId }] of items.entries()) {
    const own = await ofBankOrNone(offer, request, bankId, index === 0 ? model : 0);
    resources.push(...own.resources);
    if (own.next !== null) return { resources, nextCursor: `banks:${first + index}:${own.next}` };
    if (resources.length >= PAGE && first + index + 1 < total) return { resources, nextCursor: `banks:${first + index + 1}:0` };
  }
  const seen = first + items.length;
  return items.length > 0 && seen < total ? { resources, nextCursor: `banks:${seen}:0` } : { resources };
}

/** What a bank has for this caller; a bank whose reading is refused (by a validator) has nothing. */
async function ofBankOrNone(offer: Offer, request: McpRequest, bankId: string, offset: number): Promise<OfBank> {
  try {
    return await ofBank(offer, request, bankId, offset);
  } catch (error) {
    if (error instanceof HindsightError && error.status < 500) return NONE;
    throw error;
  }
}

/** `next`: the offset of what is left of the bank, null where nothing is. */
interface OfBank {
  readonly resources: Resource[];
  readonly next: number | null;
}

const NONE: OfBank = { resources: [], next: null };

/** Models first, a page of them at a time, and knowledge pages with the last. */
async function ofBank(offer: Offer, request: McpRequest, bankId: string, offset: number): Promise<OfBank> {
  try {
    const models = await modelsOf(offer, request, bankId, offset);
    if (models.isMore) return { resources: models.resources, next: offset + PAGE };
    return { resources: [...models.resources, ...(await pagesOf(offer, request, bankId))], next: null };
  } catch (error) {
    if (error instanceof HindsightError && error.code === "bank_not_found") return NONE;
    throw error;
  }
}

async function modelsOf(offer: Offer, request: McpRequest, bankId: string, offset: number) {
  if (!(await isThere(offer, request, "mental-models", bankId))) return { resources: [], isMore: false };
  const { items, total } = await offer.engine.mentalModels.list(bankId, {
    tags: [],
    tagsMatch: "any",
    detail: "content",
    limit: PAGE,
    offset,
    excludeKnowledgePages: true,
  });
  const resources = items.map(({ id, name, sourceQuery }) => resource(offer, "mental-models", bankId, id, name, sourceQuery));
  return { resources, isMore: offset + items.length < total && items.length > 0 };
}

async function pagesOf(offer: Offer, request: McpRequest, bankId: string): Promise<Resource[]> {
  if (!(await isThere(offer, request, "knowledge-pages", bankId))) return [];
  const flat = (nodes: readonly KnowledgeNode[]): readonly KnowledgeNode[] => nodes.flatMap((node) => [node, ...flat(node.children)]);
  return flat(await offer.engine.knowledge.tree(bankId))
    .filter(({ kind }) => kind === "page")
    .map(({ id, name, description }) => resource(offer, "knowledge-pages", bankId, id, name, description ?? ""));
}

/** What a bank's list of tools leaves out is no resource either. */
async function isThere(offer: Offer, request: McpRequest, kind: Kind, bankId: string): Promise<boolean> {
  const { lists, reads, operation } = KINDS[kind];
  await authorize(request.caller, { access: "read", bankId, operation });
  const banks = decidingBanks(offer, request, bankId);
  return (await isOffered(offer, lists, banks)) && (await isOffered(offer, reads, banks));
}

function resource({ pathBank }: Offer, kind: Kind, bankId: string, id: string, name: string, description: string): Resource {
  return {
    uri: `${stemOf(pathBank === null ? bankId : null, kind)}/${encodeURIComponent(id)}`,
    name,
    title: pathBank === null ? `${name} (${bankId})` : name,
    description,
    mimeType: MIME,
  };
}

const stemOf = (bankId: string | null, kind: Kind): string =>
  `hindsight://${bankId === null ? "" : `banks/${encodeURIComponent(bankId)}/`}${kind}`;

export function resourceTemplates({ pathBank }: Offer): ResourceTemplate[] {
  return (Object.keys(KINDS) as Kind[]).map((kind) => ({
    uriTemplate: `hindsight://${pathBank === null ? "banks/{bank_id}/" : ""}${kind}/{id}`,
    name: kind,
    title: KINDS[kind].title,
    description: `A ${KINDS[kind].title.toLowerCase()} by its id, as Markdown.`,
    mimeType: MIME,
  }));
}

const ADDRESS = /^hindsight:\/\/(?:banks\/([^/?#]+)\/)?(mental-models|knowledge-pages)\/([^/?#]+)$/;

/** The text behind an address. One that names a bank leads nowhere inside one bank, that bank's own name included. */
export async function readResource(offer: Offer, request: McpRequest, uri: string) {
  const [, bank, kind, id] = ADDRESS.exec(uri) ?? [];
  const named = decoded(bank);
  const item = decoded(id);
  if (kind === undefined || item === null || named === null || (named === undefined) !== (offer.pathBank !== null)) throw nowhere(uri);
  const bankId = offer.pathBank ?? named ?? "";
  return answered(offer, request, "resources/read", async () => {
    if (!(await isThere(offer, request, kind as Kind, bankId))) throw nowhere(uri);
    const text =
      kind === "mental-models"
        ? await modelText(offer.engine, bankId, item ?? "")
        : (await offer.engine.knowledge.page(bankId, item ?? "")).markdown;
    return { contents: [{ uri, mimeType: MIME, text: asData(text) }] };
  });
}

async function modelText(engine: Hindsight, bankId: string, id: string): Promise<string> {
  const { name, sourceQuery, content } = await engine.mentalModels.get(bankId, id, { detail: "content" });
  return `# ${name}\n\nQuestion: ${sourceQuery}\n\n${content}`;
}

/** Undefined stays so; null when it decodes to nothing that could be a name. */
function decoded(part: string | undefined): string | null | undefined {
  if (part === undefined) return undefined;
  try {
    const text = decodeURIComponent(part);
    return text.includes("\0") ? null : text;
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

const nowhere = (uri: string): McpError => new McpError(NOT_FOUND, `Resource not found: ${uri.slice(0, 200)}`);

/** Failures become errors of the protocol: resources have no place for them in their answer. */
export async function answered<T>(offer: Offer, request: McpRequest, asked: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof McpError) throw cause;
    const isKnown = cause instanceof HindsightError && cause.code !== "internal";
    const code = isKnown ? (cause.status === 404 ? NOT_FOUND : ErrorCode.InvalidParams) : ErrorCode.InternalError;
    throw new McpError(code, told(offer, request, asked, cause));
  }
}
