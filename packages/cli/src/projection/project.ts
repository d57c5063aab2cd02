// One pass of a projection: the folder becomes what the bundle says, and only what differs is written.
// In: a bundle with its files in folders, and the control folder. Out: what was done, and what of somebody else's was found in the way.
// What goes is taken away first, then the new is written: names that differ by case alone are one file on some systems. A pass that is killed is finished by
// the next: the state names beforehand what may be ours.

import { CliError } from "../api.js";
import type { Control, State, WrittenFile } from "./control.js";
import {
  fits,
  hashOf,
  inside,
  look,
  makeFolder,
  moveAside,
  type Place,
  protect,
  removeFolder,
  removePage,
  strangers,
  writePage,
} from "./disk.js";

export interface Bundle {
  readonly files: readonly { readonly path: string; readonly content: string }[];
  readonly folders: readonly string[];
}

export interface Change {
  readonly path: string;
  readonly what: "created" | "updated" | "moved" | "restored" | "deleted" | "kept" | "left";
  /** Where a page lay before; where somebody's file is now; why a folder was left. */
  readonly note: string | null;
}

export interface Projection {
  readonly changes: readonly Change[];
  readonly unchanged: number;
  /** Files in the folder that are somebody else's and in nobody's way. */
  readonly strangers: readonly string[];
  /** Somebody's file was moved aside, or a folder of ours holds one and stays. */
  readonly has_conflicts: boolean;
  /** Pages and folders whose path is longer than this system takes. */
  readonly left_out: readonly string[];
}

export interface Pass {
  /** Where the bundle is from. */
  readonly server: string;
  readonly now: Date;
  readonly signal: AbortSignal;
  tell(done: number, total: number): void;
}

/** Throws a CliError when it is stopped, which happens between two steps. */
export async function project(
  control: Control,
  before: State,
  bundle: Bundle,
  pass: Pass,
): Promise<{ readonly state: State; readonly done: Projection }> {
  const { place } = control;
  const { wanted, folders, leftOut } = wantedOf(place, bundle);
  const after = stateOf({ bank: before.bank, server: pass.server }, wanted, folders);
  const changes: Change[] = [];
  const work: Work = {
    place,
    before,
    changes,
    next() {
      if (pass.signal.aborted) throw new CliError(`Stopped with ${changes.length} changes made. The next sync goes on from there.`);
    },
    async aside(path) {
      changes.push({ path, what: "kept", note: await moveAside(place, path, pass.now) });
    },
  };
  if (!isSame(before, after)) await control.write(union(before, after));
  await takeAway(work, wanted, folders);
  await makeFolders(work, folders);
  const unchanged = await writePages(work, wanted, pass.tell);
  if (!isSame(before, after)) await control.write(after);
  const done = {
    changes: withMoves(changes, before, after),
    unchanged,
    strangers: await strangers(place, new Set(wanted.keys())),
    left_out: leftOut,
    has_conflicts: leftOut.length > 0 || changes.some(({ what }) => what === "kept" || what === "left"),
  };
  return { state: after, done };
}

interface Work {
  readonly place: Place;
  readonly before: State;
  readonly changes: Change[];
  /** Before each step. */
  next(): void;
  /** Keeps what somebody has at a path, and frees it. */
  aside(path: string): Promise<void>;
}

interface WantedFile {
  readonly content: string;
  readonly hash: string;
  readonly id: string | null;
}
type Wanted = ReadonlyMap<string, WantedFile>;

function wantedOf(place: Place, bundle: Bundle) {
  const wanted = new Map<string, WantedFile>();
  const leftOut: string[] = [];
  const folders = new Set<string>();
  for (const folder of bundle.folders) {
    inside(place, folder);
    if (fits(place, folder)) for (const each of upTo(folder)) folders.add(each);
    else leftOut.push(folder);
  }
  for (const { path, content } of bundle.files) {
    inside(place, path);
    if (fits(place, path)) {
      wanted.set(path, { content, hash: hashOf(content), id: pageId(content) });
      for (const folder of upTo(path).slice(0, -1)) folders.add(folder);
    } else leftOut.push(path);
  }
  return { wanted, folders, leftOut };
}

