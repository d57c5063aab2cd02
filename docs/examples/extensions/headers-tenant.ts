// A tenant extension: a gateway in front has checked who calls, and says so in headers.
//
//   HINDSIGHT_API_TENANT_EXTENSION=./headers-tenant.js
//   HINDSIGHT_API_TENANT_GATEWAY_SECRET=…              the gateway's own secret, sent as the bearer token
//   HINDSIGHT_API_EXTENSION_PASSTHROUGH_HEADERS=x-tenant,x-user,x-role

import { createHash, timingSafeEqual } from "node:crypto";
import { AuthenticationError, type ExtensionContext, type TenantExtension } from "@hindsight-memory/server";

const ROLES = { guest: "read", member: "write", owner: "admin" } as const;

export default function headersTenant({ settings }: ExtensionContext): TenantExtension {
  const secret = settings.gateway_secret ?? "";
  if (secret === "") throw new Error("HINDSIGHT_API_TENANT_GATEWAY_SECRET is not set.");
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

  return {
    async authenticate({ token, headers }) {
      if (!timingSafeEqual(digest(token), digest(secret))) {
        throw new AuthenticationError("this server is reached through its gateway", {
          "WWW-Authenticate": 'Bearer resource_metadata="https://id.example.org/.well-known/oauth-protected-resource"',
        });
      }
      const tenant = headers["x-tenant"] ?? "";
      // It becomes the name of a schema, so nothing but what one may have is taken.
      if (!/^[a-z][a-z0-9]{0,39}$/.test(tenant)) throw new AuthenticationError("the gateway named no tenant");
      const role = headers["x-role"] ?? "guest";
      if (!(role in ROLES)) throw new AuthenticationError(`the role ${role} is not known`);
      return { tenant: `team_${tenant}`, subject: headers["x-user"] ?? "unknown", access: ROLES[role as keyof typeof ROLES] };
    },

    // Every team but one keeps answers short.
    tenantConfig: async (tenant) => (tenant === "team_research" ? {} : { recall_max_tokens: 1024 }),

    // Owners set missions; models and limits are the operator's.
    allowedConfigFields: async () => ["retain_mission", "reflect_mission", "observations_mission"],
  };
}
