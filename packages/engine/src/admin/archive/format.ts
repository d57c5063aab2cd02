// The archive of a backup: a gzipped tar that `tar tzf` lists.
// manifest.json (first), schemas/<schema>/tables/<table>/<piece>.jsonl and …/objects/<key>, checksums.json (last: without it the archive is cut off).
// A line of a table's piece is one row: a JSON array with PostgreSQL's text of each value, in the order of the manifest's columns.

import { z } from "zod";
import { HindsightError } from "../../errors.js";

export const FORMAT = "hindsight-backup";
/** Raised when an older version could not read what is written. */
export const FORMAT_VERSION = 1;
export const MANIFEST = "manifest.json";
export const CHECKSUMS = "checksums.json";

const name = z.string().min(1).max(200);

const schemaForm = z.object({
  name,
  migrations: z.array(z.object({ version: z.number().int(), name, checksum: z.string() })),
  tables: z.array(z.object({ name, columns: z.array(name) })),
  counters: z.array(z.object({ table: name, column: name, last: z.string().regex(/^-?\d+$/), is_used: z.boolean() })),
  /** Name below which the objects lay; null for a schema without one. */
  storage_space: z.string().nullable(),
});

const manifestForm = z.object({
  format: z.literal(FORMAT),
  format_version: z.number().int(),
  created_at: z.string(),
  /** Version of Hindsight that wrote it. */
  hindsight_version: z.string(),
  database: z.object({ engine: z.string(), server_version: z.number().int(), vector_version: z.string().nullable() }),
  /** One for each tenant; that of a server without tenants is "public". */
  schemas: z.array(schemaForm).min(1),
  /** False: attachments and uploaded files stayed where they are. */
  has_objects: z.boolean(),
});

export type Manifest = z.infer<typeof manifestForm>;
export type ArchivedSchema = Manifest["schemas"][number];

const checksumsForm = z.object({
  entries: z.array(z.object({ name: z.string(), bytes: z.number().int(), sha256: z.string() })),
  /** Rows by schema and table. */
  rows: z.record(z.string(), z.record(z.string(), z.number().int())),
  objects: z.number().int(),
  /** By schema, how many memories a file of the database had lost; absent where it was not looked, as in a schema of an older version. */
  lost: z.record(z.string(), z.number().int()).optional(),
});

export type Checksums = z.infer<typeof checksumsForm>;

/** What an entry of a schema is. */
export type Part = { readonly schema: string } & ({ readonly table: string; readonly piece: number } | { readonly object: string });

/** The name of an entry; schemas may have any name, and a path may not. */
export function entryName(part: Part): string {
  const head = `schemas/${encodeURIComponent(part.schema)}`;
  return "table" in part ? `${head}/tables/${part.table}/${String(part.piece).padStart(6, "0")}.jsonl` : `${head}/objects/${part.object}`;
}

/** What an entry is by its name; null for the manifest and the checksums. */
export function partOf(entry: string): Part | null {
  const found = /^schemas\/([^/]+)\/(?:tables\/([^/]+)\/(\d+)\.jsonl|objects\/(.+))$/.exec(entry);
  if (found === null) return null;
  const [, schema = "", table, piece, object = ""] = found;
  const part = { schema: decodeURIComponent(schema) };
  return table === undefined ? { ...part, object } : { ...part, table, piece: Number(piece) };
}

export function parseManifest(bytes: Uint8Array): Manifest {
  const found = parsed(bytes, MANIFEST) as { readonly format_version?: unknown } | null;
  if (typeof found?.format_version === "number" && found.format_version > FORMAT_VERSION) {
    const message = `The archive has format ${found.format_version}; this version of Hindsight reads up to ${FORMAT_VERSION}. Restore it with a newer version.`;
    throw new HindsightError("bad_argument", message);
  }
  const result = manifestForm.safeParse(found);
  if (!result.success) throw damaged(`its ${MANIFEST} is no manifest of a backup`);
  return result.data;
}

export function parseChecksums(bytes: Uint8Array): Checksums {
  const result = checksumsForm.safeParse(parsed(bytes, CHECKSUMS));
  if (!result.success) throw damaged(`its ${CHECKSUMS} cannot be read`);
  return result.data;
}

function parsed(bytes: Uint8Array, entry: string): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8")) as unknown;
  } catch (cause) {
    throw damaged(`its ${entry} is no JSON`, cause);
  }
}

/** The archive is not what was written, and nothing of it is used. */
export function damaged(what: string, cause?: unknown): HindsightError {
  const message = `The archive is damaged: ${what}. Nothing was restored. Take another copy of it, or an older backup.`;
  return new HindsightError("bad_argument", message, cause === undefined ? {} : { cause });
}
