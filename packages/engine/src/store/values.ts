// Values on the wire: the one place where JavaScript values become PostgreSQL text and come back.
// In: bound values, and result fields with their type's oid. Out: the same values on PGlite and on PostgreSQL.
// Everything but bytea parameters travels as text, so both engines share this code to the letter.

import type { SqlValue } from "./db.js";

/** What a parameter is sent as: text, raw bytes (binary format, for bytea) or NULL. */
export type WireValue = string | Uint8Array | null;

/** Turns a bound value into its wire form. Numbers, booleans and dates are text whose type the statement's casts tell. */
export function encodeValue(value: SqlValue): WireValue {
  if (value === null || typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return value ? "t" : "f";
  if (value instanceof Uint8Array) return value;
  if (value instanceof Date) return encodeDate(value);
  if (isJson(value)) return value.json;
  return encodeArray(value);
}

function isJson(value: object): value is { readonly json: string } {
  return !Array.isArray(value);
}

/** An array literal. Strings are always quoted, so that "NULL", blanks and braces stay what they are. */
function encodeArray(items: readonly (string | number | boolean | null | Date)[]): string {
  const parts: string[] = [];
  for (const item of items) {
    if (item === null) parts.push("NULL");
    else if (typeof item === "string") parts.push(quoted(item));
    else if (item instanceof Date) parts.push(quoted(encodeDate(item)));
    else if (typeof item === "boolean") parts.push(item ? "t" : "f");
    else parts.push(String(item));
  }
  return `{${parts.join(",")}}`;
}

function quoted(text: string): string {
  return `"${/["\\]/.test(text) ? text.replace(/["\\]/g, "\\$&") : text}"`;
}

/** ISO 8601 as PostgreSQL reads it: no sign before a long year, and BC instead of a negative or zero year. */
function encodeDate(date: Date): string {
  const iso = date.toISOString();
  const year = date.getUTCFullYear();
  if (year >= 1 && year <= 9999) return iso;
  const rest = iso.slice(iso.indexOf("-", 1));
  return year > 9999 ? `${year}${rest}` : `${String(1 - year).padStart(4, "0")}${rest} BC`;
}

type Decode = (text: string) => unknown;

const asNumber: Decode = (text) => +text; // "NaN" and "Infinity" included
const asBoolean: Decode = (text) => text === "t";
const asJson: Decode = (text) => JSON.parse(text);
const asText: Decode = (text) => text;
const asBytes: Decode = (text) => new Uint8Array(Buffer.from(text.slice(2), "hex")); // bytea_output = hex: "\x…"

/** timestamptz in the ISO date style and the zone UTC: "2024-05-06 07:08:09.123456+00", with "BC" behind for years before 1. */
const asDate: Decode = (text) => {
  if (text === "infinity") return new Date(8.64e15);
  if (text === "-infinity") return new Date(-8.64e15);
  const found = /^(\d+)-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d+))?\+00( BC)?$/.exec(text);
  if (found === null) throw new Error(`A timestamp came in another form than asked for: ${text}`);
  const [, year, month, day, hour, minute, second, fraction, bc] = found;
  const date = new Date(0);
  date.setUTCFullYear(bc === undefined ? Number(year) : 1 - Number(year), Number(month) - 1, Number(day));
  date.setUTCHours(
    Number(hour),
    Number(minute),
    Number(second),
    fraction === undefined ? 0 : Math.trunc(Number(`0.${fraction}`) * 1000 + 1e-6),
  );
  return Number.isNaN(date.getTime()) ? new Date(bc === undefined ? 8.64e15 : -8.64e15) : date; // the database knows later and earlier times than a Date
};

