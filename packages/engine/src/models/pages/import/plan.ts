/** What an import would do, before anything is written: which nodes of the bank the files are, and what differs. Pure but for new ids. */

import { isDeepStrictEqual } from "node:util";
import type { ImportEntry } from "../../../domain/knowledge.js";
import type { Trigger } from "../../../domain/mental-models.js";
import { cleanTags } from "../../../domain/names.js";
import { readTrigger, storedTrigger } from "../../../domain/trigger.js";
import { HindsightError } from "../../../errors.js";
import type { NodeRow } from "../../../store/knowledge/list-nodes.js";
import { checkFields } from "../../mental-models/index.js";
import { saysSomething } from "../../refresh/baseline.js";
import { cleanTitle, nodeId, PAGE_TOKENS } from "../change.js";
import { depthOf, type Folders, type Place, type PlacedFolder, placeFolders, Refusal } from "./place.js";
import type { Bundle, ReadPage } from "./read-bundle.js";

export interface PlannedPage extends Place {
  readonly kind: "page";
  readonly before: NodeRow | null;
  readonly changes: readonly string[];
  readonly sourceQuery: string;
  readonly tags: readonly string[];
  readonly maxTokens: number;
  readonly trigger: Trigger;
  /** What it will say; null leaves what it says, or lets a first refresh write it. */
  readonly content: string | null;
}

export interface PlannedFolder extends PlacedFolder {
  readonly changes: readonly string[];
}

export interface Plan {
  /** Each after the folder that it lies in. */
  readonly folders: readonly PlannedFolder[];
  readonly pages: readonly PlannedPage[];
  readonly entries: readonly ImportEntry[];
  readonly ignored: readonly string[];
}

/** Nothing in a plan with a refused entry is to be written. `preset` is how pages are refreshed whose file does not say it. */
export function planImport(bundle: Bundle, rows: readonly NodeRow[], preset: Partial<Trigger>): Plan {
  const tree = new Map<string, Place>(rows.map(({ id, kind, parentId, name }) => [id, { id, kind, parentId, name }]));
  const refused: ImportEntry[] = [];
  const refuse = (
    at: { readonly path: string; readonly kind: "folder" | "page"; readonly name: string },
    cause: unknown,
    line: number | null,
  ) => {
    if (!(cause instanceof Refusal) && !(cause instanceof HindsightError)) throw cause;
    const own = cause instanceof Refusal ? cause.line : null;
    refused.push({ ...at, id: null, status: "refused", changes: [], problem: cause.message, line: own ?? line });
  };
  if (bundle.problem !== null)
    refuse({ path: "index.md", kind: "folder", name: "" }, new Refusal(bundle.problem.message), bundle.problem.line);
  const folders = placeFolders(bundle, tree, rows);
  for (const { id, name, line } of bundle.folders) {
    attempt(
      () => folders.byId(id),
      (cause) => refuse({ path: "index.md", kind: "folder", name }, cause, line),
    );
  }
  const planner = { bundle, rows, preset, tree, folders, taken: new Set<string>() };
  const pages = bundle.pages.flatMap((page) => {
    const planned = attempt(
      () => planPage(planner, page),
      (cause) => refuse({ path: page.path, kind: "page", name: page.name }, cause, null),
    );
    return planned === undefined ? [] : [{ page, planned }];
  });
  const placed = folders.placed().map((folder) => ({ ...folder, changes: changesOf(folder) }));
  for (const { path, name, id, line } of placed) {
    if (depthOf(id, tree) === null) refuse({ path, kind: "folder", name }, new Refusal(TOO_DEEP), line);
  }
  const homes = new Map<string, number>();
  for (const place of tree.values()) if (place.kind === "page") homes.set(homeOf(place), (homes.get(homeOf(place)) ?? 0) + 1);
  for (const { page, planned } of pages) {
    const at = { path: page.path, kind: "page", name: planned.name } as const;
    const isTwin = (homes.get(homeOf(planned)) ?? 0) > 1;
    if (isTwin) refuse(at, new Refusal(`The folder has two pages '${planned.name}' then. Choose another title.`), page.lineOf("title"));
    else if (depthOf(planned.id, tree) === null) refuse(at, new Refusal(TOO_DEEP), page.lineOf("parent_id"));
  }
  const wrong = new Set(refused.map(({ path, name }) => JSON.stringify([path, name])));
  const entries = [...placed.map(folderEntry), ...pages.map(({ page, planned }) => entryOf(page.path, planned))];
  return {
    folders: placed,
    pages: pages.map(({ planned }) => planned),
    entries: [...entries.filter(({ path, name }) => !wrong.has(JSON.stringify([path, name]))), ...refused],
    ignored: bundle.ignored,
  };
}

const TOO_DEEP = "It would lie in itself, or deeper than 32 folders.";

interface Planner {
  readonly bundle: Bundle;
  readonly rows: readonly NodeRow[];
  readonly preset: Partial<Trigger>;
  readonly tree: Map<string, Place>;
  readonly folders: Folders;
  /** Pages of the bank that a file has spoken of. */
  readonly taken: Set<string>;
}

