// What a test process has once, though each test file has modules of its own (test/support/fresh-modules.ts).
// In: a name, and how to make the value. Out: the value that the first file made.

const KEPT = Symbol.for("hindsight.tests");
const home = globalThis as { [KEPT]?: Map<string, unknown> };

/** Its type must be the same in every file; an error that it throws may be of the classes of another. */
export function perProcess<T>(name: string, make: () => T): T {
  home[KEPT] ??= new Map();
  const kept = home[KEPT];
  if (!kept.has(name)) kept.set(name, make());
  return kept.get(name) as T;
}
