// Uploads of files on the wire.
// In: the form field `request`, as JSON text. Out: the engine's request, and the names in it that have no effect.

import { type FileItem, type FileRetainRequest, HindsightError, TRUST_LEVELS } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";

const binary = z.string().openapi({ type: "string", contentMediaType: "application/octet-stream" } as never);

/** For the specification: the parts are read as they come. */
export const FileRetainForm = z
  .object({
    files: z.array(binary).openapi({ description: "The files, each a part of its own" }),
    request: z.string().openapi({ description: "JSON: parser, and files_metadata with an entry for each file" }),
  })
  .openapi("Body_file_retain");

export const FileRetainReply = z.object({ operation_ids: z.array(z.string()) }).openapi("FileRetainResponse");

const parser = z.union([z.string(), z.array(z.string())], "a name or a list of names").nullish();
/** As for retain items: JSON text of a list, or one tag. */
const tags = z.union([z.array(z.string()), z.string().transform(listOf)], "a list of tags").nullish();
const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const FileMetadata = z.looseObject({
  document_id: z.string("a text").nullish(),
  context: z.string("a text").nullish(),
  metadata: z.record(z.string(), scalar, "an object of texts").nullish(),
  tags,
  timestamp: z.string("a text").nullish(),
  strategy: z.string("a text").nullish(),
  source_trust: z.enum(TRUST_LEVELS, `one of ${TRUST_LEVELS.join(", ")}`).nullish(),
  parser,
});

const FileRequest = z.looseObject({ parser, files_metadata: z.array(FileMetadata, "a list of objects").nullish() });

const PER_FILE = ["document_id", "context", "metadata", "tags", "timestamp", "strategy", "source_trust"];

/** Reads the field. Everything wrong with it is `bad_argument`: the contract answers 400 here, where other bodies get 422. */
export function fileRequest(text: string): { readonly request: FileRetainRequest; readonly ignored: readonly string[] } {
  const value = parsed(text);
  refuseMisplaced(value);
  const read = FileRequest.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw bad(`${(issue?.path ?? []).map(String).join(".") || "request"} takes ${issue?.message ?? "another value"}`);
  }
  const { parser: names, files_metadata: files } = read.data;
  const unknown = [...unknownNames(read.data, FileRequest), ...(files ?? []).flatMap((file) => unknownNames(file, FileMetadata))];
  return { request: { parser: names ?? null, files: files?.map(fileItem) ?? null }, ignored: [...new Set(unknown)] };
}

function fileItem(file: z.output<typeof FileMetadata>): FileItem {
  return {
    documentId: file.document_id ?? null,
    context: file.context ?? null,
    metadata: file.metadata ?? null,
    tags: file.tags ?? null,
    timestamp: file.timestamp ?? null,
    strategy: file.strategy ?? null,
    sourceTrust: file.source_trust ?? null,
    parser: file.parser ?? null,
  };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Readonly<Record<string, unknown>>;
  } catch (cause) {
    throw bad(`request is not valid JSON (${cause instanceof Error ? cause.message.slice(0, 120) : String(cause)})`);
  }
  throw bad("request must be a JSON object");
}

/** Fields that would have no effect where they stand, and whose sender surely wants one. */
function refuseMisplaced(value: Readonly<Record<string, unknown>>): void {
  const misplaced = PER_FILE.filter((name) => name in value);
  if (misplaced.length > 0)
    throw bad(`${misplaced.join(", ")} belongs to each file: put it into files_metadata, which has an entry for each file`);
  const files = Array.isArray(value.files_metadata) ? (value.files_metadata as readonly unknown[]) : [];
  if ([value, ...files].some((each) => typeof each === "object" && each !== null && "update_mode" in each)) {
    throw bad(
      "update_mode is not offered for files: a file replaces the document of its id. To add to a document, retain text with update_mode",
    );
  }
}

function unknownNames(value: object, schema: z.ZodObject): readonly string[] {
  return Object.keys(value).filter((name) => !(name in schema.shape));
}

function listOf(text: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value) && value.every((each) => typeof each === "string")) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error; // not JSON: a plain tag
  }
  return [text];
}

function bad(problem: string): HindsightError {
  return new HindsightError("bad_argument", `${problem}.`);
}