/** Throws a Refusal or a HindsightError that says what is wrong with the page. */
function planPage({ bundle, rows, preset, tree, folders, taken }: Planner, page: ReadPage): PlannedPage {
  if (page.problem !== null) throw new Refusal(page.problem.message, page.problem.line);
  const name = at(page.lineOf("title"), () => cleanTitle(page.name));
  const parentId = at(page.lineOf("parent_id"), () =>
    page.parentId === null ? folders.byPath(page.folders) : folders.byId(page.parentId),
  );
  const before = pageBefore(page, { bundle, rows, taken }, { parentId, name });
  const sourceQuery = page.sourceQuery ?? before?.sourceQuery;
  if (sourceQuery == null)
    throw new Refusal("A new page needs `description:` in its front matter: the question that it answers.", page.lineOf("title") ?? 1);
  const maxTokens = page.maxTokens ?? before?.maxTokens ?? PAGE_TOKENS;
  at(page.lineOf("description"), () => checkFields({ sourceQuery }));
  at(page.lineOf("max_tokens"), () => checkFields({ maxTokens }));
  at(page.lineOf("trigger"), () => checkFields(page.trigger === undefined ? {} : { trigger: page.trigger }));
  const trigger =
    page.trigger === undefined ? (before?.trigger ?? readTrigger(storedTrigger(preset))) : readTrigger(storedTrigger(page.trigger));
  const isFree = page.id?.startsWith("kp-") === true && !tree.has(page.id);
  const id = before?.id ?? (isFree ? (page.id as string) : nodeId("kp"));
  const place: Place = { id, kind: "page", parentId, name };
  tree.set(id, place);
  taken.add(id);
  const tags = page.tags === undefined ? (before?.tags ?? []) : cleanTags(page.tags);
  const planned = {
    ...place,
    kind: "page",
    before,
    sourceQuery,
    tags,
    maxTokens,
    trigger,
    content: saysSomething(page.body) ? page.body : null,
  } as const;
  return { ...planned, changes: changesOfPage(planned) };
}

/** The page of the bank that a file is: that of its id, else that of its place, unless another file has its id. Throws a Refusal. */
function pageBefore(
  page: ReadPage,
  { bundle, rows, taken }: Pick<Planner, "bundle" | "rows" | "taken">,
  { parentId, name }: Pick<Place, "parentId" | "name">,
): NodeRow | null {
  if (page.id !== null && bundle.pages.some((other) => other.id === page.id && other.path < page.path))
    throw new Refusal(`Another file has the id '${page.id}' too. Leave it out for a new page.`, page.lineOf("id"));
  const own = rows.find(({ id }) => id === page.id);
  if (own?.kind === "folder") throw new Refusal(`'${own.id}' is a folder in this bank.`, page.lineOf("id"));
  if (own !== undefined) return own;
  const isOther = (row: NodeRow): boolean => taken.has(row.id) || bundle.pages.some(({ id }) => id === row.id);
  return rows.find((row) => row.kind === "page" && row.parentId === parentId && row.name === name && !isOther(row)) ?? null;
}

const homeOf = ({ parentId, name }: Place): string => JSON.stringify([parentId, name]);

function changesOf({ before, name, parentId }: { readonly before: NodeRow | null } & Pick<Place, "name" | "parentId">): readonly string[] {
  if (before === null) return [];
  return [...(before.name === name ? [] : ["name"]), ...(before.parentId === parentId ? [] : ["parent_id"])];
}

function changesOfPage(page: Omit<PlannedPage, "changes">): readonly string[] {
  const { before } = page;
  if (before === null) return [];
  const differs: readonly (readonly [string, boolean])[] = [
    ["source_query", page.sourceQuery !== before.sourceQuery],
    ["tags", !isDeepStrictEqual(new Set(page.tags), new Set(before.tags))],
    ["max_tokens", page.maxTokens !== before.maxTokens],
    ["trigger", !isDeepStrictEqual(page.trigger, before.trigger)],
    ["content", page.content !== null && page.content !== before.content],
  ];
  return [...changesOf(page), ...differs.flatMap(([name, isOther]) => (isOther ? [name] : []))];
}

const folderEntry = (folder: PlannedFolder): ImportEntry => entryOf(folder.path, folder);

function entryOf(path: string, node: Place & { readonly before: NodeRow | null; readonly changes: readonly string[] }): ImportEntry {
  const status = node.before === null ? "created" : node.changes.length > 0 ? "updated" : "unchanged";
  return { path, kind: node.kind, name: node.name, id: node.id, status, changes: node.changes, problem: null, line: null };
}

/** What is wrong is said with the line that it is about. */
function at<T>(line: number | null, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof HindsightError || (cause instanceof Refusal && cause.line === null)) throw new Refusal(cause.message, line);
    throw cause;
  }
}

function attempt<T>(work: () => T, failed: (cause: unknown) => void): T | undefined {
  try {
    return work();
  } catch (cause) {
    failed(cause);
    return undefined;
  }
}
