// Log-ins that failed: who guesses has to wait, longer each time.
// In: addresses. Out: seconds until an address may try again.

/** Wrong keys that cost nothing: slips of a person. */
const FREE = 5;
const LONGEST_WAIT_MS = 60_000;
/** An address that has not failed for so long begins anew. */
const FORGOTTEN_AFTER_MS = 15 * 60_000;
const MOST_ADDRESSES = 10_000;

export interface Attempts {
  /** Whole seconds until the address may try; 0 is now. */
  waitOf(address: string): number;
  failed(address: string): void;
  succeeded(address: string): void;
}

/** From the sixth failure on the wait doubles from 1 s up to a minute. `now` is in ms. */
export function attempts(now: () => number = Date.now): Attempts {
  const byPlace = new Map<string, { count: number; last: number }>();

  function known(place: string): { readonly count: number; readonly last: number } | null {
    const found = byPlace.get(place);
    return found === undefined || now() - found.last >= FORGOTTEN_AFTER_MS ? null : found;
  }

  return {
    waitOf(address) {
      const found = known(placeOf(address));
      if (found === null || found.count < FREE) return 0;
      const wait = Math.min(1000 * 2 ** (found.count - FREE), LONGEST_WAIT_MS);
      return Math.max(0, Math.ceil((found.last + wait - now()) / 1000));
    },
    failed(address) {
      const place = placeOf(address);
      const count = (known(place)?.count ?? 0) + 1;
      byPlace.delete(place); // to the end: the first of the map is the one that has been quiet longest
      byPlace.set(place, { count, last: now() });
      const [oldest] = byPlace.keys();
      if (byPlace.size > MOST_ADDRESSES && oldest !== undefined) byPlace.delete(oldest);
    },
    succeeded: (address) => void byPlace.delete(placeOf(address)),
  };
}

/** A network of IPv6 (64 bits) is one place: whoever has one has all its addresses. */
function placeOf(address: string): string {
  if (!address.includes(":") || address.includes(".")) return address;
  const [head = ""] = address.split("::");
  return head.split(":").slice(0, 4).join(":");
}
