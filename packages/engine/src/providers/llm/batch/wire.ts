/** One request of a batch, written as the same call would be sent alone. */
export interface BatchLine {
  /** Names the line among the others, and its reply: `[A-Za-z0-9_-]`, at most 64 characters (Anthropic's limit). */
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What came of one line: an answer as a single call would have had it, error bodies too. */
export interface BatchReply {
  readonly key: string;
  readonly status: number;
  readonly body: unknown;
}

export type BatchLook =
  /** `done`: lines that are answered; null where the provider does not say. */
  | { readonly state: "running"; readonly words: string; readonly done: number | null }
  /** No more replies will come. After an expiry or a cancellation some lines may have none. */
  | { readonly state: "ended"; readonly words: string; readonly isCancelled: boolean }
  /** The provider refused all of it. */
  | { readonly state: "failed"; readonly words: string };

export interface Sought {
  readonly ticket: string;
  /** Lines of the batch. */
  readonly count: number;
  /** It was not submitted before. */
  readonly since: Date;
}

/** The batch interface of one provider. All throw ModelCallErrors, and repeat nothing. */
export interface BatchWire {
  /** Longest input, in bytes. */
  readonly mostBytes: number;
  readonly mostLines: number;
  /** Resolves to the batch's id. `ticket` is kept with it where the provider keeps anything, so that `find` knows it again. */
  submit(ticket: string, lines: readonly BatchLine[], signal: AbortSignal): Promise<string>;
  /** Batches that may be the one of this ticket, the likeliest first. Where the provider keeps no ticket, the keys of its replies decide. */
  find(sought: Sought, signal: AbortSignal): Promise<readonly string[]>;
  look(id: string, signal: AbortSignal): Promise<BatchLook>;
  replies(id: string, signal: AbortSignal): Promise<readonly BatchReply[]>;
  cancel(id: string, signal: AbortSignal): Promise<void>;
}
