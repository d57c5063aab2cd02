// Logging in and out, and who is logged in: the addresses below `api/auth/`.
// In: requests. Out: the state of the session, and the cookie that carries it. The key itself goes into no reply and no log.

import { isSame } from "../access/authenticate.js";
import type { Bindings, HttpLog } from "../http/types.js";
import { SERVER_VERSION } from "../routes/version.js";
import type { Attempts } from "./attempts.js";
import { cookieValues, isOverTls, setCookie } from "./cookies.js";
import type { LoginRule } from "./login-rule.js";
import { jsonReply, refused } from "./replies.js";
import { SESSION_MS, type Sessions } from "./sessions.js";

/** A key and the JSON around it. */
const MOST_BYTES = 16_384;

export interface LogInParts {
  readonly rule: LoginRule;
  /** Null where nobody logs in. */
  readonly sessions: Sessions | null;
  readonly attempts: Attempts;
  readonly log: Pick<HttpLog, "info" | "warn">;
}

export interface LogIn {
  isLoggedIn(headers: Headers): boolean;
  /** Null for a path that is none of these. `mount` is the path that the cookie is for. */
  answer(path: string, mount: string, request: Request, env: Bindings | undefined): Promise<Response | null>;
}

const METHODS: Readonly<Record<string, string>> = { "auth/session": "GET", "auth/login": "POST", "auth/logout": "POST" };

export function logIn({ rule, sessions, attempts, log }: LogInParts): LogIn {
  const isLoggedIn = (headers: Headers): boolean => sessions === null || sessions.holds(cookieValues(headers.get("cookie")));

  function state(isAuthenticated: boolean): object {
    return {
      authenticated: rule.kind !== "impossible" && isAuthenticated,
      requires_login: rule.kind !== "open",
      reason: rule.kind === "impossible" ? rule.reason : null,
      version: SERVER_VERSION,
    };
  }

  async function enter(mount: string, request: Request, env: Bindings | undefined): Promise<Response> {
    if (rule.kind === "open") return jsonReply(200, state(true));
    if (rule.kind === "impossible") return refused(503, "login_impossible", rule.reason);
    const address = env?.incoming?.socket?.remoteAddress ?? "";
    const given = await keyIn(request);
    // From here on nothing is waited for, so that guesses sent at once are counted one by one.
    const wait = attempts.waitOf(address);
    if (wait > 0)
      return refused(429, "too_many_attempts", `Too many wrong keys came from this address: try again in ${wait} s.`, {
        "Retry-After": String(wait),
      });
    if (given === null) return refused(400, "missing_field", 'Send a JSON body with the field "access_key".');
    if (!isSame(given, rule.key)) {
      attempts.failed(address);
      log.warn({ address }, "a log-in to the console was refused: wrong key");
      return refused(401, "wrong_key", "This is not the key of the console.");
    }
    attempts.succeeded(address);
    log.info({ address }, "a log-in to the console");
    return jsonReply(200, state(true), { "Set-Cookie": cookie(sessions?.begin() ?? "", mount, request, env) });
  }

  function leave(mount: string, request: Request, env: Bindings | undefined): Response {
    sessions?.end(cookieValues(request.headers.get("cookie")));
    return jsonReply(200, state(sessions === null), { "Set-Cookie": cookie("", mount, request, env) });
  }

  return {
    isLoggedIn: (headers) => rule.kind !== "impossible" && isLoggedIn(headers),
    async answer(path, mount, request, env) {
      const method = METHODS[path];
      if (method === undefined) return null;
      if (request.method !== method && !(method === "GET" && request.method === "HEAD"))
        return refused(405, "method_not_allowed", `This address takes ${method} alone.`, { Allow: method });
      if (path === "auth/session") return jsonReply(200, state(isLoggedIn(request.headers)));
      return path === "auth/login" ? enter(mount, request, env) : leave(mount, request, env);
    },
  };
}

function cookie(value: string, path: string, request: Request, env: Bindings | undefined): string {
  const socket = env?.incoming?.socket as { readonly encrypted?: boolean } | undefined;
  return setCookie(value, SESSION_MS / 1000, { path, isSecure: isOverTls(request.headers, socket?.encrypted === true) });
}

/** Null where the body is no JSON with a key in it, or too large to be one. */
async function keyIn(request: Request): Promise<string | null> {
  if (Number(request.headers.get("content-length") ?? 0) > MOST_BYTES || request.body === null) return null;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body) {
    size += part.byteLength;
    if (size > MOST_BYTES) return null;
    parts.push(part);
  }
  try {
    const sent: unknown = JSON.parse(Buffer.concat(parts).toString("utf8"));
    const key = typeof sent === "object" && sent !== null ? (sent as { readonly access_key?: unknown }).access_key : null;
    return typeof key === "string" && key !== "" ? key : null;
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}
