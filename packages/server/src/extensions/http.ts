// Routes of an extension, mounted below /ext behind the same guards as the server's own.
// In: routes that were checked. Out: routes of the app. Nothing of a body is read before its caller was let in.

import type { Hindsight } from "@hindsight-memory/engine";
import type { Hono } from "hono";
import { authorize, type Caller, teller } from "../access/index.js";
import { BODY_TIMEOUT_MS, readJson } from "../http/body.js";
import { invalid, routePattern } from "../http/mount.js";
import { requestSignal } from "../http/signal.js";
import { checkPath, targetOf } from "../http/target.js";
import { HindsightError, type HttpContext, type HttpEnv, type HttpParts } from "../http/types.js";
import type { ExtensionCaller, ExtensionRoute, RouteCall } from "./interfaces.js";

/** Where extensions are found, as the contract has it. */
export const EXT = "/ext";

export function mountExtension(app: Hono<HttpEnv>, engine: Hindsight, routes: readonly ExtensionRoute[], parts: HttpParts): void {
  for (const route of routes) {
    const path = `${EXT}${route.path}`;
    app.on(route.method, routePattern(path), async (context) => {
      context.set("route", path);
      checkPath(context.req.path);
      const caller = context.get("caller");
      const { access, operation } = route;
      const params = context.req.param() as Readonly<Record<string, string>>;
      const asked = { access, operation, bankId: params.bank_id ?? null };
      await authorize(caller, asked);
      const tell = teller(caller, asked);
      const { signal, release } = requestSignal(context.req.raw.signal, parts.options.shutdown);
      try {
        const query = new URLSearchParams(targetOf(context.req.raw, context.env, parts.options.settings.basePath).query);
        tell.sent(() => ({ ...params, ...Object.fromEntries(query) }));
        const json = () => bodyOf(context, parts);
        const call: RouteCall = { params, query, headers: context.req.raw.headers, json, caller: shown(caller), engine, signal };
        const value = await route.handle(call);
        tell.ended(value instanceof Response ? null : value);
        return value instanceof Response ? value : context.json(value ?? null);
      } catch (cause) {
        tell.ended(null, cause);
        throw cause instanceof Error ? cause : new HindsightError("internal", String(cause), { cause });
      } finally {
        release();
      }
    });
  }
}

async function bodyOf(context: HttpContext, { options }: HttpParts): Promise<unknown> {
  const body = await readJson(context, {
    maxBytes: options.settings.maxBodyMb * 1_048_576,
    remedy: "send it in parts, or raise HINDSIGHT_API_MAX_BODY_MB",
    timeoutMs: options.bodyTimeoutMs ?? BODY_TIMEOUT_MS,
  });
  if (!body.ok) throw invalid([body.problem]);
  return body.value;
}

export function shown({ tenant, subject, access, banks }: Caller): ExtensionCaller {
  return { tenant, subject, access, banks };
}
