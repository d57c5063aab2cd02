import type { EntityKind, Mention, Moment } from "../domain/memory.js";
import type { RetainItem, RetainRequest } from "../domain/requests.js";
import { isBlank, sanitise } from "../domain/text/sanitise.js";
import { parseTimestamp } from "../domain/time/timestamp.js";
import { HindsightError } from "../errors.js";
import type { Item } from "./item.js";

/** An item with what decides about its document. */
export interface GuardedItem extends Item {
  readonly documentId: string | null;
  readonly updateMode: "replace" | "append";
}

const ENTITY_KINDS: readonly EntityKind[] = ["person", "place", "organisation", "product", "code", "concept"];

/** Kinds that callers name otherwise. */
const KIND_ALIASES: Readonly<Record<string, EntityKind>> = {
  organization: "organisation",
  org: "organisation",
  company: "organisation",
  location: "place",
};

/**
 * The only place where what callers send is cleaned: every string that can reach the database, content first. Nothing is written before all items
 * are found good. Throws `invalid_request` (422) that names the item, or `bad_argument` (400) for an append without a document id.
 */
export function guard(request: RetainRequest, now: Date): readonly GuardedItem[] {
  if (request.items.length === 0) throw new HindsightError("invalid_request", "items is empty; send at least one item.");
  const documentTags = cleanTags(request.documentTags);
  return request.items.map((item, index) => guardItem(item, index, documentTags, now));
}

function guardItem(item: RetainItem, index: number, documentTags: readonly string[], now: Date): GuardedItem {
  const content = sanitise(item.content);
  if (isBlank(content))
    throw invalid(index, "content", "is blank once control characters are taken out. Send text, or leave the item out.");
  const documentId = optional(item.documentId);
  if (item.updateMode === "append" && documentId === null) {
    throw new HindsightError("bad_argument", `items[${index}] has update_mode "append", which needs a document_id to append to.`);
  }
  return {
    index,
    content,
    ...saidAt(item.timestamp, index, now),
    context: optional(item.context),
    metadata: cleanMetadata(item.metadata),
    tags: [...new Set([...cleanTags(item.tags), ...documentTags])],
    entities: mentions(item),
    observationScopes: cleanScopes(item.observationScopes ?? null),
    strategy: optional(item.strategy),
    documentId,
    updateMode: item.updateMode ?? "replace",
  };
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
  const message = `items[${index}].${field} ${problem}`;
  return new HindsightError("invalid_request", message, {
    details: [{ type: "value_error", loc: ["body", "items", index, field], msg: message }],
  });
}

/** A blank text is no text. */
function optional(text: string | null | undefined): string | null {
  const clean = sanitise(text ?? "").trim();
  return clean === "" ? null : clean;
}

function cleanTags(tags: readonly string[] | null | undefined): readonly string[] {
  return (tags ?? []).map((tag) => sanitise(tag).trim()).filter((tag) => tag !== "");
}

/** Nulls are dropped; numbers and booleans, which JSON callers send, become text. */
function cleanMetadata(metadata: Readonly<Record<string, unknown>> | null | undefined): Readonly<Record<string, string>> {
  const entries = Object.entries(metadata ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(
    entries.map(([key, value]) => [sanitise(key), sanitise(typeof value === "string" ? value : JSON.stringify(value))]),
  );
}

function cleanScopes(scopes: Item["observationScopes"]): Item["observationScopes"] {
  return scopes === null || typeof scopes === "string" ? scopes : scopes.map((scope) => cleanTags(scope));
}

/** Names given by the caller: white space collapsed, blanks dropped, the first spelling of each kept. */
function mentions(item: RetainItem): readonly Mention[] {
  const resolve = item.resolveEntities ?? true;
  const named = (item.entities ?? []).map(({ text, type }) => ({
    name: sanitise(text).replace(/\s+/gu, " ").trim(),
    kind: kindOf(type),
    resolve,
  }));
  const seen = new Set<string>();
  return named.filter(({ name }) => {
    const key = name.toLowerCase();
    if (name === "" || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function kindOf(type: string | null | undefined): EntityKind {
  const name = (type ?? "").trim().toLowerCase();
  return KIND_ALIASES[name] ?? ENTITY_KINDS.find((kind) => kind === name) ?? "concept";
}
