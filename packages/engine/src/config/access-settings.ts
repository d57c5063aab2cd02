// Settings of who may call and of tenants: rows of the table in `index.ts`.
// In: nothing. Out: rows.

import { PUBLIC_SCHEMA, tenantNameProblem } from "../domain/tenants.js";
import { integer, invalid, list, setting, text } from "./setting.js";

const API = "HINDSIGHT_API";

/** Class paths of the reference's own extensions, and what they are here. */
const OF_THE_REFERENCE: Readonly<Record<string, string>> = {
  "hindsight_api.extensions.builtin.tenant:ApiKeyTenantExtension": "keys",
  "hindsight_api.extensions.builtin.tenant:DefaultTenantExtension": "",
};

function schemaName(value: string, env: string): string {
  const problem = tenantNameProblem(value.trim());
  if (problem !== null)
    throw invalid(env, value, `the name of a PostgreSQL schema, which ${problem.replace(/^takes/, "has").replace(/\.$/, "")}`);
  return value.trim();
}

export const ACCESS_SETTINGS = {
  tenantMode: setting(
    `${API}_TENANT_EXTENSION`,
    "",
    (value) => OF_THE_REFERENCE[value.trim()] ?? value.trim(),
    "who may call: keys (stored keys and the one key), jwt (tokens of an identity provider, and stored keys), or a module of one's own; unset is the one key, or anyone",
  ),
  tenantMaxOpen: setting(
    `${API}_TENANT_MAX_OPEN`,
    100,
    integer(1, 10_000),
    "tenants beside the home tenant whose engines are open at once; one that nobody uses is closed for another",
  ),
  tenantSchemaPrefix: setting(`${API}_TENANT_SCHEMA_PREFIX`, "user", text, "what the schema of a token's tenant begins with"),
  jwtIssuer: setting(`${API}_TENANT_JWT_ISSUER`, "", text, "issuer that tokens must have"),
  jwtAudience: setting<readonly string[]>(
    `${API}_TENANT_JWT_AUDIENCE`,
    [],
    list,
    "audiences of which a token must have one, separated by commas",
  ),
  jwtJwksUrl: setting(
    `${API}_TENANT_JWT_JWKS_URL`,
    "",
    text,
    "where the issuer's keys lie; unset is /.well-known/jwks.json below the issuer",
  ),
  jwtAlgorithms: setting<readonly string[]>(
    `${API}_TENANT_JWT_ALGORITHMS`,
    ["RS256", "ES256", "EdDSA"],
    list,
    "signatures that are taken; none with a shared secret is",
  ),
  jwtTenantClaim: setting(
    `${API}_TENANT_JWT_TENANT_CLAIM`,
    "sub",
    text,
    "claim that names the tenant; home puts everyone into the home tenant, which then needs scopes",
  ),
  jwtScopeClaim: setting(
    `${API}_TENANT_JWT_SCOPE_CLAIM`,
    "scope",
    text,
    "claim that holds memory:read, memory:write or memory:admin, and memory:bank:NAME (with * for any characters); a token without any of them may do everything in a tenant of its own",
  ),
  jwtClockSkewSeconds: setting(`${API}_TENANT_JWT_CLOCK_SKEW_SECONDS`, 30, integer(0, 600), "how far the issuer's clock may be off"),
  databaseSchema: setting(
    `${API}_DATABASE_SCHEMA`,
    PUBLIC_SCHEMA,
    schemaName,
    "schema of the home tenant: its banks, and the list of tenants and keys; made when it is missing",
  ),
  fileStorageExtension: setting(
    `${API}_FILE_STORAGE_EXTENSION`,
    "",
    text,
    "module that stores files and attachments, in the place of the folder or S3",
  ),
  fileParserExtension: setting(
    `${API}_FILE_PARSER_EXTENSION`,
    "",
    text,
    "module that reads files of its own kinds, before the built-in parsers",
  ),
  httpExtension: setting(`${API}_HTTP_EXTENSION`, "", text, "module that adds routes below /ext"),
  mcpExtension: setting(`${API}_MCP_EXTENSION`, "", text, "module that adds tools to MCP"),
  operationValidator: setting(`${API}_OPERATION_VALIDATOR_EXTENSION`, "", text, "module that may refuse any call before its body is read"),
  extensionPassthroughHeaders: setting<readonly string[]>(
    `${API}_EXTENSION_PASSTHROUGH_HEADERS`,
    [],
    list,
    "headers of requests that extensions see, separated by commas",
  ),
} as const;
