// Sending: one call from its arguments to its answer.
// In: a connection, what to call, and the call's options. Out: the parsed answer, or a HindsightError.
// Repeats the call where it may be repeated; the deadline holds for all attempts together.

import { detailText, HindsightError } from "../errors.js";
import type { CallOptions, Connection } from "../options.js";
import { type Deadline, deadline } from "./deadline.js";
import { answerTo } from "./follow.js";
import { delayBeforeRetry, retryAfterMs } from "./retry.js";

export interface Call {
  /** The method's name, which begins the message of an error. */
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Encoded, with its query. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, with its headers. */
  readonly raw?: { readonly body: NonNullable<RequestInit["body"]>; readonly headers?: Readonly<Record<string, string>> };
  /** A second time does no harm: it reads, or carries an idempotency key. GET always may. */
  readonly mayRepeat?: boolean;
  readonly parse?: "json" | "bytes";
}

export async function send<T>(connection: Connection, call: Call, options: CallOptions = {}): Promise<T> {
  const init = initOf(connection, call);
  const limit = deadline(options.signal, options.timeoutMs ?? connection.timeoutMs);
  const retries = call.mayRepeat || call.method === "GET" ? (options.maxRetries ?? connection.maxRetries) : 0;
  try {
    for (let tries = 0; ; tries += 1) {
      try {
        return (await attempt(connection, call, init, limit)) as T;
      } catch (cause) {
        const error = asHindsightError(connection, call, limit, cause, options);
        const delay = tries < retries ? delayBeforeRetry(tries, error) : null;
        if (delay === null || delay >= limit.left()) throw error;
        await limit.pause(delay);
        if (limit.reason() !== null) throw asHindsightError(connection, call, limit, error, options);
      }
    }
  } finally {
    limit.release();
  }
}

async function attempt(connection: Connection, call: Call, init: Init, limit: Deadline): Promise<unknown> {
  const url = connection.baseUrl + call.path;
  const sent = { url, init: { ...init, signal: limit.signal }, isFile: call.parse === "bytes" };
  const response = await answerTo(connection.fetch, sent, call.name);
  if (!response.ok) throw await refusal(call, response);
  if (call.parse === "bytes") return new Uint8Array(await response.arrayBuffer());
  const text = await response.text();
  if (text === "" && (call.method === "DELETE" || response.status === 204)) return {};
  return replyOf(text, (what, cause) => {
    const where = `${connection.baseUrl || "this address"} answered ${response.status} with ${what}`;
    const message = `${call.name} failed: ${where}. Is a Hindsight server there?${text === "" ? "" : ` It begins: ${text.slice(0, 80)}`}`;
    return new HindsightError(message, response.status, text, { code: "invalid_reply", cause, ...factsOf(response) });
  });
}

/** Every reply of the API is an object, or a list. */
function replyOf(text: string, wrong: (what: string, cause?: unknown) => HindsightError): object {
  let reply: unknown;
  try {
    reply = JSON.parse(text);
  } catch (cause) {
    throw wrong(text === "" ? "nothing" : "something that is no JSON", cause);
  }
  if (typeof reply === "object" && reply !== null) return reply;
  throw wrong("something that is no reply of the API");
}

type Init = RequestInit & { readonly method: string; readonly duplex?: "half" };

/** @throws HindsightError `bad_argument` for what JSON has no word for */
function initOf(connection: Connection, { name, method, body, raw }: Call): Init {
  if (body !== undefined) {
    return { method, headers: { ...connection.headers, "content-type": "application/json" }, body: jsonOf(name, body) };
  }
  if (raw === undefined) return { method, headers: connection.headers };
  // A body that is sent while it is read needs this word in Node and Deno.
  const stream = raw.body instanceof ReadableStream ? { duplex: "half" as const } : {};
  return { method, headers: { ...connection.headers, ...raw.headers }, body: raw.body, ...stream };
}

function jsonOf(name: string, body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    const message = `${name} failed: what is to be sent cannot be written as JSON (${reasonOf(cause)})`;
    throw new HindsightError(message, undefined, undefined, { code: "bad_argument", cause });
  }
}

async function refusal(call: Call, response: Response): Promise<HindsightError> {
  const text = await response.text();
  const details = detailOf(text);
  const told =
    details === undefined || details === null || details === "" ? response.statusText || "no reason given" : shortened(detailText(details));
  return new HindsightError(`${call.name} failed (${response.status}): ${told}`, response.status, details, factsOf(response));
}

/** A proxy's page is in `details` as a whole, and in the message as far as it can be read there. */
const shortened = (text: string): string => (text.length <= LONGEST_TOLD ? text : `${text.slice(0, LONGEST_TOLD)} …`);
const LONGEST_TOLD = 500;

function factsOf({ headers }: Response) {
  const requestId = headers.get("x-request-id");
  const wait = retryAfterMs(headers);
  return { ...(requestId === null ? {} : { requestId }), ...(wait === undefined ? {} : { retryAfterMs: wait }) };
}

/** The API's `detail`; the whole body where a proxy answered in its own way. */
function detailOf(text: string): unknown {
  if (text === "") return undefined;
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && "detail" in body ? body.detail : body;
  } catch {
    return text; // no JSON: a proxy's page, which is the detail then
  }
}

function asHindsightError(connection: Connection, call: Call, limit: Deadline, cause: unknown, options: CallOptions): HindsightError {
  const why = limit.reason();
  if (why === "timeout") {
    const ms = options.timeoutMs ?? connection.timeoutMs;
    const message = `${call.name} failed: no answer within ${ms} ms. Raise timeoutMs, or look at the server's /health.`;
    return new HindsightError(message, undefined, undefined, { code: "timeout", cause });
  }
  if (why === "aborted") return aborted(call, options.signal?.reason);
  if (cause instanceof HindsightError) return cause;
  const reason = reasonOf(cause);
  const message = `${call.name} failed: ${connection.baseUrl || "the server"} cannot be reached (${reason}). Is it running there?`;
  return new HindsightError(message, undefined, reason, { code: "network", cause });
}

function aborted(call: Call, reason: unknown): HindsightError {
  const told = reason instanceof Error ? reason.message : String(reason ?? "aborted");
  return new HindsightError(`${call.name} failed: the caller ended it (${told})`, undefined, told, { code: "aborted", cause: reason });
}

/** What `fetch` hides in its cause: the system's code or the inner message. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const inner = cause.cause as { readonly code?: unknown; readonly message?: unknown } | undefined;
  return String(inner?.code ?? inner?.message ?? cause.message);
}
