import type { Page, Paging } from "../domain/resources.js";
import { HindsightError } from "../errors.js";

/** Largest offset and limit that the database takes as an integer. */
const MOST = 2_147_483_647;

/** One page: its items, and how many there are on all pages. Throws `bad_argument` for a limit or an offset that is no count. */
export async function page<T>(paging: Paging, items: () => Promise<readonly T[]>, total: () => Promise<number>): Promise<Page<T>> {
  const { limit, offset } = paging;
  requireCount("limit", limit);
  requireCount("offset", offset);
  const [shown, all] = await Promise.all([limit === 0 ? [] : items(), total()]);
  return { items: shown, total: all, limit, offset };
}

/** Throws `bad_argument` unless `value` is a count that the database takes. */
export function requireCount(name: string, value: number): number {
  if (!Number.isInteger(value) || value < 0 || value > MOST) {
    throw new HindsightError("bad_argument", `${name} is ${value}; it takes a whole number from 0 to ${MOST}.`);
  }
  return value;
}
