// Version: the contract that is spoken, our own version, and what this server can do today.
// In: the settings. Out: the endpoint `/version`.

import { readFileSync } from "node:fs";
import { z } from "@hono/zod-openapi";
import { type Endpoint, endpoint } from "../http/endpoint.js";
import type { HttpSettings } from "../http/types.js";
import { ok } from "./replies.js";

/** Version of the HTTP contract. */
export const API_VERSION = "1.1.0";

/** Version of this package; src/routes and dist/routes lie equally deep. */
export const SERVER_VERSION: string = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"))).version;

const Features = z
  .object({
    observations: z.boolean(),
    mcp: z.boolean(),
    worker: z.boolean(),
    bank_config_api: z.boolean(),
    bank_llm_health: z.boolean(),
    file_upload_api: z.boolean(),
    document_export_api: z.boolean(),
    document_import_api: z.boolean(),
    audit_log: z.boolean(),
    llm_trace: z.boolean(),
    store_document_text: z.boolean(),
  })
  .openapi("FeaturesInfo");

const Version = z
  .object({
    api_version: z.string(),
    server_version: z.string().optional().openapi({ description: "Version of this implementation" }),
    features: Features,
  })
  .openapi("VersionResponse");

/** True only for what is there. */
function features(settings: HttpSettings): z.output<typeof Features> {
  return {
    observations: settings.bank.enable_observations,
    mcp: settings.mcpEnabled,
    worker: settings.workerEnabled,
    bank_config_api: settings.enableBankConfigApi,
    bank_llm_health: settings.enableBankLlmHealth,
    file_upload_api: settings.enableFileUploadApi,
    document_export_api: settings.enableDocumentExportApi,
    document_import_api: settings.enableDocumentImportApi,
    audit_log: settings.bank.audit_log_enabled,
    llm_trace: settings.llmTraceEnabled,
    store_document_text: true,
  };
}

export function versionRoutes(): readonly Endpoint[] {
  return [
    endpoint({
      operationId: "get_version",
      method: "get",
      path: "/version",
      tag: "Monitoring",
      summary: "Version and features",
      replies: { 200: ok(Version) },
      handle: async ({ parts }) => ({
        api_version: API_VERSION,
        server_version: SERVER_VERSION,
        features: features(parts.options.settings),
      }),
    }),
  ];
}
