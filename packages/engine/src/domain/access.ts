// Access: keys and what they allow.
// In: nothing. Out: types, shared by the engine's verbs, the server and the command line.

/** Reading, changing what is remembered, changing how a bank works; each includes the one before. */
export const ACCESS_LEVELS = ["read", "write", "admin"] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

/** What a new key allows. */
export interface NewApiKey {
  /** For people: whose it is, what it is for. */
  readonly name?: string;
  /** `write` unless given. */
  readonly access?: AccessLevel;
  /** Names of banks, `*` standing for any characters; null or absent for every bank of the tenant. */
  readonly banks?: readonly string[] | null;
  /** Null or absent: it does not expire. */
  readonly expiresAt?: Date | null;
}

/** A key as it is stored: its secret is not in it, and cannot be got back. */
export interface ApiKey {
  readonly id: string;
  readonly tenant: string;
  readonly name: string;
  readonly access: AccessLevel;
  readonly banks: readonly string[] | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  /** Null for one in force. */
  readonly revokedAt: Date | null;
  /** To the minute; null when it was never used. */
  readonly lastUsedAt: Date | null;
}

/** The keys of one tenant. */
export interface ApiKeys {
  /** Makes a key; `key` is what callers send, and is told this once. Throws `bad_argument`. */
  create(fields: NewApiKey): Promise<ApiKey & { readonly key: string }>;
  /** Newest first, with those that are expired or revoked. */
  list(): Promise<readonly ApiKey[]>;
  /** Takes a key out of force at once; it stays in the list. Throws `key_not_found`. */
  revoke(id: string): Promise<ApiKey>;
}
