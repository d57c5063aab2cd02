// The apps of tenants: a request of another tenant's caller is answered by an app around that tenant's engine.
// In: a caller and a request. Out: the reply of its tenant's app; null for the tenant of the app that asks.

import type { Hindsight } from "@hindsight-memory/engine";
import type { HttpContext } from "../http/types.js";
import type { Caller } from "./caller.js";

export interface TenantApp {
  fetch(request: Request, env: object): Response | Promise<Response>;
}

interface Made {
  readonly engine: Hindsight;
  readonly app: TenantApp;
  /** Ends what the app keeps going: its MCP sessions. */
  readonly end: AbortController;
}

/** `make` builds the app of an engine, once for as long as that engine is open; `ended` fires when it is not any more. */
export function tenantApps(home: Hindsight, make: (engine: Hindsight, ended: AbortSignal) => TenantApp) {
  const apps = new Map<string, Made>();

  function appOf(name: string, engine: Hindsight): TenantApp {
    const known = apps.get(name);
    if (known?.engine === engine) return known.app;
    known?.end.abort();
    const end = new AbortController();
    const made = { engine, end, app: make(engine, end.signal) };
    apps.set(name, made);
    return made.app;
  }

  return async (caller: Caller, context: HttpContext): Promise<Response | null> => {
    if (caller.tenant === home.tenant) return null;
    const { engine, release } = await lease(home, caller.tenant);
    const { outgoing } = context.env ?? {};
    // A stream may still be written when the reply is there: the engine is kept until the connection is done with it.
    if (outgoing !== undefined) outgoing.once("close", release);
    try {
      return await appOf(caller.tenant, engine).fetch(context.req.raw, { ...context.env, caller, requestId: context.get("requestId") });
    } finally {
      if (outgoing === undefined) release();
    }
  };
}

/** Opens the tenant, made when a token or an extension names it for the first time. A key's tenant is there, or the key is not in force. */
async function lease({ tenants }: Hindsight, name: string) {
  try {
    return await tenants.open(name);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== "tenant_not_found") throw error;
    await tenants.create(name);
    return tenants.open(name);
  }
}
