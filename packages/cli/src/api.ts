// The server, as the commands see it: one function per HTTP method, errors with a hint.
// In: its address and a key. Out: parsed JSON, or a CliError.

import { CliError } from "./cli-error.js";
import type { Connection } from "./connection.js";
import { violationsText } from "./defense-report.js";
import { type FieldNames, inOurWords } from "./field-names.js";
import { tellIgnored } from "./ignored-params.js";

export { CliError };

/** An event of a stream, its data parsed. */
export interface ServerEvent {
  readonly name: string;
  readonly data: unknown;
}

export interface Api {
  readonly baseUrl: string;
  get<T>(path: string, timeoutMs?: number): Promise<T>;
  /** `timeoutMs` in place of the usual two minutes: what asks a language model takes longer. */
  send<T>(method: "POST" | "PUT" | "PATCH" | "DELETE", path: string, body?: unknown, timeoutMs?: number): Promise<T>;
  /** Posts, and yields the events of the reply as they come; one of the name `message` without any. `timeoutMs` is how long it may be silent. */
  events(path: string, body: unknown, timeoutMs: number): AsyncGenerator<ServerEvent>;
  /** Posts a form with files. */
  upload<T>(path: string, form: FormData): Promise<T>;
  /** The bytes of a reply, as they come. */
  bytes(path: string): AsyncGenerator<Uint8Array>;
}

const TIMEOUT_MS = 120_000;

/** The path of a bank, with the id encoded so that `/`, `%` and `ü` survive. */
export function bankPath(bankId: string, rest = ""): string {
  if (bankId === "") throw new CliError("The bank's id is empty.");
  // Every URL parser takes these two, encoded or not, for steps in the path.
  if (bankId === "." || bankId === "..") throw new CliError(`A bank named "${bankId}" cannot be addressed through a URL.`);
  return `/v1/default/banks/${encodeURIComponent(bankId)}${rest}`;
}

