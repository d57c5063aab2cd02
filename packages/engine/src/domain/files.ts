// Files that callers upload: what they say about them.
// In: nothing. Out: types only.

import type { Trust } from "./trust.js";

/** One file of an upload, as its sender names it. */
export interface FileHead {
  readonly name: string;
  /** Empty or `application/octet-stream` when the sender does not know. */
  readonly contentType: string;
}

/** What the text of a file is retained with. */
export interface FileItem {
  readonly documentId?: string | null;
  readonly context?: string | null;
  readonly metadata?: Readonly<Record<string, string>> | null;
  readonly tags?: readonly string[] | null;
  /** As of a retain item. Without one an e-mail is dated by itself, any other file by the upload. */
  readonly timestamp?: string | null;
  readonly strategy?: string | null;
  readonly sourceTrust?: Trust | null;
  /** A parser, or several to try in order. */
  readonly parser?: string | readonly string[] | null;
}

export interface FileRetainRequest {
  readonly parser?: string | readonly string[] | null;
  /** One for each file, in their order; absent for none. */
  readonly files?: readonly FileItem[] | null;
}

/** An upload on its way: nothing is stored before `retain`. */
export interface FileUpload {
  /** Takes a file's bytes in as they come. Throws `bad_argument` for one file too many, or too large. */
  add(file: FileHead, source: AsyncIterable<Uint8Array>): Promise<void>;
  /** Stores the files and queues an operation for each; returns their ids in the order of the files. */
  retain(request: FileRetainRequest): Promise<{ readonly operationIds: readonly string[] }>;
  /** Drops what was taken in; no error after `retain`. */
  discard(): Promise<void>;
}
