// The console in front of an app that only notes what it is asked, and a browser without a socket.

import { loadSettings } from "@hindsight-memory/engine";
import { type AnswerAt, openConsole } from "../../src/console/index.js";
import type { ConsoleSettings } from "../../src/console/login-rule.js";
import type { Bindings } from "../../src/http/types.js";
import { builtConsole } from "./built.js";

export const KEY = "the-one-key-of-the-api";
export const ACCESS_KEY = "what people log in with";
export const OWN = { "x-hindsight-console": "1" };
const OPEN: ConsoleSettings = loadSettings({});
export const KEYED = { apiKey: KEY, consoleAccessKey: ACCESS_KEY };

interface Called {
  readonly path: string;
  readonly method: string;
  readonly headers: Headers;
  readonly signal: AbortSignal;
}

export function opened(settings: Partial<ConsoleSettings> = {}, mount = "/console/") {
  const calls: Called[] = [];
  const app = {
    async fetch(request: Request) {
      const { pathname, search } = new URL(request.url);
      calls.push({ path: pathname + search, method: request.method, headers: request.headers, signal: request.signal });
      const headers = {
        "Set-Cookie": "a=b",
        "WWW-Authenticate": "Basic",
        "Access-Control-Allow-Origin": "*",
        "X-Request-Id": "r1",
        "Cache-Control": "private, max-age=31536000",
      };
      return Response.json(
        { sent: await request.text() },
        { status: { none: 404, locked: 401 }[pathname.split("/").at(-1) ?? ""] ?? 200, headers },
      );
    },
  };
  const logged: string[] = [];
  const note = (fields: object, message: string): void => void logged.push(`${message} ${JSON.stringify(fields)}`);
  const log = { info: note, warn: note, error: note };
  const answer: AnswerAt = openConsole({ app, settings: { ...OPEN, ...settings }, log, folder: builtConsole() }).at({
    mount,
    hosts: ["localhost"],
  });
  const replies: string[] = [];
  async function ask(method: string, target: string, headers: Record<string, string> = {}, body?: string, env?: Bindings) {
    const [path = "", query = ""] = target.split("?");
    const reply = await answer(
      { path, query },
      new Request(`http://localhost/${target}`, { method, headers, ...(body !== undefined && { body }) }),
      env,
    );
    const text = await reply.text();
    replies.push(text, JSON.stringify([...reply.headers]));
    const isJson = reply.headers.get("content-type")?.includes("json");
    return { status: reply.status, headers: reply.headers, text, body: isJson && text !== "" ? JSON.parse(text) : undefined };
  }
  async function cookie(): Promise<string> {
    const reply = await ask("POST", "api/auth/login", OWN, JSON.stringify({ access_key: settings.consoleAccessKey ?? settings.apiKey }));
    return (reply.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  }
  return { answer, ask, cookie, calls, replies, logged };
}
