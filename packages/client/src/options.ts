// Options of the client as a whole, and those that every call takes.
// In: what the program writes. Out: types, and the checked settings of a connection.
// The names baseUrl, apiKey, userAgent, headers and signal are those of the published client.

import { HindsightError } from "./errors.js";
import { DEFAULT_USER_AGENT } from "./version.js";

export interface HindsightClientOptions {
  /** Where the server is, such as `http://localhost:8888`; a path in front of the API may follow. */
  baseUrl: string;
  /** Sent as `Authorization: Bearer …`. */
  apiKey?: string;
  /** What the program calls itself; browsers send their own. */
  userAgent?: string;
  /** Sent with every request. */
  headers?: Record<string, string>;
  /** Longest that a call may take, its retries and waits included; 300,000 if unset, 0 for no limit. */
  timeoutMs?: number;
  /** How often a call that may be repeated is tried again; 2 if unset. */
  maxRetries?: number;
  /** In place of the runtime's own `fetch`. */
  fetch?: typeof fetch;
}

/** What every call takes beside its own options. */
export interface CallOptions {
  /** Ends the call; the error's code is `aborted`. */
  signal?: AbortSignal | undefined;
  /** In place of the client's `timeoutMs`. */
  timeoutMs?: number | undefined;
  /** In place of the client's `maxRetries`. */
  maxRetries?: number | undefined;
}

/** The checked settings behind a client. */
export interface Connection {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly fetch: typeof fetch;
}

/** As the Python client has it: a reflection with a slow model takes minutes. */
const TIMEOUT_MS = 300_000;
const MAX_RETRIES = 2;

/** @throws HindsightError `bad_argument` when `baseUrl` is no address */
export function connectionOf(options: HindsightClientOptions): Connection {
  const { apiKey, userAgent = DEFAULT_USER_AGENT, timeoutMs = TIMEOUT_MS, maxRetries = MAX_RETRIES } = options;
  return {
    baseUrl: checkedBaseUrl(options.baseUrl),
    headers: {
      ...(isBrowserPage() ? {} : { "User-Agent": userAgent }),
      ...(apiKey ? { Authorization: `Bearer ${apiKey}` } : {}),
      ...options.headers,
    },
    timeoutMs,
    maxRetries,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
  };
}

function checkedBaseUrl(baseUrl: string): string {
  if (typeof baseUrl === "string" && /^(https?:\/\/|\/)/i.test(baseUrl)) return baseUrl.replace(/\/+$/, "");
  const shown = `baseUrl is ${JSON.stringify(baseUrl)}`;
  throw new HindsightError(`${shown}; it begins with http:// or https://, such as "http://localhost:8888".`, undefined, undefined, {
    code: "bad_argument",
  });
}

/** Some browsers ask the server for leave before they send a changed `User-Agent`. */
function isBrowserPage(): boolean {
  return "document" in globalThis;
}
