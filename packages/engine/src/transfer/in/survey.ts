import type { RequestContext } from "../../context.js";
import type { Row } from "../../domain/transfer.js";
import type { TransferTableName } from "../../store/shapes/transfer-tables.js";
import { unreadable } from "../archive/manifest.js";
import { memberKind } from "../archive/names.js";
import type { Archive } from "../archive/read.js";
import { unpackVectors } from "../archive/vectors.js";
import { checkedDocument, checkedRows } from "./check.js";
import { MEANINGS } from "./meaning.js";
import type { ArchiveAlias, ArchiveEntity, ArchiveMention } from "./names.js";
import { parentsFirst } from "./nodes.js";
import { type Numbering, numberingOf } from "./numbering.js";
import { checkRules } from "./rules.js";

/** What is in an archive, found by reading all of it once. */
export interface Survey {
  readonly documentIds: readonly string[];
  /** Memories by number, with the document that each is at home in. */
  readonly homes: ReadonlyMap<number, string | null>;
  /** Facts out of use, in the same way. */
  readonly invalidated: ReadonlyMap<number, string | null>;
  /** The places that state a memory, where there are several. */
  readonly sources: ReadonlyMap<number, readonly Row[]>;
  readonly memories: Numbering;
  readonly runs: Numbering;
  readonly observations: ReadonlySet<number>;
  /** Memories whose vector is in the archive. */
  readonly vectors: ReadonlySet<number>;
  /** The facts that each observation stands on. */
  readonly evidence: ReadonlyMap<number, readonly number[]>;
  readonly entities: readonly ArchiveEntity[];
  readonly aliases: ReadonlyMap<string, ArchiveAlias>;
  /** By which aliases memories mention entities. */
  readonly aliasMentions: ReadonlyMap<number, readonly ArchiveMention[]>;
  readonly models: readonly { readonly id: string; readonly name: string; readonly content: string }[];
  /** Each after its folder. */
  readonly nodes: readonly Row[];
}

/**
 * Reads an archive whole before anything of it is written: every checksum, every row's columns, and that what rows refer to is there where the database
 * would not say so. Throws `file_unreadable`.
 */
export async function survey(
  ctx: Pick<RequestContext, "signal" | "settings">,
  archive: Archive,
  { isOwn }: { readonly isOwn: boolean },
): Promise<Survey> {
  const { manifest } = archive;
  const found = {
    documentIds: [] as string[],
    homes: new Map<number, string | null>(),
    invalidated: new Map<number, string | null>(),
    sources: new Map<number, Row[]>(),
    observations: new Set<number>(),
    vectors: new Set<number>(),
    evidence: new Map<number, number[]>(),
    entities: [] as ArchiveEntity[],
    aliases: new Map<string, ArchiveAlias>(),
    aliasMentions: new Map<number, ArchiveMention[]>(),
    models: [] as { id: string; name: string; content: string }[],
    nodes: [] as Row[],
  };
  const counts = new Map<string, number>();
  const runs = new Set<number>();
  const mentioned = new Set<string>();
  const mentioning = new Set<number>();
  const aliases: ArchiveAlias[] = [];
  const note = (table: TransferTableName, rows: readonly Row[]): void => {
    counts.set(table, (counts.get(table) ?? 0) + rows.length);
    if (!isOwn) checkRules(table, rows, ctx.settings);
    for (const row of rows) {
      for (const name of MEANINGS[table].runs ?? []) if (row[name] != null) runs.add(row[name] as number);
      if (table === "memory") noteMemory(found, row);
      else if (table === "invalidated_memory") found.invalidated.set(row.memory_no as number, textOrNull(row.document_id));
      else if (table === "observation_source") pushTo(found.evidence, row.observation_no as number, row.memory_no as number);
      else if (table === "entity") found.entities.push(entityIn(row));
      else if (table === "entity_alias") aliases.push(aliasIn(row));
      else if (table === "mental_model") found.models.push({ id: String(row.id), name: String(row.name), content: String(row.content) });
      else if (table === "knowledge_node") found.nodes.push(row);
      else if (table === "memory_entity") {
        mentioned.add(row.entity_id as string);
        mentioning.add(row.memory_no as number);
      } else if (table === "memory_source") {
        pushTo(found.sources, row.memory_no as number, row);
        for (const id of row.entity_ids as readonly string[]) mentioned.add(id);
      } else if (table === "alias_mention") {
        if (!found.homes.has(row.memory_no as number) && !found.invalidated.has(row.memory_no as number))
          throw unreadable("an alias is mentioned by a memory that is not in the archive");
        pushTo(found.aliasMentions, row.memory_no as number, { aliasId: row.alias_id as string, isBeside: row.is_beside === true });
      }
    }
  };
  for (const { name } of manifest.members) {
    ctx.signal.throwIfAborted();
    const kind = memberKind(name);
    if (kind?.kind === "rows") note(kind.table, checkedRows(await archive.json(name), kind.table, manifest, name));
    else if (kind?.kind === "document") {
      const { document, chunks, attachments, runs, facts } = checkedDocument(await archive.json(name), manifest, name);
      found.documentIds.push(String(document.document_id));
      note("document", [document]);
      note("chunk", chunks);
      note("attachment", attachments);
      note("run", runs);
      note("memory", facts);
    } else if (kind?.kind === "vectors") {
      if (manifest.embedding === null) throw unreadable("it has vectors, and its manifest names no model for them");
      noteVectors(found, unpackVectors(await archive.bytes(name), manifest.embedding.dimension));
    } else if (kind?.kind === "file") await checkFile(archive, name, kind.hash);
    else await archive.json(name);
  }
  for (const [table, count] of Object.entries(manifest.counts))
    if ((counts.get(table) ?? 0) !== count)
      throw unreadable(`it has ${counts.get(table) ?? 0} rows of ${table}, and its manifest says ${count}`);
  checkNames(found, aliases);
  const known = new Set(found.entities.map(({ id }) => id));
  for (const id of mentioned) if (!known.has(id)) throw unreadable("a memory mentions an entity that is not in the archive");
  for (const number of mentioning)
    if (!found.homes.has(number)) throw unreadable("an entity is mentioned by a memory that is not in the archive");
  const memories = numberingOf([...found.homes.keys(), ...found.invalidated.keys()]);
  return { ...found, memories, runs: numberingOf(runs), nodes: parentsFirst(found.nodes) };
}

