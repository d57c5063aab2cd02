// One HTTP exchange with a provider, under every SDK: the failures of all of them are told apart here, once.
// In: a fetch, hooks on the body. Out: a fetch that answers with a sound reply or throws a ModelCallError.

import { at } from "../../http/read-answer.js";
import { ModelCallError } from "../adapter.js";
import { failureOf, parsed, type Secrets, short } from "./failures.js";

export type Json = Readonly<Record<string, unknown>>;

export interface ExchangeOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly secrets: Secrets;
  /** Last change of the body. Not for providers that sign it. */
  readonly rewrite?: (body: Json) => Json;
  /** Makes a reply readable for the SDK; throws a ModelCallError for one that is none. */
  readonly amend?: (reply: Json) => Json;
}

/** Wraps a fetch. The body of a reply is read within the attempt, so that a broken connection counts as one. */
export function exchange(options: ExchangeOptions): typeof globalThis.fetch {
  const { secrets } = options;
  return async (input, init) => {
    const signal = init?.signal ?? undefined;
    try {
      // Not followed: a key in a header of its own would go along to whoever is named.
      const response = await options.fetch(input, { ...rewritten(init, options.rewrite), redirect: "manual" });
      if (response.status >= 300 && response.status < 400) throw redirection(response);
      const text = await response.text();
      const json = parsed(text);
      if (!response.ok || holdsError(json)) {
        throw failureOf({ status: response.status, headers: response.headers, body: text }, secrets);
      }
      if (!isObject(json)) throw noReply(text, secrets);
      return answer(options.amend === undefined ? text : JSON.stringify(options.amend(json)), response);
    } catch (cause) {
      throw cause instanceof ModelCallError ? cause : brokenCall(cause, signal);
    }
  };
}

function redirection({ status, headers }: Response): ModelCallError {
  const place = headers.get("location") ?? "";
  const where = URL.canParse(place) ? ` to ${new URL(place).origin}` : "";
  return new ModelCallError("bad_request", `it redirects${where}; give the address that it means as BASE_URL`, { status });
}

/** An error in place of an answer. Some servers send `error: null` beside a good one. */
function holdsError(json: unknown): boolean {
  const error = at(json, "error");
  if (error === undefined || error === null || error === "") return false;
  return !["choices", "output", "content", "candidates"].some((field) => {
    const value = at(json, field);
    return Array.isArray(value) && value.length > 0;
  });
}

/** A page of a proxy, an empty body: no reply, whatever the status says. */
function noReply(text: string, secrets: Secrets): ModelCallError {
  const words = short(text, secrets);
  return new ModelCallError(
    "unavailable",
    words === "" ? "it answered nothing" : `it answered something that is not a JSON object: ${words}`,
    {
      status: 200,
    },
  );
}

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function rewritten(init: RequestInit | undefined, rewrite: ExchangeOptions["rewrite"]): RequestInit | undefined {
  if (rewrite === undefined || typeof init?.body !== "string") return init;
  const body = parsed(init.body);
  return isObject(body) ? { ...init, body: JSON.stringify(rewrite(body)) } : init;
}

/** The headers that describe the bytes on the wire no longer fit the text. */
function answer(text: string, { status, headers }: Response): Response {
  const kept = new Headers(headers);
  for (const name of ["content-encoding", "content-length", "transfer-encoding"]) kept.delete(name);
  return new Response(text, { status, headers: kept });
}

/** The failure of a call that brought no reply: the deadline, the caller, or the network. */
export function brokenCall(cause: unknown, signal: AbortSignal | undefined): ModelCallError {
  if (signal?.aborted === true) {
    return nameOf(signal.reason) === "TimeoutError"
      ? new ModelCallError("timeout", "it did not answer within its time", { cause })
      : new ModelCallError("cancelled", "the call was cancelled", { cause });
  }
  const code = networkCode(cause);
  if (nameOf(cause) === "TimeoutError" || /HEADERS_TIMEOUT|BODY_TIMEOUT/.test(code)) {
    return new ModelCallError("timeout", "it did not answer in time", { cause });
  }
  return new ModelCallError("unreachable", `it cannot be reached${code === "" ? "" : ` (${code})`}`, { cause });
}

function nameOf(value: unknown): string {
  const name = at(value, "name");
  return typeof name === "string" ? name : "";
}

/** `ECONNREFUSED` and its like, wherever in the chain of causes it is. */
export function networkCode(cause: unknown): string {
  for (let error = cause, depth = 0; error !== undefined && error !== null && depth < 5; error = at(error, "cause"), depth++) {
    const code = at(error, "code");
    if (typeof code === "string" && /^[A-Z][A-Z0-9_]+$/.test(code)) return code;
  }
  return "";
}
