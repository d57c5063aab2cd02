// http: one JSON call to a model server, repeated while that makes sense.
// In: a request, a deadline for all attempts together. Out: the parsed answer, or `model_unavailable` saying which server and why.
// Keys never appear in errors or logs.

import { HindsightError } from "../../errors.js";

/** A server of models: its address is checked and its key kept when it is made. */
export interface ModelServer {
  /** For messages: "the OpenAI-compatible embedding server". */
  readonly name: string;
  /** Without a closing slash. */
  readonly url: string;
  /** Sent as a bearer token; empty sends none. */
  readonly apiKey: string;
  /** Repeats after the first attempt. */
  readonly retries: number;
  /** For the attempts and the pauses between them together. */
  readonly budgetMs: number;
}

/** Checks an address that the user configured. `setting` is the variable's name, for the message. */
export function serverUrl(address: string, setting: string): string {
  // The address is not repeated in messages: it may hold a password.
  if (!URL.canParse(address.trim())) {
    throw new HindsightError("configuration_invalid", `${setting} is not a URL like https://host:port/path.`);
  }
  const url = new URL(address.trim());
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new HindsightError("configuration_invalid", `${setting} must start with http:// or https://.`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new HindsightError("configuration_invalid", `${setting} holds a user name or password; give the key in its own variable.`);
  }
  return url.href.replace(/\/+$/, "");
}

/** Statuses after which the same call may succeed: time-outs, too many requests, and trouble on the server's side. */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504, 529]);

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 4_000;

type Attempt =
  | { readonly kind: "answer"; readonly json: unknown }
  | { readonly kind: "again"; readonly why: string; readonly pauseMs: number | null; readonly cause?: unknown };

/** Posts `body` to `path` (or gets it, when `body` is undefined) and parses the answer. */
export async function callJson(server: ModelServer, path: string, body: unknown, signal?: AbortSignal): Promise<unknown> {
  const deadline = Date.now() + server.budgetMs;
  for (let attempt = 0; ; attempt++) {
    const outcome = await tryOnce(server, path, body, deadline, signal);
    if (outcome.kind === "answer") return outcome.json;
    const pauseMs = outcome.pauseMs ?? Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt) * (0.5 + Math.random() / 2);
    if (attempt >= server.retries || Date.now() + pauseMs >= deadline) {
      const waits = outcome.pauseMs === null ? "" : ` It asks to wait ${Math.ceil(outcome.pauseMs / 1000)} s.`;
      throw new HindsightError(
        "model_unavailable",
        `${server.name} ${outcome.why} (attempt ${attempt + 1} of ${server.retries + 1}).${waits}`,
        {
          cause: outcome.cause,
        },
      );
    }
    await pause(pauseMs, signal);
  }
}

async function tryOnce(
  server: ModelServer,
  path: string,
  body: unknown,
  deadline: number,
  signal: AbortSignal | undefined,
): Promise<Attempt> {
  const timeout = AbortSignal.timeout(Math.max(1, deadline - Date.now()));
  try {
    const response = await fetch(server.url + path, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(server.apiKey === "" ? {} : { authorization: `Bearer ${server.apiKey.trim()}` }),
      },
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.ok) return readAnswer(server, text);
    if (PASSING.has(response.status)) {
      return { kind: "again", why: `answered ${response.status}`, pauseMs: retryAfterMs(response.headers.get("retry-after")) };
    }
    throw new HindsightError(
      "model_unavailable",
      `${server.name} refused the call with status ${response.status}${refusal(server, response.status, text)}`,
      { details: { status: response.status } },
    );
  } catch (cause) {
    if (cause instanceof HindsightError) throw cause;
    throwIfCancelled(signal);
    const why = timeout.aborted ? `did not answer within ${server.budgetMs / 1000} s` : "cannot be reached";
    return { kind: "again", why, pauseMs: null, cause };
  }
}

function readAnswer(server: ModelServer, text: string): Attempt {
  try {
    return { kind: "answer", json: JSON.parse(text) };
  } catch (cause) {
    throw new HindsightError("model_unavailable", `${server.name} answered something that is not JSON.`, { cause });
  }
}

/** What the server said, shortened; nothing for 401 and 403, whose bodies may repeat the key. */
function refusal(server: ModelServer, status: number, text: string): string {
  if (status === 401 || status === 403) return ": check the key.";
  const key = server.apiKey.trim();
  const said = (key === "" ? text : text.replaceAll(key, "***")).replace(/\s+/g, " ").trim().slice(0, 200);
  return said === "" ? "." : `: ${said}`;
}

/** `Retry-After` in milliseconds: seconds, or an HTTP date (RFC 9110, section 10.2.3); null when absent or unreadable. */
export function retryAfterMs(header: string | null, now: number = Date.now()): number | null {
  if (header === null) return null;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  if (signal.reason instanceof HindsightError) throw signal.reason;
  throw new HindsightError("request_cancelled", "The call was cancelled.", { cause: signal.reason });
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    }
    signal?.addEventListener("abort", done, { once: true });
  });
  throwIfCancelled(signal);
}