/** Whole numbers of a flat array without a string per number: 50,000 take 1 ms. */
function numbersOf(text: string): (number | null)[] {
  const numbers: (number | null)[] = [];
  let at = 1;
  const end = text.length - 1;
  while (at < end) {
    let n = 0;
    let negative = false;
    let code = text.charCodeAt(at);
    if (code === 78 /* N of NULL */) {
      numbers.push(null);
      at += 5;
      continue;
    }
    if (code === 45 /* - */) {
      negative = true;
      code = text.charCodeAt(++at);
    }
    while (code >= 48 && code <= 57) {
      n = n * 10 + (code - 48);
      code = text.charCodeAt(++at);
    }
    numbers.push(negative ? -n : n);
    at++;
  }
  return numbers;
}

/** Reads an array literal of any depth, with `decode` for its elements. */
function arrayOf(decode: Decode): Decode {
  return (text) => {
    let at = text.indexOf("{"); // past bounds such as "[0:2]="
    const level = (): unknown[] => {
      const items: unknown[] = [];
      at++;
      while (text[at] !== "}") {
        if (text[at] === ",") at++;
        if (text[at] === "{") items.push(level());
        else if (text[at] === '"') items.push(decode(quotedItem()));
        else {
          const from = at;
          while (text[at] !== "," && text[at] !== "}") at++;
          const item = text.slice(from, at);
          items.push(item === "NULL" ? null : decode(item));
        }
      }
      at++;
      return items;
    };
    const quotedItem = (): string => {
      let item = "";
      let from = ++at;
      while (text[at] !== '"') {
        if (text[at] === "\\") {
          item += text.slice(from, at);
          from = ++at;
        }
        at++;
      }
      item += text.slice(from, at++);
      return item;
    };
    return level();
  };
}

const wholeNumbers: Decode = (text) => (text.startsWith("{") && !text.startsWith("{{") ? numbersOf(text) : arrayOf(asNumber)(text));

/** Built-in types by oid (src/include/catalog/pg_type.dat of PostgreSQL): element, then its array. */
const DECODERS: ReadonlyMap<number, Decode> = new Map<number, Decode>([
  [16, asBoolean], // bool
  [17, asBytes], // bytea
  [20, asNumber], // int8
  [21, asNumber], // int2
  [23, asNumber], // int4
  [26, asNumber], // oid
  [700, asNumber], // float4
  [701, asNumber], // float8
  [1700, asNumber], // numeric
  [114, asJson], // json
  [3802, asJson], // jsonb
  [1184, asDate], // timestamptz
  [1000, arrayOf(asBoolean)],
  [1001, arrayOf(asBytes)],
  [1005, wholeNumbers], // int2[]
  [1007, wholeNumbers], // int4[]
  [1016, wholeNumbers], // int8[]
  [1028, wholeNumbers], // oid[]
  [1021, arrayOf(asNumber)], // float4[]
  [1022, arrayOf(asNumber)], // float8[]
  [1231, arrayOf(asNumber)], // numeric[]
  [199, arrayOf(asJson)],
  [3807, arrayOf(asJson)],
  [1185, arrayOf(asDate)],
  [1002, arrayOf(asText)], // "char"[]
  [1003, arrayOf(asText)], // name[]
  [1009, arrayOf(asText)], // text[]
  [1014, arrayOf(asText)], // bpchar[]
  [1015, arrayOf(asText)], // varchar[]
  [1115, arrayOf(asText)], // timestamp[]
  [1182, arrayOf(asText)], // date[]
  [2951, arrayOf(asText)], // uuid[]
]);

/** The function that reads a field of type `oid`; unknown types (vector among them) stay text. */
export function decoderFor(oid: number): Decode {
  return DECODERS.get(oid) ?? asText;
}

/** Session settings that the decoders above rely on; both engines set them on every connection. */
export const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  TimeZone: "UTC",
  DateStyle: "ISO, YMD",
  bytea_output: "hex",
  client_encoding: "UTF8",
  extra_float_digits: "1",
  jit: "off", // compiles for longer than our queries run
  // From its sixth run on, a prepared statement may get a plan that knows no values. For the arms of recall that plan is a poor one:
  // in a fresh bank of 60 memories recall went from 0.2 s to 3 s at the sixth call (busy machine); planned anew each time it stays at 0.2 s.
  plan_cache_mode: "force_custom_plan",
};
