/** The files of a bundle as what they say: folders, pages, what is nothing to import, and what is wrong. */

import { setImmediate } from "node:timers/promises";
import type { BundleFile } from "../../../domain/knowledge.js";
import type { Trigger } from "../../../domain/mental-models.js";
import { exceedsBytes } from "../../../domain/names.js";
import { tagsOf } from "../../../domain/page-markdown.js";
import { INDEX_FILE } from "../../../domain/page-paths.js";
import { sanitise } from "../../../domain/text/sanitise.js";
import { writtenTrigger } from "../../../domain/trigger.js";
import { HindsightError } from "../../../errors.js";
import { type Field, type FrontMatter, type Problem, readFrontMatter } from "./front-matter.js";
import { INDEX_HEADER } from "./header-limits.js";

/** A folder that the index names. */
export interface ReadFolder {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | null;
  /** The folder of the bundle that it is. */
  readonly path: string | null;
  readonly line: number;
}

/** A page's file; absent fields are left as they are. */
export interface ReadPage {
  readonly path: string;
  /** The folders above the file. */
  readonly folders: readonly string[];
  readonly id: string | null;
  readonly name: string;
  readonly sourceQuery?: string;
  readonly tags?: readonly string[];
  readonly maxTokens?: number;
  /** What a stated trigger says; it is the whole of it. */
  readonly trigger?: Partial<Trigger>;
  /** The id of its folder, in place of where the file lies. */
  readonly parentId: string | null;
  readonly body: string;
  readonly problem: Problem | null;
  lineOf(key: string): number | null;
}

export interface Bundle {
  readonly folders: readonly ReadFolder[];
  readonly pages: readonly ReadPage[];
  readonly ignored: readonly string[];
  /** Of the index. */
  readonly problem: Problem | null;
}

const MOST_PAGES = 1_000;
const MOST_FOLDERS = 1_000;
/** Folders in one another, and so the parts of a path. */
export const MOST_DEPTH = 32;
const MOST_PATH_BYTES = 8_192;
/** A page has 8,192 tokens at most. */
const MOST_FILE_BYTES = 262_144;
const ID = /^k[fp]-[\w-]{1,64}$/u;
const KEYS = ["id", "type", "type_tag", "title", "description", "tags", "timestamp", "parent_id", "max_tokens", "trigger"];

/** Throws `bad_argument` for a bundle that is too large to be looked at, or two files of one path. Others are answered between two files. */
export async function readBundle(files: readonly BundleFile[]): Promise<Bundle> {
  const paths = new Set<string>();
  for (const { path } of files) {
    if (paths.has(path)) throw new HindsightError("bad_argument", `The bundle has two files '${path}'.`);
    paths.add(path);
  }
  const isLog = ({ path, content }: BundleFile): boolean =>
    path.endsWith(".log.md") && paths.has(`${path.slice(0, -".log.md".length)}.md`) && !/^\uFEFF?---/u.test(content);
  const index = files.find(({ path }) => path === INDEX_FILE);
  const logs = files.filter(isLog);
  const { folders, problem } = index === undefined ? { folders: [], problem: null } : readIndex(index.content);
  const pages = files.filter((file) => file !== index && !logs.includes(file));
  if (pages.length > MOST_PAGES)
    throw new HindsightError("bad_argument", `The bundle has ${pages.length} pages; one import takes ${MOST_PAGES}. Import it in parts.`);
  if (folders.length > MOST_FOLDERS)
    throw new HindsightError("bad_argument", `The bundle has ${folders.length} folders; one import takes ${MOST_FOLDERS}.`);
  const read: ReadPage[] = [];
  for (const page of pages) {
    read.push(readPage(page));
    await setImmediate();
  }
  return { folders, pages: read, ignored: [...(index ? [INDEX_FILE] : []), ...logs.map(({ path }) => path)], problem };
}

function readIndex(content: string): { readonly folders: readonly ReadFolder[]; readonly problem: Problem | null } {
  const { fields, problems } = readFrontMatter(content, INDEX_HEADER);
  const [problem = null] = problems;
  const listed = fields.get("folders");
  if (problem !== null || listed === undefined) return { folders: [], problem };
  const wrong = (line: number): { readonly folders: []; readonly problem: Problem } => ({
    folders: [],
    problem: { message: "`folders` must be a list of {id, name, parent_id}, each id a `kf-…` of its own.", line },
  });
  if (listed.entries === null) return wrong(listed.line);
  const folders: ReadFolder[] = [];
  const seen = new Set<string>();
  for (const { value, line } of listed.entries) {
    const { id, name, parent_id: parentId = null, path = null } = (value ?? {}) as Readonly<Record<string, unknown>>;
    const isFolder =
      isText(id) && ID.test(id) && isText(name) && (parentId === null || isText(parentId)) && (path === null || isText(path));
    if (!isFolder || seen.has(id)) return wrong(line);
    seen.add(id);
    folders.push({ id, name, parentId, path, line });
  }
  return { folders, problem: null };
}

