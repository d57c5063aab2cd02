import type { BankScope } from "../domain/scope.js";
import { isForeign, readingOf } from "../domain/text/reading.js";
import type { Db } from "../store/db.js";
import { listUnreadNames } from "../store/entities/list-unread-names.js";
import { setReadings } from "../store/entities/set-readings.js";

/** Names looked at in one go: the rest of a large import, or of a bank from before there were readings, follows with the next writes. */
const AT_ONCE = 2_000;

/**
 * Notes how the names of a bank in other scripts are written in Latin letters, all that are not looked at yet. To be called in the transaction that brought
 * such a name; asks the database nothing where none of `names` is one.
 */
export async function readNames(tx: Db, bank: BankScope, names: readonly string[]): Promise<void> {
  if (!names.some(isForeign)) return;
  const unread = await listUnreadNames(tx, bank, AT_ONCE);
  const readings = unread.map(({ id, name }) => ({ id, reading: readingOf(name) }));
  if (readings.length > 0) await setReadings(tx, bank, readings);
}
