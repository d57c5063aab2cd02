// The end of the process, where there is one: Node, Bun and Deno tell when nothing is left to do, browsers and edge runtimes do not.
// In: work that is done then, while it is wanted. Out: nothing. One listener serves all wrappers.

const wanted = new Set<() => Promise<void>>();
let isListening = false;

/** Work for the end of the process, to be wanted or not: `atExit(work)(true)`. */
export function atExit(work: () => Promise<void>): (isWanted: boolean) => void {
  return (isWanted) => {
    if (!isWanted) {
      wanted.delete(work);
      return;
    }
    wanted.add(work);
    if (isListening) return;
    isListening = true;
    globalThis.process?.on?.("beforeExit", leave);
  };
}

/** Each work once: what a memory that is down did not take must not keep the process for ever. */
function leave(): void {
  const works = [...wanted];
  wanted.clear();
  for (const work of works) void work();
}
