/** Rows of an archive, before any of them is written. */

import type { Row } from "../../domain/transfer.js";
import { type TransferTableName, transferColumns } from "../../store/shapes/transfer-tables.js";
import { type Manifest, unreadable } from "../archive/manifest.js";
import { isUuid } from "./ids.js";
import { MEANINGS } from "./meaning.js";

/** The rows of a table as a member lists them. Throws `file_unreadable` for what is no row of that table: a bank's key is no column of any. */
export function checkedRows(
  written: unknown,
  table: TransferTableName,
  { numbers }: Pick<Manifest, "numbers">,
  member: string,
): readonly Row[] {
  if (!Array.isArray(written)) throw unreadable(`${member} holds no list of rows`);
  const columns = transferColumns(table);
  const meaning = MEANINGS[table];
  written.forEach((row: unknown, at) => {
    const wrong = (what: string): Error => unreadable(`row ${at} of ${table} in ${member} ${what}`);
    if (typeof row !== "object" || row === null || Array.isArray(row)) throw wrong("is no object");
    const fields = row as Record<string, unknown>;
    for (const name of Object.keys(fields))
      if (!columns.has(name)) throw wrong(`has a column ${JSON.stringify(name.slice(0, 60))}, which it may not have`);
    for (const name of meaning.numbers ?? []) if (!isNumber(fields[name], numbers.memories)) throw wrong(`has no usable ${name}`);
    for (const name of meaning.runs ?? [])
      if (fields[name] != null && !isNumber(fields[name], numbers.runs)) throw wrong(`has no usable ${name}`);
    for (const name of [...(meaning.ids ?? []), ...(meaning.entities ?? [])])
      if (!isUuid(fields[name]) && !(name === "fact_id" && fields[name] == null)) throw wrong(`has no usable ${name}`);
    for (const name of [...(meaning.idLists ?? []), ...(meaning.entityLists ?? [])]) {
      const list = fields[name];
      if (!Array.isArray(list) || !list.every(isUuid)) throw wrong(`has no usable ${name}`);
    }
  });
  return written as readonly Row[];
}

/** A number that the bank of the archive had given out. */
function isNumber(value: unknown, next: number): boolean {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) < next;
}

/** Bytes lie under their hash, which becomes a part of a path. */
function isAttachment({ hash, attachment_id: id }: Row): boolean {
  return typeof hash === "string" && /^[0-9a-f]{64}$/.test(hash) && id === hash.slice(0, 12);
}

export interface DocumentMember {
  readonly document: Row;
  readonly chunks: readonly Row[];
  readonly attachments: readonly Row[];
  readonly runs: readonly Row[];
  readonly facts: readonly Row[];
}

/** A document's member; every row in it is of that document. */
export function checkedDocument(written: unknown, manifest: Pick<Manifest, "numbers">, member: string): DocumentMember {
  if (typeof written !== "object" || written === null || Array.isArray(written)) throw unreadable(`${member} holds no document`);
  const { document, chunks, attachments, runs, facts } = written as Record<string, unknown>;
  const rows = (list: unknown, table: TransferTableName): readonly Row[] => checkedRows(list, table, manifest, member);
  const read: DocumentMember = {
    document: rows([document], "document")[0] as Row,
    chunks: rows(chunks, "chunk"),
    attachments: rows(attachments, "attachment"),
    runs: rows(runs, "run"),
    facts: rows(facts, "memory"),
  };
  const id = read.document.document_id;
  if (typeof id !== "string" || id === "") throw unreadable(`the document in ${member} has no id`);
  for (const row of [...read.chunks, ...read.attachments, ...read.runs, ...read.facts])
    if (row.document_id !== id) throw unreadable(`${member} holds a row of another document`);
  if (!read.attachments.every(isAttachment)) throw unreadable(`an attachment in ${member} has another id than its bytes`);
  if (read.facts.some(({ kind }) => kind === "observation")) throw unreadable(`${member} holds an observation among its facts`);
  return read;
}
