/** Mental models that were written from memories which leave their scope: who may see a memory is said by its tags. */

import { scopeFilter } from "../domain/model-staleness.js";
import type { BankScope } from "../domain/scope.js";
import { readTrigger } from "../domain/trigger.js";
import type { Db } from "../store/db.js";
import { blankModelHistories } from "../store/forgetting/blank-model-histories.js";
import { listReadings, type Reading } from "../store/forgetting/list-readings.js";
import { withholdModels } from "../store/forgetting/withhold-models.js";
import { rounds } from "./rounds.js";
import { askForRefresh } from "./unsay-models.js";

/** Pairs of a model and a memory in its scope that it was written from. */
export interface ScopedReadings {
  readonly numbers: readonly number[];
  /** Ids of models, by pair. */
  readonly models: ReadonlyMap<string, string>;
}

/** Before these memories get other tags. */
export async function scopedReadings(tx: Db, bank: BankScope, numbers: readonly number[]): Promise<ScopedReadings> {
  const models = new Map<string, string>();
  for (const round of rounds(numbers)) {
    const readings = await listReadings(tx, bank, round);
    for (const reading of readings) if (isInScope(reading, readings)) models.set(`${reading.memoryNo} ${reading.modelId}`, reading.modelId);
  }
  return { numbers, models };
}

/** Once they have them: what models say that have lost one of their memories is withheld at once, as after a deletion, and written anew. Returns how many. */
export async function unsayWhatLeft(tx: Db, bank: BankScope, before: ScopedReadings): Promise<number> {
  if (before.models.size === 0) return 0;
  const after = await scopedReadings(tx, bank, before.numbers);
  const ids = [...new Set([...before.models].flatMap(([pair, id]) => (after.models.has(pair) ? [] : [id])))].sort();
  if (ids.length === 0) return 0;
  await withholdModels(tx, bank, ids);
  await blankModelHistories(tx, bank, ids);
  for (const id of ids) await askForRefresh(tx, bank, id);
  return ids.length;
}

function isInScope({ modelTags, trigger, kind, tags }: Reading, readings: readonly Reading[]): boolean {
  return scopeFilter({ tags: modelTags, trigger: readTrigger(trigger) }, readings)({ kind, tags });
}
