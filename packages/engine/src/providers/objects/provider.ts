/**
 * Object storage: bytes under a key. Keys begin with the bank's own prefix (`banks/<key>/`), so that a bank's objects can be listed and removed
 * together; the rest is content-addressed by whoever stores (`banks/7/attachments/<sha256>`). Slashes separate; no `..`, no leading slash.
 * What the storage does not answer, or refuses, is `storage_unavailable`.
 */
export interface ObjectStore {
  /** For messages and `/version`: "local" or "s3". */
  readonly kind: string;
  /** Durable when it resolves. Writing the same key again replaces it whole; readers see the old or the new bytes, never a part. */
  put(key: string, bytes: Uint8Array, options: { readonly contentType: string; readonly signal?: AbortSignal }): Promise<void>;
  /**
   * Takes bytes in as they come, in bounded memory, to a place of their own on this machine's disk. Rejects with what the source throws, and then
   * nothing stays behind.
   */
  receive(source: AsyncIterable<Uint8Array>): Promise<ReceivedObject>;
  /** Null when there is no such object. */
  get(key: string, signal?: AbortSignal): Promise<Uint8Array | null>;
  /** The same as a stream, in bounded memory; whoever takes it reads it to its end or cancels it. */
  read(key: string, signal?: AbortSignal): Promise<OpenObject | null>;
  has(key: string, signal?: AbortSignal): Promise<boolean>;
  /** Deleting what is not there is no error. */
  delete(key: string, signal?: AbortSignal): Promise<void>;
  /** Deletes everything whose key begins with the prefix, which ends in a slash; returns how many objects went. */
  deleteAll(prefix: string, signal?: AbortSignal): Promise<number>;
  /** Every object whose key begins with the prefix, in no order. */
  list(prefix: string, signal?: AbortSignal): AsyncIterable<StoredObject>;
  close(): Promise<void>;
}

/** Bytes that were received and have no key yet. */
export interface ReceivedObject {
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
  /** Puts them under a key, durable when it resolves. Once. */
  keep(key: string, options: { readonly contentType: string; readonly signal?: AbortSignal }): Promise<void>;
  /** Drops them; no error after `keep`. */
  discard(): Promise<void>;
}

export interface OpenObject {
  /** In bytes. */
  readonly size: number;
  readonly body: ReadableStream<Uint8Array>;
}

export interface StoredObject {
  readonly key: string;
  readonly size: number;
  readonly modifiedAt: Date;
}
