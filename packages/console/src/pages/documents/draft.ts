// A text as a person fills it into the form, and what of it goes to the server.
// In: the fields. Out: an item to retain, or which field cannot be read.

import type { api } from "@hindsight-memory/client";

export const SCOPES = ["preset", "combined", "per_tag", "all_combinations", "shared", "custom"] as const;
export const MODES = ["replace", "append"] as const;

export interface Draft {
  readonly content: string;
  readonly context: string;
  /** As an input of the kind datetime-local has it, in the person's time; empty is now. */
  readonly date: string;
  readonly isUndated: boolean;
  readonly documentId: string;
  readonly mode: (typeof MODES)[number];
  readonly tags: readonly string[];
  /** `name: value` on each line. */
  readonly metadata: string;
  readonly entities: readonly string[];
  readonly strategy: string;
  readonly scopes: (typeof SCOPES)[number];
  /** A scope on each line, its tags divided by commas. */
  readonly ownScopes: string;
  readonly isAsync: boolean;
}

export const EMPTY: Draft = {
  content: "",
  context: "",
  date: "",
  isUndated: false,
  documentId: "",
  mode: "replace",
  tags: [],
  metadata: "",
  entities: [],
  strategy: "",
  scopes: "preset",
  ownScopes: "",
  isAsync: true,
};

type Pairs = Readonly<Record<string, string>>;

/** The pairs of `name: value` lines, or the first line that is none. */
export function pairsOf(text: string): { readonly pairs: Pairs } | { readonly flaw: string } {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const flaw = lines.find((line) => line.trim().indexOf(":") < 1);
  if (flaw !== undefined) return { flaw: flaw.trim() };
  const pairs = lines.map((line) => {
    const at = line.indexOf(":");
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()] as const;
  });
  return { pairs: Object.fromEntries(pairs) };
}

export const textOfPairs = (pairs: Readonly<Record<string, unknown>> | null | undefined): string =>
  Object.entries(pairs ?? {})
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("\n");

const scopesOf = (text: string): string[][] =>
  text
    .split("\n")
    .map((line) =>
      line
        .split(",")
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ""),
    )
    .filter((scope) => scope.length > 0);

/** The item of a draft whose metadata can be read; what is empty is left to the server. */
export function itemOf(draft: Draft, metadata: Pairs): api.MemoryItem {
  const { content, context, date, isUndated, documentId, mode, tags, entities, strategy, scopes, ownScopes } = draft;
  const timestamp = isUndated ? "unset" : date === "" ? null : new Date(date).toISOString();
  return {
    content,
    ...(context.trim() === "" ? {} : { context: context.trim() }),
    ...(timestamp === null ? {} : { timestamp }),
    ...(documentId.trim() === "" ? {} : { document_id: documentId.trim() }),
    ...(mode === "append" ? { update_mode: "append" as const } : {}),
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...(entities.length === 0 ? {} : { entities: entities.map((text) => ({ text })) }),
    ...(strategy.trim() === "" ? {} : { strategy: strategy.trim() }),
    ...(scopes === "preset" ? {} : { observation_scopes: scopes === "custom" ? scopesOf(ownScopes) : scopes }),
  };
}

/** The moment as datetime-local has it, in the person's time. */
function localTime(iso: string): string {
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/** A document's own text and parameters, to be changed and retained again. */
export function draftOf(document: api.DocumentResponse): Draft {
  const { context, event_date: date } = document.retain_params ?? {};
  const { observation_scopes: scopes } = document;
  const named = SCOPES.find((each) => each === scopes);
  return {
    ...EMPTY,
    content: document.original_text ?? "",
    context: typeof context === "string" ? context : "",
    date: typeof date === "string" ? localTime(date) : "",
    isUndated: date === null,
    documentId: document.id,
    tags: document.tags ?? [],
    metadata: textOfPairs(document.document_metadata),
    scopes: named ?? (Array.isArray(scopes) ? "custom" : "preset"),
    ownScopes: Array.isArray(scopes) ? scopes.map((scope) => scope.join(", ")).join("\n") : "",
  };
}
