// Tokens of an identity provider (JWT): whose they are, and what they allow.
// In: settings, and a token. Out: an identity; `unauthorized` for a token that does not hold, `identity_unavailable` while the issuer's keys cannot be had.
// Keys are fetched when they are needed, kept for ten minutes, and asked for anew at most every thirty seconds, also for unknown key ids.

import type { Settings } from "@hindsight-memory/engine";
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { HindsightError } from "../http/types.js";
import { ACCESS, type Access } from "./caller.js";
import type { Identity } from "./extensions.js";
import { schemaOf } from "./schema-name.js";

export type JwtSettings = Pick<
  Settings,
  | "jwtIssuer"
  | "jwtAudience"
  | "jwtJwksUrl"
  | "jwtAlgorithms"
  | "jwtTenantClaim"
  | "jwtScopeClaim"
  | "jwtClockSkewSeconds"
  | "tenantSchemaPrefix"
>;

const KEYS_KEPT_MS = 600_000;
const KEYS_ASKED_MS = 30_000;
const KEYS_TIMEOUT_MS = 5_000;
/** Longer than any token in use, so that nothing is spent on a text that is none. */
const LONGEST_TOKEN = 16_384;
/** Signatures whose key is public: a shared secret would be taken from the public key of the issuer by whoever forges a token. */
const ASYMMETRIC = new Set(["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"]);

/** Throws `configuration_invalid` for settings that would let tokens of others in. */
export function tokenReader(settings: JwtSettings, keys: JWTVerifyGetKey = keysOf(settings)): (token: string) => Promise<Identity> {
  checkSettings(settings);
  const checks = {
    issuer: settings.jwtIssuer,
    audience: [...settings.jwtAudience],
    algorithms: [...settings.jwtAlgorithms],
    clockTolerance: settings.jwtClockSkewSeconds,
    requiredClaims: ["exp"],
  };
  return async (token) => {
    if (token === "" || token.length > LONGEST_TOKEN) throw refused("a token of the identity provider is needed");
    try {
      const { payload } = await jwtVerify(token, keys, checks);
      return identityOf(payload, settings);
    } catch (cause) {
      if (cause instanceof HindsightError) throw cause;
      if (isOfToken(cause)) throw refused(cause instanceof errors.JWTExpired ? "the token has expired" : "the token does not hold", cause);
      throw new HindsightError("identity_unavailable", "The keys of the identity provider cannot be had now; try again shortly.", {
        cause,
      });
    }
  };
}

function keysOf(settings: JwtSettings): JWTVerifyGetKey {
  const options = { cacheMaxAge: KEYS_KEPT_MS, cooldownDuration: KEYS_ASKED_MS, timeoutDuration: KEYS_TIMEOUT_MS };
  let keys: JWTVerifyGetKey | null = null; // made at the first token, when the settings have been checked
  return (header, token) => {
    keys ??= createRemoteJWKSet(new URL(keysUrl(settings)), options);
    return keys(header, token);
  };
}

function keysUrl({ jwtJwksUrl, jwtIssuer }: JwtSettings): string {
  return jwtJwksUrl === "" ? `${jwtIssuer.replace(/\/$/, "")}/.well-known/jwks.json` : jwtJwksUrl;
}

/** What the caller may be told is the token's fault; the rest (a time-out, an answer that is no key set) is the issuer's. */
function isOfToken(cause: unknown): boolean {
  if (cause instanceof errors.JWKSTimeout || cause instanceof errors.JWKSInvalid) return false;
  if (cause instanceof errors.JOSEError && cause.code === "ERR_JOSE_GENERIC") return false;
  return cause instanceof errors.JOSEError;
}

function refused(why: string, cause?: unknown): HindsightError {
  return new HindsightError("unauthorized", `Authentication failed: ${why}`, cause === undefined ? {} : { cause });
}

function identityOf(payload: JWTPayload, { jwtTenantClaim, jwtScopeClaim, tenantSchemaPrefix }: JwtSettings): Identity {
  const subject = typeof payload.sub === "string" && payload.sub !== "" ? { subject: payload.sub.slice(0, 200) } : {};
  const scopes = scopesOf(payload[jwtScopeClaim]);
  if (scopes === null) throw refused(`the claim "${jwtScopeClaim}" of the token is neither a text of scopes nor a list of them`);
  const access = [...ACCESS].reverse().find((level) => scopes.includes(`memory:${level}`));
  const banks = scopes.filter((scope) => scope.startsWith("memory:bank:")).map((scope) => scope.slice("memory:bank:".length));
  const allowed: { readonly access?: Access; readonly banks: readonly string[] | null } = {
    ...(access !== undefined && { access }),
    banks: banks.length === 0 ? null : banks,
  };
  if (jwtTenantClaim === "home") {
    if (access === undefined)
      throw new HindsightError("forbidden", "The token has no memory:read, memory:write or memory:admin in its scopes.");
    return { ...subject, ...allowed };
  }
  const tenant = payload[jwtTenantClaim];
  if (typeof tenant !== "string" || tenant === "")
    throw refused(`the token has no text in its claim "${jwtTenantClaim}", which names the tenant`);
  // Who names banks and no access means reading and writing in them, and nothing above.
  return { ...subject, ...(banks.length > 0 && { access: "write" as const }), ...allowed, tenant: schemaOf(tenantSchemaPrefix, tenant) };
}

/** A text of words, or a list of texts; null for what is neither: scopes that cannot be read are not none, which would allow everything. */
function scopesOf(claim: unknown): readonly string[] | null {
  if (claim === undefined || claim === null) return [];
  if (typeof claim === "string") return claim.split(/\s+/).filter((scope) => scope !== "");
  return Array.isArray(claim) && claim.every((scope) => typeof scope === "string") ? claim : null;
}

function checkSettings(settings: JwtSettings): void {
  const refuse = (message: string): never => {
    throw new HindsightError("configuration_invalid", message);
  };
  if (settings.jwtIssuer === "") refuse("HINDSIGHT_API_TENANT_EXTENSION is jwt, which needs HINDSIGHT_API_TENANT_JWT_ISSUER.");
  if (settings.jwtAudience.length === 0) {
    refuse(
      "HINDSIGHT_API_TENANT_EXTENSION is jwt, which needs HINDSIGHT_API_TENANT_JWT_AUDIENCE: else a token for another service would do.",
    );
  }
  const bad = settings.jwtAlgorithms.filter((algorithm) => !ASYMMETRIC.has(algorithm));
  if (bad.length > 0 || settings.jwtAlgorithms.length === 0) {
    refuse(`HINDSIGHT_API_TENANT_JWT_ALGORITHMS takes ${[...ASYMMETRIC].join(", ")}; ${bad.join(", ") || "an empty list"} is not safe.`);
  }
  const url = URL.canParse(keysUrl(settings)) ? new URL(keysUrl(settings)) : refuse("HINDSIGHT_API_TENANT_JWT_JWKS_URL is no URL.");
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLocal)) {
    refuse(`The keys of tokens would be fetched from ${url.origin} without TLS; whoever is between could sign tokens. Use https.`);
  }
}
