import type { Blob } from "../attachments/index.js";
import type { EntityKind, Mention, Moment } from "../domain/memory.js";
import { cleanName, cleanTags, exceedsBytes, isPathStep, MAX_NAME_BYTES } from "../domain/names.js";
import type { RetainItem, RetainRequest } from "../domain/requests.js";
import { isBlank, sanitise } from "../domain/text/sanitise.js";
import { parseTimestamp } from "../domain/time/timestamp.js";
import { TRUST_LEVELS, type Trust } from "../domain/trust.js";
import { HindsightError } from "../errors.js";
import { type AttachmentLimits, readContent } from "./content.js";
import type { Item } from "./item.js";

/** An item with what decides about its document. */
export interface GuardedItem extends Item {
  readonly documentId: string | null;
  readonly updateMode: "replace" | "append";
  /** The bytes of its attachments, to be stored before anything names them. */
  readonly blobs: readonly Blob[];
}

const ENTITY_KINDS: readonly EntityKind[] = ["person", "place", "organisation", "product", "code", "concept"];

/** Longest context, in bytes of UTF-8: it is kept with each memory of the item, and its words are entered for each. */
const MAX_CONTEXT_BYTES = 16_384;

/** Kinds that callers name otherwise. */
const KIND_ALIASES: Readonly<Record<string, EntityKind>> = {
  organization: "organisation",
  org: "organisation",
  company: "organisation",
  location: "place",
};

/**
 * The only place where what callers send is cleaned: every string that can reach the database, content first. Nothing is written before all items
 * are found good. Throws `invalid_request` (422) that names the item, or `bad_argument` (400) for an append without
 * a document id and an operation id that is none.
 */
export function guard(request: RetainRequest, now: Date, limits: AttachmentLimits): readonly GuardedItem[] {
  if (request.items.length === 0) throw new HindsightError("invalid_request", "items is empty; send at least one item.");
  operationIdOf(request);
  const documentTags = namesOf(request.documentTags, "document_tags");
  return request.items.map((item, index) => guardItem(item, index, documentTags, now, limits));
}

const UUID = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i;

/** The client's own id in the one spelling in which ids are compared, or null; `bad_argument` for what is no UUID. */
export function operationIdOf({ operationId }: RetainRequest): string | null {
  if (operationId === null || operationId === undefined) return null;
  const parts = UUID.exec(String(operationId))?.slice(1);
  if (parts !== undefined) return parts.join("-").toLowerCase();
  throw new HindsightError("bad_argument", `operation_id is "${String(operationId).slice(0, 80)}"; it takes a UUID.`);
}

function guardItem(item: RetainItem, index: number, documentTags: readonly string[], now: Date, limits: AttachmentLimits): GuardedItem {
  const { text: content, attachments, blobs } = readContent(item.content, `items[${index}].content`, limits);
  if (isBlank(content))
    throw invalid(index, "content", "is blank once control characters are taken out. Send text, or leave the item out.");
  const documentId = optional(item.documentId);
  const at = (field: string): string => `items[${index}].${field}`;
  requireShort(documentId, at("document_id"));
  if (documentId !== null && isPathStep(documentId))
    throw refused(
      at("document_id"),
      `is "${documentId}", which clients take out of a path: it could not be read or deleted. Give it another id.`,
    );
  requireShort(optional(item.strategy), at("strategy"));
  requireShort(optional(item.context), at("context"), MAX_CONTEXT_BYTES);
  if (item.updateMode === "append" && documentId === null) {
    throw new HindsightError("bad_argument", `items[${index}] has update_mode "append", which needs a document_id to append to.`);
  }
  return {
    index,
    content,
    ...saidAt(item.timestamp, index, now),
    context: optional(item.context),
    metadata: cleanMetadata(item.metadata, at("metadata")),
    tags: [...new Set([...namesOf(item.tags, at("tags")), ...documentTags])],
    entities: mentions(item, at("entities")),
    observationScopes: cleanScopes(item.observationScopes ?? null, at("observation_scopes")),
    strategy: optional(item.strategy),
    trust: trustOf(item.sourceTrust, at("source_trust")),
    documentId,
    updateMode: item.updateMode ?? "replace",
    attachments,
    blobs,
  };
}