/** `tell` hears of every request: what was asked, what came back, and after how long. `names` is what a refusal calls the fields that were sent. */
export function connect(
  { url: baseUrl, key }: Pick<Connection, "url" | "key">,
  tell?: (line: string) => void,
  names: FieldNames = () => null,
): Api {
  const heed = tellIgnored();
  const headers: Record<string, string> = { accept: "application/json", "user-agent": "hindsight-cli" };
  if (key !== null) headers.authorization = `Bearer ${key}`;

  async function call<T>(method: string, path: string, body?: unknown, timeoutMs = TIMEOUT_MS): Promise<T> {
    const clock = alarm(timeoutMs);
    try {
      const response = await request(method, path, body, { headers, signal: clock.signal });
      await heed(response);
      const text = await response.text();
      if (response.status >= 300) throw refusal(response.status, text, names);
      return parsed<T>(text);
    } catch (cause) {
      throw failure(cause, clock, timeoutMs);
    } finally {
      clock.stop();
    }
  }

  async function* events(path: string, body: unknown, timeoutMs: number): AsyncGenerator<ServerEvent> {
    const { EventSourceParserStream } = await import("eventsource-parser/stream");
    const clock = alarm(timeoutMs);
    try {
      const response = await request("POST", path, body, { headers: { ...headers, accept: "text/event-stream" }, signal: clock.signal });
      await heed(response);
      if (response.status >= 300) throw refusal(response.status, await response.text(), names);
      if (response.body === null || !(response.headers.get("content-type") ?? "").includes("text/event-stream")) {
        // A server that tells no progress answers whole.
        yield { name: "message", data: parsed(await response.text()) };
        return;
      }
      for await (const { event = "message", data } of response.body
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(new EventSourceParserStream())) {
        clock.restart();
        yield { name: event, data: parsed(data) };
      }
    } catch (cause) {
      throw failure(cause, clock, timeoutMs);
    } finally {
      clock.stop();
    }
  }

  async function* bytes(path: string): AsyncGenerator<Uint8Array> {
    const clock = alarm(TIMEOUT_MS);
    try {
      const response = await request("GET", path, undefined, { headers, signal: clock.signal });
      if (response.status >= 300) throw refusal(response.status, await response.text(), names);
      for await (const part of response.body ?? []) {
        clock.restart();
        yield part as Uint8Array;
      }
    } catch (cause) {
      throw failure(cause, clock, TIMEOUT_MS);
    } finally {
      clock.stop();
    }
  }

  async function request(method: string, path: string, body: unknown, { headers: sent, signal }: Pick<RequestInit, "headers" | "signal">) {
    const isForm = body instanceof FormData; // fetch names its type, with the boundary
    const started = performance.now();
    const response = await fetch(baseUrl + path, {
      method,
      headers: { ...(sent as Record<string, string>), ...(body === undefined || isForm ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      signal: signal ?? null,
    });
    tell?.(`${method} ${baseUrl}${path} ${response.status} ${(performance.now() - started).toFixed(0)} ms`);
    return response;
  }

  function parsed<T>(text: string): T {
    try {
      return JSON.parse(text) as T;
    } catch (cause) {
      throw new CliError(`${baseUrl} answered something that is no JSON. Is it a Hindsight server?`, { cause });
    }
  }

  function failure(cause: unknown, { signal }: Alarm, timeoutMs: number): unknown {
    if (cause instanceof CliError) return cause;
    return new CliError(signal.aborted ? `No answer from ${baseUrl} within ${timeoutMs / 1000} s.` : broken(baseUrl, cause), { cause });
  }

  return {
    baseUrl,
    get: (path, timeoutMs) => call("GET", path, undefined, timeoutMs),
    send: (method, path, body, timeoutMs) => call(method, path, body, timeoutMs),
    events,
    upload: (path, form) => call("POST", path, form),
    bytes,
  };
}

interface Alarm {
  readonly signal: AbortSignal;
  restart(): void;
  stop(): void;
}

/** A timer that holds the process: with AbortSignal.timeout, a connection that dies early would end the program without a word. */
function alarm(timeoutMs: number): Alarm {
  const timeout = new AbortController();
  const set = () => setTimeout(() => timeout.abort(), timeoutMs);
  let timer = set();
  return {
    signal: timeout.signal,
    restart() {
      clearTimeout(timer);
      timer = set();
    },
    stop: () => clearTimeout(timer),
  };
}

/** Nobody there, or somebody who hung up: two different things to do. */
function broken(baseUrl: string, cause: unknown): string {
  const code = (cause as { cause?: { code?: string } }).cause?.code ?? "";
  if (code === "ECONNREFUSED" || code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return `No server answers at ${baseUrl}. Start one with "hindsight serve", or say where it is with HINDSIGHT_API_URL or "hindsight configure".`;
  }
  return `The connection to ${baseUrl} broke before the answer was complete${code ? ` (${code})` : ""}. What was sent may have been stored; look before you repeat it.`;
}

interface Problem {
  readonly loc?: readonly (string | number)[];
  readonly msg?: string;
}

/** The server's own words about a refusal, with a hint where the status tells what to do. */
function refusal(status: number, text: string, names: FieldNames): CliError {
  const detail = detailIn(text);
  const hint = status === 401 ? ' Set HINDSIGHT_API_KEY to the server\'s key, or keep it with "hindsight configure".' : "";
  const said = (detail === NO_JSON ? text.split("\n", 1)[0] : wordsOf(detail, names)) || `The server answered ${status}`;
  const message = `${/[.!?…]$/.test(said) ? said : `${said}.`}${hint}`;
  return new CliError(message, { answer: { status, detail: typeof detail === "string" ? detail : null } });
}

/** Whether the server said that there is no such bank: a 404 of a proxy, or of another thing that is missing, does not say that. */
export function isBankGone(cause: unknown, bankId: string): boolean {
  return cause instanceof CliError && cause.answer?.status === 404 && cause.answer.detail === `Bank '${bankId}' not found`;
}

/** What is no answer of ours: a proxy's page, say. Its first line is the best there is. */
const NO_JSON = Symbol("no JSON");

function detailIn(text: string): unknown {
  try {
    const body = JSON.parse(text) as { readonly detail?: unknown } | null;
    return body === null ? NO_JSON : body.detail;
  } catch (cause) {
    if (cause instanceof SyntaxError) return NO_JSON;
    throw cause;
  }
}

function wordsOf(detail: unknown, names: FieldNames): string | null {
  if (typeof detail === "string") return inOurWords(detail, names);
  if (Array.isArray(detail)) return (detail as Problem[]).map((p) => `${placeOf(p.loc ?? [], names)}: ${p.msg ?? ""}`).join("; ");
  return detail === undefined ? null : (violationsText(detail) ?? JSON.stringify(detail));
}

/** The option or argument, else the place in what was sent. */
function placeOf(loc: NonNullable<Problem["loc"]>, names: FieldNames): string {
  const field = loc.findLast((part) => typeof part === "string");
  return (typeof field === "string" && names(field)) || loc.slice(loc[0] === "body" || loc[0] === "query" ? 1 : 0).join(".");
}