/** The files and folders that we wrote and that are not wanted any more. */
async function takeAway({ place, before, changes, next, aside }: Work, wanted: Wanted, folders: ReadonlySet<string>): Promise<void> {
  for (const [path, written] of Object.entries(before.files)) {
    if (wanted.has(path)) continue;
    next();
    const seen = await look(place, path);
    const isFolderOfOurs = seen.kind === "folder" && before.folders.includes(path); // a page that was to stand there did not come to it
    if (seen.kind === "nothing" || isFolderOfOurs) continue;
    if (seen.hash !== null && written.hashes.includes(seen.hash)) {
      await removePage(place, path);
      changes.push({ path, what: "deleted", note: null });
    } else await aside(path);
  }
  const gone = before.folders.filter((folder) => !folders.has(folder));
  for (const folder of gone.toSorted().reverse()) {
    next();
    if ((await look(place, folder)).kind !== "folder") continue;
    if (await removeFolder(place, folder)) changes.push({ path: folder, what: "deleted", note: "folder" });
    else changes.push({ path: folder, what: "left", note: "it holds files that are not ours" });
  }
}

async function makeFolders({ place, before, changes, next, aside }: Work, folders: ReadonlySet<string>): Promise<void> {
  for (const folder of [...folders].sort()) {
    next();
    const { kind } = await look(place, folder);
    if (kind === "folder") continue;
    if (kind !== "nothing") await aside(folder);
    await makeFolder(place, folder);
    if (!before.folders.includes(folder)) changes.push({ path: folder, what: "created", note: "folder" });
  }
}

/** Returns how many were right already. */
async function writePages({ place, before, changes, next, aside }: Work, wanted: Wanted, tell: Pass["tell"]): Promise<number> {
  let unchanged = 0;
  let looked = 0;
  for (const [path, { content, hash }] of wanted) {
    next();
    looked += 1;
    tell(looked, wanted.size);
    const seen = await look(place, path);
    if (seen.hash === hash) {
      if (!seen.isModeRight) await protect(place, path);
      unchanged += 1;
      continue;
    }
    const written = before.files[path];
    const isOurs = seen.hash !== null && written?.hashes.includes(seen.hash) === true;
    if (seen.kind !== "nothing" && !isOurs) await aside(path);
    await writePage(place, path, content);
    changes.push({ path, what: written === undefined ? "created" : seen.kind === "nothing" ? "restored" : "updated", note: null });
  }
  return unchanged;
}

/** `a/b/c` and what it lies in: `a`, `a/b`, `a/b/c`. */
function upTo(path: string): readonly string[] {
  const parts = path.split("/");
  return parts.map((_, depth) => parts.slice(0, depth + 1).join("/"));
}

function stateOf(source: Pick<State, "bank" | "server">, wanted: Wanted, folders: ReadonlySet<string>): State {
  return {
    ...source,
    files: Object.fromEntries([...wanted].sort(byPath).map(([path, { hash, id }]) => [path, { hashes: [hash], id }])),
    folders: [...folders].sort(),
  };
}

const byPath = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** What may be ours while the pass is under way. */
function union(before: State, after: State): State {
  const files: Record<string, WrittenFile> = { ...before.files };
  for (const [path, { hashes, id }] of Object.entries(after.files))
    files[path] = { hashes: [...new Set([...(files[path]?.hashes ?? []), ...hashes])], id };
  // The server of before: that of now is not known to have had the bank until the pass is whole.
  return { ...before, files, folders: [...new Set([...before.folders, ...after.folders])].sort() };
}

const isSame = (before: State, after: State): boolean => JSON.stringify(before) === JSON.stringify(after);

/** The id in the front matter that the server writes. */
const pageId = (content: string): string | null => /^---\nid: "([\w-]+)"\n/.exec(content)?.[1] ?? null;

/** A page that went at one path and came at another was moved. */
function withMoves(changes: readonly Change[], before: State, after: State): readonly Change[] {
  const gone = new Map(
    changes.flatMap(({ path, what }) => {
      const id = what === "deleted" ? before.files[path]?.id : null;
      return id == null ? [] : [[id, path] as const];
    }),
  );
  const moved = new Set<string>();
  const told = changes.map((change): Change => {
    const id = change.what === "created" ? after.files[change.path]?.id : null;
    const from = id == null ? undefined : gone.get(id);
    if (from === undefined) return change;
    moved.add(from);
    return { ...change, what: "moved", note: `from ${from}` };
  });
  return told.filter(({ path, what }) => what !== "deleted" || !moved.has(path));
}
