// Ids as people give them: the beginning of one is enough where it is the only one that begins so.
// In: what was typed. Out: the whole id; what is no beginning of an id is passed on as it is, for the server to answer.

import { type Api, bankPath, CliError } from "./api.js";
import { query } from "./query.js";

const WHOLE = /^[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i;
/** Four characters are the least: of fewer, one more memory makes another. */
const BEGINNING = /^[0-9a-f]{4}[0-9a-f-]{0,31}$/i;
/** Pages that are looked through, at most: of a larger bank the whole id is asked for. */
const MOST_PAGES = 50;

/** Where the ids of a kind are listed. */
interface Listed {
  readonly noun: string;
  readonly path: string;
  readonly perPage: number;
  readonly under: "items" | "operations";
  readonly field: "id" | "operation_id";
  /** The lists that there are of the kind. */
  readonly states?: readonly string[];
}

const MEMORIES: Listed = {
  noun: "memory",
  path: "/memories/list",
  perPage: 1000,
  under: "items",
  field: "id",
  states: ["valid", "invalidated"],
};
const OPERATIONS: Listed = { noun: "operation", path: "/operations", perPage: 100, under: "operations", field: "operation_id" };
const DOCUMENTS: Listed = { noun: "document", path: "/documents", perPage: 1000, under: "items", field: "id" };
const ENTITIES: Listed = { noun: "entity", path: "/entities", perPage: 1000, under: "items", field: "id" };

const SHORT = 8;

/** The beginning of an id that is enough to find it again among those it is shown with; the whole of one whose beginning another has too. */
export function shortId(id: string, among: readonly { readonly id: string }[]): string {
  const short = id.slice(0, SHORT);
  return isWhole(id) && among.every((other) => other.id === id || !other.id.startsWith(short)) ? short : id;
}

export const memoryId = (api: Api, bank: string, given: string): Promise<string> => wholeId(api, bank, given, MEMORIES);
export const operationId = (api: Api, bank: string, given: string): Promise<string> => wholeId(api, bank, given, OPERATIONS);

/** Of documents only ids that were made up are looked for: a name of somebody's own may be as short as it likes, and is taken as it stands. */
export async function documentId(api: Api, bank: string, given: string): Promise<string> {
  if (!BEGINNING.test(given)) return given;
  const path = bankPath(bank, `/documents/${encodeURIComponent(given)}`);
  const isThere = await api.get(path).then(
    () => true,
    (cause: unknown) => {
      if (cause instanceof CliError && cause.answer?.status === 404) return false;
      throw cause;
    },
  );
  return isThere ? given : only(given, (await beginning(api, bank, given, DOCUMENTS)).filter(isWhole), DOCUMENTS, given);
}

/** An entity by its name, an alias, its id or the beginning of that. Throws a CliError that names the candidates when there is not exactly one. */
export async function entityId(api: Api, bank: string, given: string): Promise<string> {
  if (isWhole(given)) return given;
  const reply = await api.get<{ items: readonly Entity[] }>(bankPath(bank, `/entities${query({ q: given, limit: "1000" })}`));
  const holding = reply.items.filter(({ canonical_name: name }) => same(name).includes(same(given)));
  const [first, second] = holding.filter(({ canonical_name: name }) => same(name) === same(given));
  if (first !== undefined && second === undefined) return first.id;
  if (second !== undefined)
    throw new CliError(
      `${told(given)} is the name of more than one entity; take the id.${candidates(holding.filter((each) => same(each.canonical_name) === same(given)))}`,
    );
  const [alias] = await called(
    api,
    bank,
    given,
    reply.items.filter((each) => !holding.includes(each)),
  );
  if (alias !== undefined) return alias;
  const [begun, another] = BEGINNING.test(given) ? await beginning(api, bank, given, ENTITIES) : [];
  if (begun !== undefined && another === undefined) return begun;
  const near =
    holding.length === 0 ? ` "hindsight entity list ${bank}" shows what there is.` : ` Which one is meant?${candidates(holding)}`;
  throw new CliError(`No entity of bank ${bank} is called ${told(given)}.${near}`);
}

interface Entity {
  readonly id: string;
  readonly canonical_name: string;
  readonly mention_count: number;
}

/** Of entities that a server found by something else than their names: those that have the alias. */
async function called(api: Api, bank: string, given: string, found: readonly Entity[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const { id } of found.slice(0, MOST_LOOKS)) {
    const { aliases = [] } = await api.get<{ aliases?: readonly { readonly name: string }[] }>(bankPath(bank, `/entities/${id}`));
    if (aliases.some(({ name }) => same(name) === same(given))) ids.push(id);
  }
  return ids;
}

/** Entities that are asked for their aliases one by one. A server that knows no search by name lists all that it has. */
const MOST_LOOKS = 20;
const MOST_TOLD = 10;

const same = (name: string): string => name.normalize("NFKC").toLowerCase();

const told = (given: string): string => JSON.stringify(given);

function candidates(entities: readonly Entity[]): string {
  const lines = entities.slice(0, MOST_TOLD).map((each) => `\n  ${each.id}  ${each.canonical_name} (${each.mention_count})`);
  return lines.join("") + (entities.length > MOST_TOLD ? `\n  and ${entities.length - MOST_TOLD} more` : "");
}

async function wholeId(api: Api, bank: string, given: string, listed: Listed): Promise<string> {
  if (isWhole(given) || !BEGINNING.test(given)) return given;
  return only(given, await beginning(api, bank, given, listed), listed, null);
}

/** The one that was found. Without one it is `otherwise`, or what is missing is said. */
function only(given: string, found: readonly string[], { noun }: Listed, otherwise: string | null): string {
  const [first, second] = found;
  if (second !== undefined)
    throw new CliError(`More than one ${noun} has an id that begins with ${given}: ${first}, ${second}. Give more of it.`);
  if (first === undefined && otherwise === null) throw new CliError(`No ${noun} has an id that begins with ${given}.`);
  return first ?? otherwise ?? given;
}

/** Ids that begin so: all on the pages that were looked through until there were two. */
async function beginning(api: Api, bank: string, given: string, listed: Listed): Promise<readonly string[]> {
  const { path, perPage, under, field, states = [undefined] } = listed;
  const found: string[] = [];
  for (const state of states) {
    for (let at = 0; at < MOST_PAGES && found.length < 2; at++) {
      const asked = query({ state, limit: String(perPage), offset: String(at * perPage) });
      const rows = (await api.get<Page>(bankPath(bank, `${path}${asked}`)))[under] ?? [];
      found.push(...rows.flatMap((row) => (row[field]?.startsWith(given.toLowerCase()) ? [row[field]] : [])));
      if (rows.length < perPage) break;
    }
  }
  return found;
}

type Page = Readonly<Partial<Record<Listed["under"], readonly Readonly<Partial<Record<Listed["field"], string>>>[]>>>;

const isWhole = (id: string): boolean => WHOLE.test(id);
