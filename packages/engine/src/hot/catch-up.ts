/**
 * Filling a bank's copy and keeping it in step with the database. What changed is read first, then the memories that it names: whatever is committed in
 * between is named by a later change, so that no transaction has to hold the database still.
 */

import type { BankScope } from "../domain/scope.js";
import { type BankChanges, readChanges } from "../store/changes/read-changes.js";
import { readSearchable, type SearchableMemory } from "../store/changes/read-searchable.js";
import type { Db } from "../store/db.js";
import { measureMemories } from "../store/memories/measure-memories.js";
import { type HotBank, hotBank } from "./bank.js";

/** Memories read in one statement: 40 ms of the embedded database, which answers nobody meanwhile. */
const PAGE = 250;

/** A bank's copy, and how far it is in step. */
export interface HotState {
  readonly bank: HotBank;
  /** All changes up to this version are in it. */
  version: number;
  /** Changes that are in it, of those that the database still lists one by one. */
  seen: ReadonlySet<number>;
}

/** What one copy is made of: its vectors are of one model. */
export interface HotKey {
  readonly scope: BankScope;
  readonly modelId: number | null;
}

/** What a copy may be at most, and the number that the bank's next memory will get. */
export interface HotLimits {
  readonly memories: number;
  readonly bytes: number;
  readonly nextMemoryNo: number;
}

/** A bank of which the first page tells that it will be larger by this is not read further. */
const SURELY = 1.25;

/** Reads a whole bank, page by page. Null when it is larger than `limits` allow, or `isWanted` says no more. */
export async function load(db: Db, { scope, modelId }: HotKey, limits: HotLimits, isWanted: () => boolean): Promise<HotState | null> {
  const { memories } = await measureMemories(db, scope, limits.nextMemoryNo);
  if (memories > SURELY * limits.memories) return null;
  const changes = await readChanges(db, scope);
  const bank = hotBank();
  for (let after = 0; ; ) {
    const rows = await readSearchable(db, scope, modelId, { after, limit: PAGE });
    bank.replace([], rows);
    if (after === 0 && (bank.bytes / Math.max(1, bank.memories.size)) * memories > SURELY * limits.bytes) return null;
    if (bank.memories.size > limits.memories || bank.bytes > limits.bytes || !isWanted()) return null;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) break;
    after = last.memoryNo;
  }
  return { bank, version: changes.version, seen: namesOf(changes) };
}

/** `done`: in step with the moment of the call. `much`: more than `most` memories changed; nothing was done. `lost`: what changed is no longer known. */
export type CaughtUp = "done" | "much" | "lost";

/** Brings a copy up to now by the memories that changed. Never two at once on one copy. */
export async function catchUp(db: Db, { scope, modelId }: HotKey, state: HotState, most: number): Promise<CaughtUp> {
  const changes = await readChanges(db, scope);
  const fresh = changes.named.filter(({ changeNo }) => !state.seen.has(changeNo));
  if (fresh.reduce((sum, change) => sum + change.changes, state.version) !== changes.version) return "lost";
  const numbers = [...new Set(fresh.flatMap(({ memoryNos }) => memoryNos))];
  if (numbers.length > most) return "much";
  const found: SearchableMemory[] = [];
  for (let from = 0; from < numbers.length; from += PAGE) {
    found.push(...(await readSearchable(db, scope, modelId, { numbers: numbers.slice(from, from + PAGE) })));
  }
  state.bank.replace(numbers, found);
  state.version = changes.version;
  state.seen = namesOf(changes);
  return "done";
}

const namesOf = ({ named }: BankChanges): ReadonlySet<number> => new Set(named.map(({ changeNo }) => changeNo));