function trustOf(trust: string | null | undefined, field: string): Trust | null {
  const known = TRUST_LEVELS.find((level) => level === trust) ?? null;
  if (trust == null || known !== null) return known;
  throw refused(field, `is "${trust.slice(0, 40)}"; it takes ${TRUST_LEVELS.join(", ")}.`);
}

function saidAt(
  timestamp: string | null | undefined,
  index: number,
  now: Date,
): { readonly said: Moment | null; readonly isTimeGiven: boolean } {
  const text = timestamp?.trim() ?? "";
  if (text === "") return { said: { at: now, offsetMinutes: 0 }, isTimeGiven: false };
  if (text.toLowerCase() === "unset") return { said: null, isTimeGiven: true };
  const said = parseTimestamp(text);
  if (said === null) {
    throw invalid(
      index,
      "timestamp",
      `is "${text.slice(0, 80)}"; it takes an ISO 8601 date or date-time such as 2024-05-07T14:30:00+02:00, or "unset".`,
    );
  }
  return { said, isTimeGiven: true };
}

function invalid(index: number, field: string, problem: string): HindsightError {
  return refused(`items[${index}].${field}`, problem);
}

/** A refusal that names the field, as `items[2].tags[0]`. */
function refused(field: string, problem: string): HindsightError {
  const message = `${field} ${problem}`;
  const path = field.split(/[.[\]]+/).filter((part) => part !== "");
  return new HindsightError("invalid_request", message, {
    details: [{ type: "value_error", loc: ["body", ...path.map((part) => (/^\d+$/.test(part) ? Number(part) : part))], msg: message }],
  });
}

/** Refuses at the door what no index could hold: in a transaction it would take its neighbours with it. */
function requireShort(text: string | null, field: string, limit = MAX_NAME_BYTES): void {
  if (text === null || !exceedsBytes(text, limit)) return;
  const says = `is longer than ${limit.toLocaleString("en")} bytes of UTF-8 ("${text.slice(0, 40)}…")`;
  throw refused(field, `${says}. Shorten it, or send it as content or as the value of a metadata key.`);
}

/** A blank text is no text; blanks around a text are the caller's own. */
function optional(text: string | null | undefined): string | null {
  const clean = cleanName(text ?? "");
  return isBlank(clean) ? null : clean;
}

function namesOf(tags: readonly string[] | null | undefined, field: string): readonly string[] {
  tags?.forEach((tag, index) => {
    requireShort(tag, `${field}[${index}]`);
  });
  return cleanTags(tags ?? []);
}

/** Nulls are dropped; numbers and booleans, which JSON callers send, become text. */
function cleanMetadata(metadata: Readonly<Record<string, unknown>> | null | undefined, field: string): Readonly<Record<string, string>> {
  const entries = Object.entries(metadata ?? {}).filter(([, value]) => value !== null && value !== undefined);
  for (const [key] of entries) requireShort(key, `a key of ${field}`);
  return Object.fromEntries(
    entries.map(([key, value]) => [sanitise(key), sanitise(typeof value === "string" ? value : JSON.stringify(value))]),
  );
}

function cleanScopes(scopes: Item["observationScopes"], field: string): Item["observationScopes"] {
  return scopes === null || typeof scopes === "string" ? scopes : scopes.map((scope, index) => namesOf(scope, `${field}[${index}]`));
}

/** Names given by the caller: white space collapsed, blanks dropped, the first spelling of each kept. */
function mentions(item: RetainItem, field: string): readonly Mention[] {
  const resolve = item.resolveEntities ?? true;
  const named = (item.entities ?? []).map(({ text, type }) => ({
    name: sanitise(text).replace(/\s+/gu, " ").trim(),
    kind: kindOf(type),
    resolve,
  }));
  named.forEach(({ name }, index) => {
    requireShort(name, `${field}[${index}].text`);
  });
  const seen = new Set<string>();
  return named.filter(({ name }) => {
    const key = name.toLowerCase();
    if (isBlank(name) || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function kindOf(type: string | null | undefined): EntityKind {
  const name = (type ?? "").trim().toLowerCase();
  return KIND_ALIASES[name] ?? ENTITY_KINDS.find((kind) => kind === name) ?? "concept";
}
