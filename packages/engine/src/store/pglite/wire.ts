// The PostgreSQL wire protocol, version 3, as far as one embedded backend needs it.
// In: statements and bound values. Out: messages for the backend; and from its answer rows, counts or the error.
// https://www.postgresql.org/docs/current/protocol-message-formats.html

import { DatabaseError } from "pg";
import { decoderFor, type WireValue } from "../values.js";

export interface Column {
  readonly name: string;
  readonly decode: (text: string) => unknown;
}

export interface Answer {
  readonly rows: Record<string, unknown>[];
  readonly affected: number;
  /** The command tag of the last command: "INSERT 0 5", "COMMIT". */
  readonly tag: string;
  readonly error: DatabaseError | null;
  /** The columns, when the answer described them. */
  readonly columns: readonly Column[] | null;
  /** True when the statement was parsed, also if it then failed. */
  readonly parsed: boolean;
  /** False when the backend stopped in the middle of its answer: it crashed and must be restarted. */
  readonly complete: boolean;
}

/** Writes messages into one growing buffer; a message's length is filled in when it ends. */
function messageWriter() {
  let buffer = Buffer.allocUnsafe(1024);
  let at = 0;
  let lengthAt = 0;

  const room = (bytes: number): void => {
    if (at + bytes <= buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, at + bytes));
    buffer.copy(larger, 0, 0, at);
    buffer = larger;
  };
  const writer = {
    begin(type: string) {
      room(5);
      buffer[at++] = type.charCodeAt(0);
      lengthAt = at;
      at += 4;
    },
    end() {
      buffer.writeInt32BE(at - lengthAt, lengthAt);
    },
    int16(n: number) {
      room(2);
      at = buffer.writeInt16BE(n, at);
    },
    int32(n: number) {
      room(4);
      at = buffer.writeInt32BE(n, at);
    },
    /** Text with its closing zero byte; text that holds one cannot be sent and would shift the message. */
    text(text: string) {
      const size = Buffer.byteLength(text);
      room(size + 1);
      at += buffer.write(text, at, "utf8");
      buffer[at++] = 0;
    },
    value(value: WireValue) {
      if (value === null) return writer.int32(-1);
      const size = typeof value === "string" ? Buffer.byteLength(value) : value.byteLength;
      writer.int32(size);
      room(size);
      if (typeof value === "string") buffer.write(value, at, "utf8");
      else buffer.set(value, at);
      at += size;
    },
    /** A copy in a buffer of its own, which can be handed to a worker without another copy. */
    bytes(): Uint8Array<ArrayBuffer> {
      return new Uint8Array(buffer.subarray(0, at));
    },
  };
  return writer;
}

/** A script of several commands without parameters (simple query protocol). */
export function scriptMessage(text: string): Uint8Array<ArrayBuffer> {
  const writer = messageWriter();
  writer.begin("Q");
  writer.text(text);
  writer.end();
  return writer.bytes();
}

export interface StatementMessage {
  /** Name of the prepared statement; empty is the unnamed one. */
  readonly name: string;
  /** The text to parse, or null when `name` is already prepared. */
  readonly text: string | null;
  readonly values: readonly WireValue[];
  /** Another prepared statement to drop first. */
  readonly drop: string | null;
}

/** Parse (when needed), bind, describe (when parsed), execute and sync in one message: one round trip. */
export function statementMessage(statement: StatementMessage): Uint8Array<ArrayBuffer> {
  const writer = messageWriter();
  if (statement.drop !== null) {
    writer.begin("C");
    writer.text(`S${statement.drop}`);
    writer.end();
  }
  if (statement.text !== null) {
    writer.begin("P");
    writer.text(statement.name);
    writer.text(statement.text);
    writer.int16(0); // parameter types come from the statement's casts
    writer.end();
  }
  const { values } = statement;
  writer.begin("B");
  writer.text("");
  writer.text(statement.name);
  writer.int16(values.length);
  for (const value of values) writer.int16(value instanceof Uint8Array ? 1 : 0);
  writer.int16(values.length);
  for (const value of values) writer.value(value);
  writer.int16(0); // all columns as text
  writer.end();
  if (statement.text !== null) {
    writer.begin("D");
    writer.text("P");
    writer.end();
  }
  writer.begin("E");
  writer.text("");
  writer.int32(0);
  writer.end();
  writer.begin("S");
  writer.end();
  return writer.bytes();
}

