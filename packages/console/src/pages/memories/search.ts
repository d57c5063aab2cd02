// What of the memories page stands in its address: the view, the filters, the open memory, and where the timeline stands.
// In: the parsed query. Out: the page's state; absent is the preset.

import { list, oneOf, text } from "../../app/search-params";
import { type GraphSearch, graphSearch } from "../../graph/search";

export const VIEWS = ["table", "timeline", "graph"] as const;
export const KINDS = ["world", "experience", "observation"] as const;
/** Strict first: who asks for a tag seldom wants what has none. */
export const TAG_MATCHES = ["any_strict", "all_strict", "any", "all", "exact"] as const;
export const CONSOLIDATIONS = ["pending", "done", "failed"] as const;
export const TIME_FIELDS = ["mentioned_at", "occurred_start", "occurred_end", "created_at", "updated_at"] as const;
/** From the widest to the narrowest bucket. */
export const ZOOMS = ["year", "month", "week", "day"] as const;

export type View = (typeof VIEWS)[number];
export type Kind = (typeof KINDS)[number];
export type TimeField = (typeof TIME_FIELDS)[number];
export type Zoom = (typeof ZOOMS)[number];

export interface MemoriesSearch extends GraphSearch {
  /** Absent is the table. */
  view?: View | undefined;
  q?: string | undefined;
  kind?: Kind | undefined;
  tags?: readonly string[] | undefined;
  /** Absent is any_strict. */
  match?: (typeof TAG_MATCHES)[number] | undefined;
  /** Absent is in use. */
  state?: "invalidated" | undefined;
  consolidation?: (typeof CONSOLIDATIONS)[number] | undefined;
  document?: string | undefined;
  /** Id (UUID) of an entity. */
  entity?: string | undefined;
  /** The date that `from`, `to` and the timeline are about; absent is mentioned_at. */
  field?: TimeField | undefined;
  /** First and last day, YYYY-MM-DD in UTC. */
  from?: string | undefined;
  to?: string | undefined;
  /** The timeline's buckets; absent is month. */
  zoom?: Zoom | undefined;
  /** A day in the timeline's window, YYYY-MM-DD; absent is the newest memory's. */
  at?: string | undefined;
  /** First day of the bucket whose memories are listed. */
  bucket?: string | undefined;
  /** Id of the memory whose details are open. */
  open?: string | undefined;
}

const day = (search: Record<string, unknown>, name: string): string | undefined => {
  const value = text(search, name);
  return value !== undefined && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;
};

export const memoriesSearch = (search: Record<string, unknown>): MemoriesSearch => ({
  view: oneOf(search, "view", VIEWS),
  q: text(search, "q"),
  kind: oneOf(search, "kind", KINDS),
  tags: list(search, "tags"),
  match: oneOf(search, "match", TAG_MATCHES),
  state: oneOf(search, "state", ["invalidated"]),
  consolidation: oneOf(search, "consolidation", CONSOLIDATIONS),
  document: text(search, "document"),
  entity: text(search, "entity"),
  field: oneOf(search, "field", TIME_FIELDS),
  from: day(search, "from"),
  to: day(search, "to"),
  zoom: oneOf(search, "zoom", ZOOMS),
  at: day(search, "at"),
  bucket: day(search, "bucket"),
  open: text(search, "open"),
  ...graphSearch(search),
});

/** What the filters say to `GET memories/list`; equal filters give equal JSON, so it can be part of a key. */
export function listQuery({ q, kind, tags, match, state, consolidation, document, entity, field, from, to }: MemoriesSearch) {
  const isDated = from !== undefined || to !== undefined;
  return {
    ...(q === undefined ? {} : { q }),
    ...(kind === undefined ? {} : { type: kind }),
    ...(tags === undefined ? {} : { tags: [...tags], tags_match: match ?? "any_strict" }),
    // Exactly no tags: what belongs to the bank as a whole.
    ...(tags === undefined && match === "exact" ? { tags_match: match } : {}),
    ...(state === undefined ? {} : { state }),
    ...(consolidation === undefined ? {} : { consolidation_state: consolidation }),
    ...(document === undefined ? {} : { document_id: document }),
    ...(entity === undefined ? {} : { entity_id: entity }),
    ...(isDated ? { time_field: field ?? "mentioned_at" } : {}),
    ...(from === undefined ? {} : { start_date: `${from}T00:00:00.000Z` }),
    ...(to === undefined ? {} : { end_date: `${to}T23:59:59.999Z` }),
  };
}

export type ListQuery = ReturnType<typeof listQuery>;

/** The same page without its filters. */
export const NO_FILTERS = {
  q: undefined,
  kind: undefined,
  tags: undefined,
  match: undefined,
  state: undefined,
  consolidation: undefined,
  document: undefined,
  entity: undefined,
  field: undefined,
  from: undefined,
  to: undefined,
} as const satisfies MemoriesSearch;

/** How many filters are set; tags are one, and so are the two ends of a period. */
export const filterCount = ({ q, kind, tags, match, state, consolidation, document, entity, from, to }: MemoriesSearch): number =>
  [q, kind, tags ?? (match === "exact" ? match : undefined), state, consolidation, document, entity, from ?? to].filter(
    (each) => each !== undefined,
  ).length;
