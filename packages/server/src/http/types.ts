// What the server's parts share: the shape of Hono's environment, options, the logger.
// In: nothing. Out: types.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Hindsight, Settings } from "@hindsight-memory/engine";
import type { Context } from "hono";
import type { Caller } from "../access/caller.js";
import type { Access } from "../access/open-access.js";
import type { Extensions } from "../extensions/open.js";
import type { AdmissionGate } from "../middleware/admission.js";

export { HindsightError } from "@hindsight-memory/engine";

/** What the Node adapter hands along; absent when the app is called with a plain Request. */
export interface Bindings {
  readonly incoming?: IncomingMessage;
  readonly outgoing?: ServerResponse;
  /** Who calls, where it was found out before the app was asked. */
  readonly caller?: Caller;
  /** The request's id, where the app lies behind another. */
  readonly requestId?: string;
}

export interface Variables {
  requestId: string;
  /** When the app was handed the request, by `performance.now()`. */
  begunAt: number;
  /** Who calls; set on everything below `/v1/default/` and `/mcp`. */
  caller: Caller;
  /** Why there is no caller, where that is told only when somebody asks who calls. */
  refused?: Error;
  /** Route template, for logs and metrics. */
  route: string;
  /** Names of parameters and body keys that the route does not know. */
  ignored: readonly string[];
  /** The failure behind an error reply, for the log. */
  failure: unknown;
}

export type HttpEnv = { Bindings: Bindings; Variables: Variables };
export type HttpContext = Context<HttpEnv>;

/** The part of pino's interface that the server uses. */
export interface HttpLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export type HttpSettings = Pick<
  Settings,
  | "apiKey"
  | "tenantMode"
  | "tenantSchemaPrefix"
  | "jwtIssuer"
  | "jwtAudience"
  | "jwtJwksUrl"
  | "jwtAlgorithms"
  | "jwtTenantClaim"
  | "jwtScopeClaim"
  | "jwtClockSkewSeconds"
  | "extensionPassthroughHeaders"
  | "allowedHosts"
  | "corsOrigins"
  | "basePath"
  | "accessLog"
  | "gzipMinSize"
  | "maxBodyMb"
  | "bank"
  | "enableBankConfigApi"
  | "enableDryRunExtract"
  | "enableFileUploadApi"
  | "enableDocumentExportApi"
  | "enableDocumentImportApi"
  | "transferMaxMb"
  | "fileMaxTotalMb"
  | "enableBankLlmHealth"
  | "llmTraceEnabled"
  | "metricsIncludeTenant"
  | "metricsWorkerLabel"
  | "mcpEnabled"
  | "workerEnabled"
  | "mcpStateless"
  | "mcpInstructions"
  | "mcpAuthToken"
  | "mcpAuthDisabled"
  | "mcpBankId"
  | "mcpMaxSessions"
  | "mcpSessionIdleSeconds"
  | "admissionRecallMaxInFlight"
  | "admissionRecallMaxWaitMs"
  | "admissionReflectMaxInFlight"
  | "admissionReflectMaxWaitMs"
  | "admissionRetainMaxInFlight"
  | "admissionRetainMaxWaitMs"
>;

export interface AppOptions {
  readonly settings: HttpSettings;
  readonly log: HttpLog;
  /** Who calls; as the settings have it, without modules, unless given. */
  readonly access?: Access;
  /** Routes and tools that modules of the operator add. */
  readonly extensions?: Pick<Extensions, "routes" | "tools">;
  /** For the app of a tenant behind another one, which has done what is done once for a request. */
  readonly behind?: Pick<HttpParts, "gates">;
  /** Host names by which a keyless server may be called; null checks nothing. */
  readonly hosts: readonly string[] | null;
  /** Fires when the server begins to stop: what only listens has to end then. Absent: when `shutdown` does. */
  readonly closing?: AbortSignal;
  /** Fires when the server stops waiting for running requests. */
  readonly shutdown: AbortSignal;
  /** How long a caller may take to send a body; 30 s unless given. */
  readonly bodyTimeoutMs?: number;
}

/** What a route needs besides its own schemas. */
export interface HttpParts {
  readonly options: AppOptions;
  readonly gates: { readonly recall: AdmissionGate; readonly reflect: AdmissionGate; readonly retain: AdmissionGate };
  /** Where calls are noted that the audit log keeps. */
  readonly audit: Hindsight["audit"];
  /** Told of the phases of a recall that lie outside of the engine. */
  readonly noteRecallPhase: Hindsight["noteRecallPhase"];
}
