import { z } from "zod";
import { HindsightError } from "../../errors.js";

/** What the archive calls itself. */
export const FORMAT = "hindsight-transfer";
/** Raised with every change that a reader of the last version would not understand. */
export const FORMAT_VERSION = 1;

const count = z.int().min(0);

const Member = z.strictObject({ name: z.string().max(200), size: count, sha256: z.string().regex(/^[0-9a-f]{64}$/) });

const Manifest = z.object({
  format: z.literal(FORMAT),
  format_version: z.literal(FORMAT_VERSION),
  /** `bank`: all that the includes say; `documents`: documents with what belongs to them. */
  kind: z.enum(["bank", "documents"]),
  created_at: z.string().max(40),
  bank_id: z.string().max(1000),
  includes: z.object({
    data: z.boolean(),
    config: z.boolean(),
    history: z.boolean(),
    observations: z.boolean(),
    knowledge_base: z.boolean(),
  }),
  /** The model that the vectors are of; null without vectors. */
  embedding: z.object({ model: z.string().max(300), dimension: z.int().min(1).max(100_000) }).nullable(),
  /** Above every number of a memory and of a run. */
  numbers: z.object({ memories: z.int().min(1).max(2_000_000_000), runs: z.int().min(1).max(2_000_000_000) }),
  /** Rows by table. */
  counts: z.record(z.string(), count),
  members: z.array(Member),
});

export type Manifest = z.infer<typeof Manifest>;
export type ArchiveMember = z.infer<typeof Member>;

/** Reads a manifest. Throws `file_unreadable` that says what it is instead. */
export function readManifest(text: string): Manifest {
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch (cause) {
    throw unreadable("its manifest.json is no JSON", cause);
  }
  const { format, format_version: version } = (written ?? {}) as { readonly format?: unknown; readonly format_version?: unknown };
  if (format !== FORMAT) throw foreign();
  if (typeof version === "number" && version > FORMAT_VERSION) {
    throw unreadable(`it has the format version ${version}, and this server reads up to ${FORMAT_VERSION}. Update the server`);
  }
  const read = Manifest.safeParse(written);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw unreadable(`its manifest.json is wrong at ${issue?.path.map(String).join(".") || "the top"} (${issue?.message ?? "unknown"})`);
}

/** A zip that nothing of ours has written. */
export function foreign(): HindsightError {
  return unreadable(
    "it is no archive of this server. It takes what its own exports write (POST …/transfer/export, …/document-transfer/export); other files are " +
      "retained with POST …/files/retain",
  );
}

export function unreadable(why: string, cause?: unknown): HindsightError {
  return new HindsightError("file_unreadable", `The archive cannot be imported: ${why}.`, cause === undefined ? {} : { cause });
}