const entityIn = (row: Row): ArchiveEntity => ({ id: row.id as string, key: textOrNull(row.name_key), isLabel: row.is_label === true });
const aliasIn = (row: Row): ArchiveAlias => ({
  id: row.id as string,
  entityId: row.entity_id as string,
  key: textOrNull(row.name_key),
  path: row.path as readonly string[],
});

/** Names are matched with those of a bank, which tells nothing when two of them are one in the archive already. */
function checkNames(
  found: {
    readonly documentIds: readonly string[];
    readonly models: Survey["models"];
    readonly nodes: readonly Row[];
    readonly entities: readonly ArchiveEntity[];
    readonly aliases: Map<string, ArchiveAlias>;
    readonly aliasMentions: Survey["aliasMentions"];
  },
  aliases: readonly ArchiveAlias[],
): void {
  noTwo("documents have one id", found.documentIds);
  noTwo(
    "mental models have one id",
    found.models.map(({ id }) => id),
  );
  noTwo(
    "pages have one id",
    found.nodes.map(({ id }) => id),
  );
  noTwo(
    "entities or aliases have one id",
    [...found.entities, ...aliases].map(({ id }) => id),
  );
  for (const list of [found.entities, aliases])
    noTwo(
      "entities or aliases have one name",
      list.flatMap(({ key }) => key ?? []),
    );
  const known = new Set(found.entities.map(({ id }) => id));
  for (const alias of aliases) {
    if (!known.has(alias.entityId)) throw unreadable("an alias in it is of an entity that is not in the archive");
    found.aliases.set(alias.id, alias);
  }
  for (const mentions of found.aliasMentions.values())
    for (const { aliasId } of mentions)
      if (!found.aliases.has(aliasId)) throw unreadable("a memory mentions an alias that is not in the archive");
}

function noTwo(what: string, values: readonly unknown[]): void {
  if (new Set(values).size !== values.length) throw unreadable(`two ${what} in it`);
}

function noteMemory(
  { homes, observations }: { readonly homes: Map<number, string | null>; readonly observations: Set<number> },
  { memory_no, document_id, kind }: Row,
): void {
  if (homes.has(memory_no as number)) throw unreadable("two memories in it have one number");
  homes.set(memory_no as number, textOrNull(document_id));
  if (kind === "observation") observations.add(memory_no as number);
}

function noteVectors({ vectors }: { readonly vectors: Set<number> }, found: ReadonlyMap<number, Float32Array>): void {
  for (const number of found.keys()) {
    if (vectors.has(number)) throw unreadable("a memory in it has two vectors");
    vectors.add(number);
  }
}

function pushTo<T>(lists: Map<number, T[]>, key: number, value: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** The name of a file is the SHA-256 of its bytes, which the manifest's checksum has been compared with. */
async function checkFile(archive: Archive, name: string, hash: string): Promise<void> {
  if (archive.sha256(name) !== hash) throw unreadable(`the bytes of ${name} are not those of its name`);
  await archive.bytes(name);
}

const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);
