import type { FileItem } from "../domain/files.js";
import type { Trust } from "../domain/trust.js";

/** The contract's name of the operation. */
export const FILE_CONVERT_OPERATION = "file_convert_retain";

/** What the operation of a file keeps, by the contract's names: `task_payload` is shown to callers. The bytes are not in it. */
export interface FilePayload {
  readonly storage_key: string;
  readonly original_filename: string;
  readonly content_type: string;
  readonly byte_size: number;
  readonly sha256: string;
  readonly parser: readonly string[];
  readonly document_id: string;
  readonly context: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly timestamp: string | null;
  readonly strategy: string | null;
  readonly source_trust?: Trust;
}

export type FileFacts = Pick<
  FilePayload,
  "storage_key" | "original_filename" | "content_type" | "byte_size" | "sha256" | "parser" | "document_id"
>;

export function toPayload(facts: FileFacts, item: FileItem): FilePayload {
  return {
    ...facts,
    context: item.context ?? null,
    metadata: item.metadata ?? {},
    tags: item.tags ?? [],
    timestamp: item.timestamp ?? null,
    strategy: item.strategy ?? null,
    ...(item.sourceTrust == null ? {} : { source_trust: item.sourceTrust }),
  };
}