/** Reads the backend's answer; `known` are the columns of a statement that was described earlier. */
export function readAnswer(bytes: Uint8Array, known: readonly Column[] | null): Answer {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const rows: Record<string, unknown>[] = [];
  let columns = known;
  let described: readonly Column[] | null = null;
  let tag = "";
  let error: DatabaseError | null = null;
  let parsed = false;
  let complete = false;
  let at = 0;
  while (at + 5 <= buffer.length) {
    const type = buffer[at];
    const next = at + 1 + buffer.readInt32BE(at + 1);
    const body = at + 5;
    if (type === 0x44 /* D: a row */) rows.push(readRow(buffer, body, columns ?? []));
    else if (type === 0x54 /* T: the columns */) described = columns = readColumns(buffer, body);
    else if (type === 0x6e /* n: no columns */) described = columns = [];
    else if (type === 0x43 /* C: done */) tag = buffer.toString("latin1", body, next - 1);
    else if (type === 0x45 /* E */) error ??= readError(buffer, body, next);
    else if (type === 0x31 /* 1: parsed */) parsed = true;
    complete = type === 0x5a /* Z: ready for the next */;
    at = next;
  }
  return { rows, affected: readCount(tag), tag, error, columns: described, parsed, complete: complete && at === buffer.length };
}

function readColumns(buffer: Buffer, from: number): readonly Column[] {
  const columns: Column[] = [];
  let at = from + 2;
  for (let left = buffer.readInt16BE(from); left > 0; left--) {
    const end = buffer.indexOf(0, at);
    columns.push({ name: buffer.toString("utf8", at, end), decode: decoderFor(buffer.readUInt32BE(end + 7)) });
    at = end + 19;
  }
  return columns;
}

function readRow(buffer: Buffer, from: number, columns: readonly Column[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  let at = from + 2;
  for (const column of columns) {
    const size = buffer.readInt32BE(at);
    at += 4;
    if (size < 0) row[column.name] = null;
    else {
      row[column.name] = column.decode(buffer.toString("utf8", at, at + size));
      at += size;
    }
  }
  return row;
}

/** "INSERT 0 5", "UPDATE 3", "SELECT 7": the last word, when it is a number. */
function readCount(tag: string): number {
  const count = Number(tag.slice(tag.lastIndexOf(" ") + 1));
  return Number.isNaN(count) ? 0 : count;
}

const ERROR_FIELDS: Readonly<Record<string, string>> = {
  S: "severity",
  C: "code",
  D: "detail",
  H: "hint",
  P: "position",
  p: "internalPosition",
  q: "internalQuery",
  W: "where",
  s: "schema",
  t: "table",
  c: "column",
  d: "dataType",
  n: "constraint",
  F: "file",
  L: "line",
  R: "routine",
};

/** The same class and fields as the `pg` client's, so callers see one kind of error. */
function readError(buffer: Buffer, from: number, to: number): DatabaseError {
  const fields = new Map<string, string>();
  let at = from;
  while (at < to && buffer[at] !== 0) {
    const key = String.fromCharCode(buffer[at] as number);
    const end = buffer.indexOf(0, at + 1);
    fields.set(key, buffer.toString("utf8", at + 1, end));
    at = end + 1;
  }
  const error = new DatabaseError(fields.get("M") ?? "unknown database error", to - from, "error");
  for (const [key, name] of Object.entries(ERROR_FIELDS)) {
    const value = fields.get(key);
    if (value !== undefined) Object.assign(error, { [name]: value });
  }
  return error;
}