const isText = (value: unknown): value is string => typeof value === "string";

function readPage({ path, content }: BundleFile): ReadPage {
  const at = pathProblem(path);
  const folders = path.split("/").slice(0, -1);
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/iu, "");
  const matter: FrontMatter = exceedsBytes(content, MOST_FILE_BYTES)
    ? { fields: new Map(), body: "", problems: [{ message: `The file is longer than ${MOST_FILE_BYTES} bytes.`, line: null }] }
    : readFrontMatter(content);
  const { fields, body, problems } = matter;
  const read = fieldsRead(fields);
  return {
    path,
    folders,
    id: textOf(fields, "id"),
    name: textOf(fields, "title") ?? stem,
    parentId: textOf(fields, "parent_id"),
    ...read.fields,
    body: sanitise(body),
    problem: at ?? problems[0] ?? read.problem,
    lineOf: (key) => fields.get(key)?.line ?? null,
  };
}

function pathProblem(path: string): Problem | null {
  const parts = path.split("/");
  const wrong = (message: string): Problem => ({ message, line: null });
  if (!/\.md$/iu.test(path)) return wrong("Only Markdown files (.md) are imported.");
  if (parts.some((part) => part === "" || part === "." || part === "..") || path.includes("\0"))
    return wrong("The path must be relative, with `/` between its parts and none of them `.`, `..` or empty.");
  if (parts.length > MOST_DEPTH + 1) return wrong(`The file lies ${parts.length - 1} folders deep; ${MOST_DEPTH} are taken.`);
  return exceedsBytes(path, MOST_PATH_BYTES) ? wrong(`The path is longer than ${MOST_PATH_BYTES} bytes.`) : null;
}

type Read = Pick<ReadPage, "sourceQuery" | "tags" | "maxTokens" | "trigger">;
type Fields = ReadonlyMap<string, Field>;

function fieldsRead(fields: Fields): { readonly fields: Read; readonly problem: Problem | null } {
  const problem = [...fields].map(([key, field]) => problemOf(key, field)).find((each) => each !== null) ?? null;
  if (problem !== null) return { fields: {}, problem };
  const sourceQuery = textOf(fields, "description");
  const saysTags = ["tags", "type", "type_tag"].some((key) => fields.has(key));
  const maxTokens = textOf(fields, "max_tokens");
  const trigger = fields.get("trigger");
  return {
    fields: {
      ...(sourceQuery === null ? {} : { sourceQuery: sanitise(sourceQuery) }),
      ...(saysTags ? { tags: tagsOf(textOf(fields, "type"), tagList(fields.get("tags")) ?? [], textOf(fields, "type_tag")) } : {}),
      ...(maxTokens === null ? {} : { maxTokens: Number(maxTokens) }),
      ...(trigger === undefined || trigger.value === null ? {} : { trigger: writtenTrigger(trigger.value).fields }),
    },
    problem: null,
  };
}

function problemOf(key: string, field: Field): Problem | null {
  const wrong = (message: string): Problem => ({ message, line: field.line });
  if (!KEYS.includes(key)) return wrong(`'${key}' is no key of a page. There are ${KEYS.join(", ")}.`);
  if (field.value === null) return null;
  if (key === "tags") return tagList(field) === null ? wrong("`tags` must be a list of words, as in [one, two].") : null;
  if (key === "trigger") {
    const { problems } = writtenTrigger(field.value);
    return problems.length === 0 ? null : wrong(`${problems.join("; ")}.`);
  }
  if (field.text === null) return wrong(`'${key}' must be one value, not a list or a mapping.`);
  if (key === "id" && !ID.test(field.text)) return wrong(`'${field.text}' is no id of a page (kp-…). Leave it out for a new one.`);
  if (key === "max_tokens" && !/^\d{1,9}$/u.test(field.text)) return wrong("`max_tokens` must be a whole number.");
  return null;
}

function tagList(field: Field | undefined): readonly string[] | null {
  if (field === undefined || field.value === null) return [];
  if (field.text !== null) return [field.text];
  if (field.entries === null || field.entries.some(({ text }) => text === null)) return null;
  return field.entries.flatMap(({ text }) => text ?? []);
}

const textOf = (fields: Fields, key: string): string | null => fields.get(key)?.text ?? null;
