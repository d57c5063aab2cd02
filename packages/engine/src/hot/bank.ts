/** One bank in memory: what the arms and ranking read of it, kept so that a question is answered without the database. Pure; filled by `catch-up.ts`. */

import { placeKey } from "../domain/place.js";
import type { SearchableMemory } from "../store/changes/read-searchable.js";
import type { CandidateRow } from "../store/memories/load-candidates.js";
import { type HotColumns, hotColumns } from "./columns.js";
import { type HotLists, hotLists, LIST_BYTES } from "./lists.js";
import { detailOf, type HotMemory, listOrNone, rowOf, sizeOf } from "./memory.js";
import { type HotVectors, hotVectors } from "./vectors.js";

export interface HotBank {
  readonly memories: ReadonlyMap<number, HotMemory>;
  /** What reading postings takes of them. */
  readonly columns: HotColumns;
  /** By term: `packPosting` of each memory that holds it. */
  readonly postings: HotLists<string>;
  /** By entity: who mentions it. */
  readonly mentions: HotLists<string>;
  /** By memory: those whose links end there. */
  readonly linkedFrom: HotLists<number>;
  /** By `placeKey`. */
  readonly places: ReadonlyMap<number, number>;
  /** Null while no memory has its vector. */
  readonly vectors: HotVectors | null;
  /** Sum of `termCount`. */
  readonly words: number;
  /** Of vectors, which are counted, and of the rest, which is estimated (`sizeOf`). */
  readonly bytes: number;
  /** Puts these memories in the place of what was there under `numbers`: those that are not among them are gone. At once: nobody sees half of it. */
  replace(numbers: readonly number[], found: readonly SearchableMemory[]): void;
}

/** A frequency is a smallint of the text and one of its context. */
const FREQUENCIES = 2 ** 17;
export const packPosting = (memoryNo: number, frequency: number): number => memoryNo * FREQUENCIES + frequency;
export const memoryOfPosting = (packed: number): number => Math.floor(packed / FREQUENCIES);
export const frequencyOfPosting = (packed: number): number => packed % FREQUENCIES;

export function hotBank(): HotBank {
  const memories = new Map<number, HotMemory>();
  const postings = hotLists<string>();
  const mentions = hotLists<string>();
  const linkedFrom = hotLists<number>();
  const places = new Map<number, number>();
  const columns = hotColumns();
  let vectors: HotVectors | null = null;
  let words = 0;
  let heap = 0;

  function take(memoryNo: number): void {
    const memory = memories.get(memoryNo);
    if (memory === undefined) return;
    memories.delete(memoryNo);
    for (const list of memory.terms) postings.remove(list, packPosting(memoryNo, 0), packPosting(memoryNo + 1, 0));
    for (const list of memory.entities) mentions.remove(list, memoryNo, memoryNo + 1);
    for (const { list } of memory.links) linkedFrom.remove(list, memoryNo, memoryNo + 1);
    const place = placeOfRow(memory.row);
    if (place !== null && places.get(place) === memoryNo) places.delete(place);
    vectors?.delete(memoryNo);
    words -= memory.termCount;
    heap -= sizeOf(memory);
  }

  function put(found: SearchableMemory): void {
    const { memoryNo, termCount, terms, frequencies, vector, entityIds, entityNames, linkedTo, linkWeights, sourceNos } = found;
    const memory: HotMemory = {
      row: rowOf(found),
      detail: detailOf(found),
      termCount,
      terms: terms.flatMap((term, index) => {
        const frequency = frequencies[index] ?? 0;
        return frequency > 0 ? [postings.insert(term, packPosting(memoryNo, frequency))] : [];
      }),
      entities: entityIds.map((id) => mentions.insert(id, memoryNo)),
      entityNames: listOrNone(entityNames),
      links: linkedTo.map((to, index) => ({ list: linkedFrom.insert(to, memoryNo), weight: linkWeights[index] ?? 0 })),
      sourceNos: listOrNone(sourceNos),
    };
    memories.set(memoryNo, memory);
    columns.set(memoryNo, memory);
    const place = placeOfRow(memory.row);
    if (place !== null) places.set(place, memoryNo);
    if (vector !== null) {
      const numbers = unpackVector(vector);
      vectors ??= hotVectors(numbers.length);
      vectors.set(memoryNo, numbers);
    }
    words += termCount;
    heap += sizeOf(memory);
  }

  return {
    memories,
    columns,
    postings,
    mentions,
    linkedFrom,
    places,
    get vectors() {
      return vectors;
    },
    get words() {
      return words;
    },
    get bytes() {
      return (vectors?.bytes ?? 0) + columns.bytes + heap + (postings.size + mentions.size + linkedFrom.size) * LIST_BYTES;
    },
    replace(numbers, found) {
      for (const memoryNo of numbers) take(memoryNo);
      for (const memory of found) {
        take(memory.memoryNo);
        put(memory);
      }
    },
  };
}

function placeOfRow({ runNo, position }: CandidateRow): number | null {
  return runNo === null || position === null ? null : placeKey(runNo, position);
}

/** vector_send in pgvector's src/vector.c: dimension and a spare number, then the floats, all big-endian. */
function unpackVector(sent: Uint8Array): Float32Array {
  const view = new DataView(sent.buffer, sent.byteOffset, sent.byteLength);
  const vector = new Float32Array(view.getInt16(0));
  for (let i = 0; i < vector.length; i++) vector[i] = view.getFloat32(4 + 4 * i);
  return vector;
}
