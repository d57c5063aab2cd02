// Options of the client as a whole, and those that every call takes.
// In: what the program writes. Out: types, and the checked settings of a connection.
// The names baseUrl, apiKey, userAgent, headers and signal are those of the published client.

import { HindsightError } from "./errors.js";
import { DEFAULT_USER_AGENT } from "./version.js";
import { isBrowserPage } from "./wire/browser.js";

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

/** @throws HindsightError `bad_argument` when `baseUrl` is no address, or a header cannot be sent */
export function connectionOf(options: HindsightClientOptions): Connection {
  const { apiKey, userAgent = DEFAULT_USER_AGENT, timeoutMs = TIMEOUT_MS, maxRetries = MAX_RETRIES } = options;
  return {
    baseUrl: checkedBaseUrl(options.baseUrl),
    headers: checkedHeaders([
      // Some browsers ask the server for leave before they send a changed one.
      ...(isBrowserPage() ? [] : [["user-agent", userAgent] as const]),
      ...(apiKey ? [["authorization", `Bearer ${apiKey}`] as const] : []),
      ...Object.entries(options.headers ?? {}),
    ]),
    timeoutMs,
    maxRetries,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
  };
}

/** A path behind the host stays; what would come behind the call's own path (a query), or is a secret in it (a password), is refused. */
function checkedBaseUrl(baseUrl: string): string {
  const text = String(baseUrl ?? "").trim();
  const begins = /^(https?:\/\/|\/)/i.test(text);
  const url = begins ? addressOf(text) : null;
  if (url !== null && url.username === "" && url.password === "" && !/[?#]/.test(text)) return text.replace(/\/+$/, "");
  const why = !begins
    ? `baseUrl is ${JSON.stringify(baseUrl)}; it begins with http:// or https://`
    : url === null
      ? `baseUrl is ${JSON.stringify(baseUrl)}, which is no address; it is one`
      : "baseUrl has a user, a password, a query or a fragment (keys go into apiKey or headers); it is an address without them";
  throw new HindsightError(`${why}, such as "http://localhost:8888".`, undefined, undefined, { code: "bad_argument" });
}

function addressOf(text: string): URL | null {
  try {
    return new URL(text, "http://page.invalid");
  } catch {
    return null; // no address, which the caller tells
  }
}

/** The later of two that differ in case alone wins. What no header can carry is refused here, once, and not shown: it may be a key. */
function checkedHeaders(given: readonly (readonly [string, string | undefined])[]): Record<string, string> {
  const headers = new Headers();
  for (const [name, value] of given) {
    if (value === undefined) continue;
    try {
      headers.set(name, value);
    } catch {
      const message = `The header ${JSON.stringify(name)} cannot be sent: its name or its value has a line break or a character that headers do not carry.`;
      throw new HindsightError(message, undefined, undefined, { code: "bad_argument" });
    }
  }
  return Object.fromEntries(headers);
}
