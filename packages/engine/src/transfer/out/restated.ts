import type { BankScope } from "../../domain/scope.js";
import type { Row } from "../../domain/transfer.js";
import type { Db } from "../../store/db.js";
import { readRows } from "../../store/transfer/read-rows.js";
import { asStated } from "../restate.js";

export interface Restated {
  readonly memory: Row;
  readonly entityIds: readonly string[];
  /** False when its words are others than those that its vector is of. */
  readonly hasItsText: boolean;
}

/**
 * Memories that chosen documents state, though they are at home in others, as the first chosen one states them; by number. So no word of a document that
 * was not chosen goes along, but for texts that a caller edited.
 */
export async function restated(
  tx: Db,
  bank: BankScope,
  numbers: readonly number[],
  chosen: ReadonlySet<string>,
): Promise<ReadonlyMap<number, Restated>> {
  if (numbers.length === 0) return new Map();
  const memories = await readRows(tx, bank, "memory", numbers);
  const sources = new Map<unknown, Row>();
  for (const source of await readRows(tx, bank, "memory_source", numbers)) {
    if (chosen.has(String(source.document_id)) && !sources.has(source.memory_no)) sources.set(source.memory_no, source);
  }
  return new Map(
    memories.flatMap((row) => {
      const source = sources.get(row.memory_no);
      if (source === undefined) return [];
      const memory = asStated(row, source);
      const entityIds = source.entity_ids as readonly string[];
      return [[row.memory_no as number, { memory, entityIds, hasItsText: memory.text === row.text }] as const];
    }),
  );
}
