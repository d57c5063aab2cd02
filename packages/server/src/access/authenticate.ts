// Authentication: who calls, by whatever the server was told to take.
// In: what a request presents, and the settings. Out: a caller; `unauthorized` with the contract's words for anyone else.

import { createHash, timingSafeEqual } from "node:crypto";
import type { Settings, Tenants } from "@hindsight-memory/engine";
import { HindsightError } from "../http/types.js";
import { type AccessRequest, type CallEnd, type Caller, fullCaller } from "./caller.js";
import type { AuthRequest, Identity, OperationValidator, TenantExtension, ValidatedCall } from "./extensions.js";

/** A validator in front of calls. `completed` returns at once and never throws. */
export interface CallValidator extends Pick<OperationValidator, "validate"> {
  readonly completed?: (call: ValidatedCall, end: CallEnd) => void;
}

/** Finds out who calls. Throws `unauthorized`. */
export type Authenticate = (request: AuthRequest) => Promise<Caller>;

export type AccessSettings = Pick<Settings, "apiKey" | "tenantMode" | "mcpAuthToken" | "mcpAuthDisabled">;

export interface AuthenticatorParts {
  readonly settings: AccessSettings;
  readonly tenants: Tenants;
  /** The tenant of whoever names none. */
  readonly home: string;
  /** Asked first, and alone, where there is one. */
  readonly extension: TenantExtension | null;
  /** Checks a token of an identity provider; null for what is none. */
  readonly readToken: ((token: string) => Promise<Identity>) | null;
  readonly validator: CallValidator | null;
}

/** Is a caller known only by something that it presents? */
export function isClosed({ apiKey, tenantMode }: Pick<AccessSettings, "apiKey" | "tenantMode">): boolean {
  return apiKey !== "" || tenantMode !== "";
}

/**
 * What is taken, in this order: the word of an extension; the MCP token on MCP; a key of the store (`hsk_…`), whose form is unmistakable; a token of an
 * identity provider; the one key of the settings; and anyone, where none of these is set up.
 */
export function authenticator({ settings, tenants, home, extension, readToken, validator }: AuthenticatorParts): Authenticate {
  const { apiKey, mcpAuthToken, mcpAuthDisabled } = settings;
  const anyone = fullCaller(home);

  async function who(request: AuthRequest): Promise<Caller> {
    const { token, isMcp } = request;
    if (isMcp && mcpAuthToken !== "") {
      if (token === "") throw new HindsightError("unauthorized", "Authorization header required");
      if (!isSame(token, mcpAuthToken)) throw new HindsightError("unauthorized", "Invalid authentication token");
      return anyone;
    }
    if (isMcp && mcpAuthDisabled) return anyone;
    if (extension !== null) {
      const ask = isMcp ? (extension.authenticateMcp ?? extension.authenticate) : extension.authenticate;
      const caller = callerOf(await ask.call(extension, request), home);
      const { tenant, subject } = caller;
      const fields = extension.allowedConfigFields?.bind(extension);
      return fields === undefined ? caller : { ...caller, configFields: (bankId) => fields({ tenant, subject }, bankId) };
    }
    if (token.startsWith("hsk_")) {
      const key = await tenants.keyOf(token);
      if (key === null) throw invalidKey();
      return { tenant: key.tenant, subject: key.id, access: key.access, banks: key.banks };
    }
    if (readToken !== null && (apiKey === "" || looksLikeToken(token))) return callerOf(await readToken(token), home);
    if (apiKey !== "" && isSame(token, apiKey)) return anyone;
    if (isClosed(settings)) throw invalidKey();
    return anyone;
  }

  return async (request) => {
    const caller = await who(request);
    if (validator === null) return caller;
    const named = (asked: AccessRequest): ValidatedCall => {
      const { headers, requestId, isMcp } = request;
      const { tenant, subject } = caller;
      return { ...asked, tenant, subject, headers, requestId, transport: isMcp ? "mcp" : "http" };
    };
    const { completed } = validator;
    const validate = (asked: AccessRequest): Promise<void> => validated(validator, named(asked));
    return completed === undefined
      ? { ...caller, validate }
      : { ...caller, validate, completed: (asked, end) => completed(named(asked), end) };
  };
}

async function validated(validator: CallValidator, call: ValidatedCall): Promise<void> {
  const refusal = await validator.validate(call);
  if (refusal === undefined || refusal === null) return;
  throw new HindsightError("operation_refused", refusal.reason, {
    details: { status: refusal.status ?? 403, headers: refusal.headers ?? {} },
  });
}

function callerOf({ tenant, subject, access, banks }: Identity, home: string): Caller {
  return { tenant: tenant ?? home, subject: subject ?? null, access: access ?? "admin", banks: banks ?? null };
}

function invalidKey(): HindsightError {
  return new HindsightError("unauthorized", "Authentication failed: Invalid API key");
}

/** Three parts of base64url, which no key of ours is. */
function looksLikeToken(text: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text);
}

/** Digests have one length, so the comparison tells nothing about the secret, its length included. */
export function isSame(given: string, wanted: string): boolean {
  return timingSafeEqual(digest(given), digest(wanted));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
