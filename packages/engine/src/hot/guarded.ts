/** A bank in memory that may turn out to be broken: what it cannot answer, the database does. */

import type { HotSource } from "./source.js";

/** As `HotSource`, but null where the copy failed now or before: the caller then asks the database. */
export type GuardedSource = {
  readonly [Method in keyof HotSource]: (...given: Parameters<HotSource[Method]>) => ReturnType<HotSource[Method]> | null;
};

/** `isSound` says whether the copy may still be asked; `failed` is told what it threw. */
export function guarded(source: HotSource, isSound: () => boolean, failed: (error: unknown) => void): GuardedSource {
  const ask =
    <Given extends readonly unknown[], Answer>(method: (...given: Given) => Answer) =>
    (...given: Given): Answer | null => {
      if (!isSound()) return null;
      try {
        return method(...given);
      } catch (error) {
        failed(error);
        return null;
      }
    };
  return {
    measure: ask(source.measure),
    frequencies: ask(source.frequencies),
    postings: ask(source.postings),
    nearest: ask(source.nearest),
    related: ask(source.related),
    linked: ask(source.linked),
    candidates: ask(source.candidates),
    details: ask(source.details),
    mentioned: ask(source.mentioned),
  };
}
