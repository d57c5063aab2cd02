// console: the web console and its way to the API.
// In: the built files, settings, the API's app. Out: for each place that it is served at, a function that answers requests there.
// The key of the API stays here: a browser has a session at most.

import type { Bindings, HttpLog } from "../http/types.js";
import { HindsightError } from "../http/types.js";
import { hostCheck } from "../middleware/host-guard.js";
import { attempts } from "./attempts.js";
import { type ConsoleFiles, consoleFiles } from "./files.js";
import { logIn } from "./log-in.js";
import { type ConsoleSettings, keyForApi, loginRule } from "./login-rule.js";
import { type FetchApp, ownApi } from "./own-api.js";
import { notBuilt, pageReply } from "./page.js";
import { openTo, proxy } from "./proxy.js";
import { remoteApi } from "./remote-api.js";
import { refused } from "./replies.js";
import { crossSiteProblem, isAskedToRun } from "./same-origin.js";
import { sessions } from "./sessions.js";

export interface ConsoleParts {
  readonly app: FetchApp;
  readonly settings: ConsoleSettings;
  readonly log: HttpLog;
  /** Where index.html and assets/ lie; null where the package that has them is left out. */
  readonly folder: string | null;
}

export interface Place {
  /** Path that the browser sees, with a slash at its end. */
  readonly mount: string;
  /** Names by which it may be called where nobody has to log in; null checks nothing. */
  readonly hosts: readonly string[] | null;
}

/** What is asked for at a place: the path below its mount, as it came over the wire, and the query. */
export interface Asked {
  readonly path: string;
  readonly query: string;
}

export type AnswerAt = (asked: Asked, request: Request, env: Bindings | undefined) => Promise<Response>;

export interface Console {
  readonly needsLogin: boolean;
  at(place: Place): AnswerAt;
}

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

export function openConsole({ app, settings, log, folder }: ConsoleParts): Console {
  const files = consoleFiles(folder);
  const rule = loginRule(settings);
  const login = logIn({ rule, sessions: rule.kind === "key" ? sessions(rule.key) : null, attempts: attempts(), log });
  const key = keyForApi(settings);
  const { basePath, consoleApiUrl: url } = settings;
  const pass = proxy(url === "" ? ownApi(app, { basePath, key }) : remoteApi({ url, key, log }), settings.consoleMaxUpload);

  async function api(mount: string, { path, query }: Asked, request: Request, env: Bindings | undefined): Promise<Response> {
    if (!METHODS.has(request.method)) return refused(405, "method_not_allowed", "Method Not Allowed", { Allow: [...METHODS].join(", ") });
    const foreign = crossSiteProblem(request.method, request.headers);
    if (foreign !== null) return refused(403, "cross_site", foreign);
    if (isAskedToRun(request.headers))
      return refused(
        403,
        "forbidden",
        "What lies below api/ is data: no page may run it, take its style from it or show it inside of itself.",
      );
    const own = await login.answer(path, mount, request, env);
    if (own !== null) return own;
    const isFor = openTo(path);
    if (isFor === null) return refused(404, "not_found", "Not Found");
    if (isFor === "session") {
      if (rule.kind === "impossible") return refused(503, "login_impossible", rule.reason);
      if (!login.isLoggedIn(request.headers))
        return refused(401, "login_required", "Log in to the console first: the session has ended, or there was none.");
    }
    return pass({ request, env, target: `/${path}${query === "" ? "" : `?${query}`}`, isNamed: isFor === "session" });
  }

  return {
    needsLogin: rule.kind !== "open",
    at({ mount, hosts }) {
      const check = hosts === null || rule.kind !== "open" ? null : hostCheck(hosts);
      const answer: AnswerAt = async (asked, request, env) => {
        try {
          check?.((name) => request.headers.get(name) ?? undefined);
          if (asked.path === "api" || asked.path.startsWith("api/"))
            return await api(mount, { ...asked, path: asked.path.slice("api/".length) }, request, env);
          return forMethod(request.method, await document(files, mount, asked.path, request));
        } catch (cause) {
          if (cause instanceof HindsightError && cause.code === "forbidden") return refused(403, "forbidden", cause.message);
          if (!request.signal.aborted) log.error({ err: cause }, "the console failed to answer");
          return refused(500, "internal", "Something failed inside the server; its log has the cause.");
        }
      };
      return settings.accessLog ? logged(answer, log) : answer;
    },
  };
}

/** A line per request, as the API's: what stands in for its path names no bank. */
function logged(answer: AnswerAt, log: Pick<HttpLog, "info">): AnswerAt {
  return async (asked, request, env) => {
    const started = performance.now();
    const reply = await answer(asked, request, env);
    const ms = Math.round((performance.now() - started) * 10) / 10;
    const [, route = "page"] = /^(api\/(?:auth\/[a-z]{1,20}$|[a-z0-9]{1,20}(?=\/|$))|assets)/.exec(asked.path) ?? [];
    log.info({ method: request.method, route, status: reply.status, ms }, "request of the console");
    return reply;
  };
}

/** A listed file, or the page: its own routes are addresses of the browser. A file of an older build is gone, and no page. */
async function document(files: ConsoleFiles, mount: string, path: string, request: Request): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD")
    return refused(405, "method_not_allowed", "Method Not Allowed", { Allow: "GET, HEAD" });
  const file = await files.reply(path, request.headers);
  if (file !== null) return file;
  if (path.startsWith("assets/")) return refused(404, "not_found", "Not Found");
  const html = await files.page();
  return html === null ? notBuilt() : pageReply(html, mount);
}

function forMethod(method: string, reply: Response): Response {
  return method === "HEAD" ? new Response(null, { status: reply.status, headers: reply.headers }) : reply;
}
