// The console's way to the server: the project's own client, pointed at the console's address, which adds the key behind its session.
// In: nothing. Out: `on(bank)` for the low-level operations, `memory` for HindsightClient's methods, `read` to get data or an error.
// The API key never comes here; the header tells the server that a page of its own asks, which a foreign page cannot send.

import { createClient, HindsightClient } from "@hindsight-memory/client";
import { ApiError } from "./error";

/** Where this console is served, with a slash at its end; the server writes it into the page. */
export const BASE = new URL(document.baseURI).pathname;
const API = `${location.origin}${BASE}api`;
/** Stands on every call; a foreign page cannot send it. */
export const CONSOLE_HEADERS = { "X-Hindsight-Console": "1" };

/** For operations that have no bank, such as `sdk.listBanks({ client })`. */
export const client = createClient({ baseUrl: API, headers: CONSOLE_HEADERS });

/** The methods of the published client. */
export const memory = new HindsightClient({ baseUrl: API, headers: CONSOLE_HEADERS, timeoutMs: 0, maxRetries: 0 });

/** A bank's address for an operation: `sdk.getMemory(on(bank, { memory_id }))`. */
export function on<Rest extends Record<string, string>>(bank: string, rest: Rest = {} as Rest) {
  return { client, path: { bank_id: bank, ...rest } };
}

/** Called when the session has ended; the router sends the person to the login page. */
let onSignedOut: () => void = () => {};
export function whenSignedOut(handler: () => void): void {
  onSignedOut = handler;
}

interface Reply<Data> {
  data?: Data | undefined;
  error?: unknown;
  response?: Response | undefined;
}

/**
 * The data of a reply.
 * @throws ApiError with what the server said, or that it was not reached
 */
export async function read<Data>(reply: PromiseLike<Reply<Data>>): Promise<Data> {
  const { data, error, response } = await reply;
  if (response?.ok) return data as Data;
  if (response?.status === 401) onSignedOut();
  throw ApiError.from(error, response);
}

/** An address of the API for a link or a picture, such as a download; the session's cookie goes with it. */
export function addressOf(path: string): string {
  return `${API}${path.startsWith("/") ? path : `/${path}`}`;
}

/** A request to the console itself (log-in), beside the API. */
export async function consoleCall<Data>(path: string, init: RequestInit = {}): Promise<Data> {
  let response: Response;
  try {
    response = await fetch(`${API}/${path}`, { ...init, headers: { ...CONSOLE_HEADERS, "Content-Type": "application/json" } });
  } catch (cause) {
    throw ApiError.from(cause, undefined);
  }
  const text = await response.text();
  const body: unknown = text === "" ? {} : JSON.parse(text);
  if (!response.ok) throw ApiError.from(body, response);
  return body as Data;
}
