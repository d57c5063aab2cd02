/** What of a reply can be acted on: ids that were shown, facts of the batch, quotes that stand in them, no more new observations than there is room. Pure. */

import type { Batch, BatchFact, PlannedSource } from "../plan.js";
import type { ShownObservation } from "./related.js";
import type { Reply } from "./reply.js";

export interface DraftCreate {
  readonly text: string;
  readonly sources: readonly PlannedSource[];
  readonly reason: string | null;
}

export interface DraftUpdate extends DraftCreate {
  readonly target: ShownObservation;
}

export interface Actions {
  readonly deletes: readonly { readonly target: ShownObservation; readonly reason: string | null }[];
  readonly updates: readonly DraftUpdate[];
  readonly creates: readonly DraftCreate[];
}

/**
 * Ids that the prompt did not show are left out, and with them actions that have no fact left. An observation that is updated is not deleted as well.
 * Two updates of one are one: the later text, the facts of both. A new observation that says what another one says, shown or updated, is left out;
 * its facts are evidence of that one.
 */
export function actionsOf(reply: Reply, batch: Batch, shown: readonly ShownObservation[], room: number | null): Actions {
  const facts = new Map(batch.facts.map((fact) => [fact.id.toLowerCase(), fact]));
  const targets = new Map(shown.map((observation) => [observation.row.id.toLowerCase(), observation]));
  const updates = new Map<ShownObservation, DraftUpdate>();
  const update = (target: ShownObservation, draft: DraftCreate): void => {
    const before = updates.get(target);
    updates.set(target, { ...draft, target, sources: mergedSources(before?.sources ?? [], draft.sources) });
  };
  for (const entry of reply.updates) {
    const target = targets.get(idOf(entry.observation_id));
    const draft = draftOf(entry, facts);
    if (target === undefined || draft === null || !draft.sources.some(({ memoryNo }) => target.foundFor.has(memoryNo))) continue;
    update(target, draft);
  }
  const creates = new Map<string, DraftCreate>();
  for (const entry of reply.creates) {
    const draft = draftOf(entry, facts);
    if (draft === null) continue;
    const key = folded(draft.text);
    const twin =
      [...updates.values()].find(({ text }) => folded(text) === key)?.target ?? shown.find(({ row }) => folded(row.text) === key);
    if (twin !== undefined) {
      update(twin, { ...(updates.get(twin) ?? { text: twin.row.text, reason: draft.reason }), sources: draft.sources });
      continue;
    }
    const before = creates.get(key);
    creates.set(key, before === undefined ? draft : { ...before, sources: mergedSources(before.sources, draft.sources) });
  }
  const deletes = new Map(
    reply.deletes.flatMap(({ observation_id, reason }) => {
      const target = targets.get(idOf(observation_id));
      return target === undefined || updates.has(target) ? [] : [[target, reason] as const];
    }),
  );
  return {
    deletes: [...deletes].map(([target, reason]) => ({ target, reason })),
    updates: [...updates.values()],
    creates: [...creates.values()].slice(0, room === null ? undefined : Math.max(0, room)),
  };
}

function draftOf(entry: Reply["creates"][number], facts: ReadonlyMap<string, BatchFact>): DraftCreate | null {
  const text = cleaned(entry.text);
  const quotes = new Map(Object.entries(entry.quotes).map(([id, quote]) => [idOf(id), quote]));
  const sources = new Map<number, PlannedSource>();
  for (const id of entry.source_fact_ids) {
    const fact = facts.get(idOf(id));
    if (fact !== undefined) sources.set(fact.memoryNo, { memoryNo: fact.memoryNo, quote: verbatim(quotes.get(idOf(id)), fact.text) });
  }
  return text === "" || sources.size === 0 ? null : { text, sources: [...sources.values()], reason: entry.reason };
}

/** An id as models copy it: with brackets around, in capitals. */
function idOf(written: string): string {
  return written.replace(/^[[(<"'\s]+|[\])>"'\s]+$/gu, "").toLowerCase();
}

const UUID = /[([]?\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b[)\]]?/giu;

/** An observation's text without ids, which say nothing to a reader; white space in a row is one. */
export function cleaned(text: string): string {
  return text
    .replace(UUID, " ")
    .replace(/[^\S\n]+/gu, " ")
    .replace(/ +([.,;:!?])/gu, "$1")
    .trim();
}

/** A quote as it stands in the text, white space apart; null when it does not stand there. */
export function verbatim(quote: string | undefined, text: string): string | null {
  if (quote === undefined) return null;
  const words = folded(quote).replace(/^["“”'‘’«»]+|["“”'‘’«»]+$/gu, "");
  return words !== "" && folded(text).includes(words) ? words : null;
}

function folded(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

/** The sources of both, each once. */
export function mergedSources(a: readonly PlannedSource[], b: readonly PlannedSource[]): readonly PlannedSource[] {
  const all = new Map(a.map((source) => [source.memoryNo, source]));
  for (const source of b) all.set(source.memoryNo, { ...source, quote: all.get(source.memoryNo)?.quote ?? source.quote });
  return [...all.values()];
}
