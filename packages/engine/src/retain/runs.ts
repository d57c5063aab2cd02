import type { DocumentMemory } from "../store/memories/read-document-memories.js";
import type { RunRow } from "../store/runs/upsert-runs.js";

/** The place of a memory: which run, and where in it. */
export interface Place {
  readonly runNo: number;
  readonly position: number;
}

/** How far apart two loose turns may be and still belong together (shared/design/recall-recipe.md: 30 minutes). */
export const LOOSE_GAP_MS = 30 * 60_000;

/** The runs that a write reads and changes. */
export interface RunBook {
  /** The next place in the run that belongs to a document. */
  next(documentId: string, tags: readonly string[], at: Date | null): Place;
  /** True when the document has a run of its own. */
  owns(documentId: string): boolean;
  /** Begins a document's own run anew, at position 0 (a replace puts all its memories in order again). */
  restart(documentId: string, tags: readonly string[]): void;
  /**
   * The next place in a loose run: the latest run with these tags that was last added to within 30 minutes of `at`, else a new one. A turn without any
   * date joins the one before it in this write when that has none either.
   */
  join(tags: readonly string[], at: Date | null): Place;
  /** A run of its own for a group of units without a document id of the caller's. */
  open(documentId: string, tags: readonly string[]): (at: Date | null) => Place;
  /** Keeps a place that a replaced memory had, in a run that would otherwise go with it. */
  keep(place: Place): Place;
  /** The runs as they are to be written. */
  changed(): readonly RunRow[];
}

interface OpenRun {
  readonly runNo: number;
  readonly documentId: string | null;
  tags: readonly string[];
  firstAt: Date | null;
  lastAt: Date | null;
  nextPosition: number;
}

/** Opens the book on the runs found under the bank's lock; new runs are numbered from `firstRunNo` on. */
export function openRunBook(firstRunNo: number, found: readonly RunRow[]): RunBook {
  let nextRunNo = firstRunNo;
  const runs = new Map<number, OpenRun>(found.map((run) => [run.runNo, { ...run }]));
  const ownRuns = new Map<string, OpenRun>();
  for (const run of runs.values()) if (run.documentId !== null && !ownRuns.has(run.documentId)) ownRuns.set(run.documentId, run);
  const changed = new Set<OpenRun>();
  /** Loose runs by tags, latest first; new ones are put in front. */
  const loose = new Map<string, OpenRun[]>();
  for (const run of runs.values()) if (run.documentId === null) looseOf(run.tags).push(run);
  let undated: OpenRun | null = null;

  function looseOf(tags: readonly string[]): OpenRun[] {
    const key = JSON.stringify([...tags].sort());
    const list = loose.get(key) ?? [];
    loose.set(key, list);
    return list;
  }

  function create(documentId: string | null, tags: readonly string[]): OpenRun {
    const run: OpenRun = { runNo: nextRunNo++, documentId, tags: [...tags].sort(), firstAt: null, lastAt: null, nextPosition: 0 };
    runs.set(run.runNo, run);
    return run;
  }

  function add(run: OpenRun, at: Date | null): Place {
    changed.add(run);
    if (at !== null && (run.firstAt === null || at < run.firstAt)) run.firstAt = at;
    if (at !== null && (run.lastAt === null || at > run.lastAt)) run.lastAt = at;
    return { runNo: run.runNo, position: run.nextPosition++ };
  }

  function own(documentId: string, tags: readonly string[]): OpenRun {
    const run = ownRuns.get(documentId) ?? create(documentId, tags);
    ownRuns.set(documentId, run);
    return run;
  }

  return {
    owns: (documentId) => ownRuns.has(documentId),
    next(documentId, tags, at) {
      const run = own(documentId, tags);
      run.tags = [...tags].sort();
      return add(run, at);
    },
    restart(documentId, tags) {
      const run = own(documentId, tags);
      run.tags = [...tags].sort();
      run.firstAt = null;
      run.lastAt = null;
      run.nextPosition = 0;
      changed.add(run);
    },
    join(tags, at) {
      if (at === null) {
        const isSame = undated !== null && JSON.stringify(undated.tags) === JSON.stringify([...tags].sort());
        if (!isSame) undated = create(null, tags);
        return add(undated as OpenRun, null);
      }
      const list = looseOf(tags);
      const near = list.filter((run) => run.lastAt !== null && Math.abs(at.getTime() - run.lastAt.getTime()) <= LOOSE_GAP_MS);
      const latest = near.reduce<OpenRun | null>((best, run) => (best === null || isLater(run, best) ? run : best), null);
      if (latest !== null) return add(latest, at);
      const run = create(null, tags);
      list.push(run);
      return add(run, at);
    },
    open(documentId, tags) {
      const run = create(documentId, tags);
      return (at) => add(run, at);
    },
    keep(place) {
      const run = runs.get(place.runNo);
      if (run !== undefined) changed.add(run);
      return place;
    },
    changed: () => [...changed],
  };
}

function isLater(a: OpenRun, b: OpenRun): boolean {
  const [atA, atB] = [a.lastAt?.getTime() ?? 0, b.lastAt?.getTime() ?? 0];
  return atA > atB || (atA === atB && a.runNo > b.runNo);
}

/** The places that a document's memories have in loose runs, in order: its replacement keeps them. */
export function loosePlaces(memories: readonly DocumentMemory[]): readonly Place[] {
  return memories.flatMap(({ isInOwnRun, runNo, position }) =>
    isInOwnRun || runNo === null || position === null ? [] : [{ runNo, position }],
  );
}
