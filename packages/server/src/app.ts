// The app: every route of the HTTP API around one engine, as a Hono app without a socket.
// In: an open engine and options. Out: an app whose `fetch` answers requests; it also works under another server or in a test.

import { commonLabels, type Hindsight } from "@hindsight-memory/engine";
import { OpenAPIHono } from "@hono/zod-openapi";
import { plainAccess, tenantApps } from "./access/index.js";
import { EXT, mountExtension } from "./extensions/index.js";
import type { Endpoint } from "./http/endpoint.js";
import { mount } from "./http/mount.js";
import { notFound, refuseShadowed } from "./http/not-found.js";
import { specification } from "./http/specification.js";
import { targetOf } from "./http/target.js";
import type { AppOptions, HttpEnv, HttpParts } from "./http/types.js";
import { mountMcp } from "./mcp/http.js";
import { accessLog } from "./middleware/access-log.js";
import { admissionGates } from "./middleware/admission.js";
import { authenticated } from "./middleware/authenticated.js";
import { callScope } from "./middleware/call-scope.js";
import { cors } from "./middleware/cors.js";
import { errorReply } from "./middleware/errors.js";
import { hostGuard } from "./middleware/host-guard.js";
import { httpMetrics } from "./middleware/http-metrics.js";
import { ignoredParams } from "./middleware/ignored-params.js";
import { refusals } from "./middleware/refusals.js";
import { requestId } from "./middleware/request-id.js";
import { aliasRoutes } from "./routes/aliases.js";
import { attachmentRoutes } from "./routes/attachments.js";
import { auditLogRoutes } from "./routes/audit-logs.js";
import { bankRoutes } from "./routes/banks.js";
import { chunkRoutes } from "./routes/chunks.js";
import { configRoutes } from "./routes/config.js";
import { consolidationRoutes } from "./routes/consolidation.js";
import { directiveRoutes } from "./routes/directives.js";
import { docsRoutes } from "./routes/docs.js";
import { documentRoutes } from "./routes/documents.js";
import { downloadRoutes } from "./routes/downloads.js";
import { dryRunRoutes } from "./routes/dry-run.js";
import { entityRoutes } from "./routes/entities.js";
import { fileRoutes } from "./routes/files.js";
import { healthRoutes } from "./routes/health.js";
import { knowledgeRoutes } from "./routes/knowledge.js";
import { llmRequestRoutes } from "./routes/llm-requests.js";
import { memoryRoutes } from "./routes/memories.js";
import { mentalModelRoutes } from "./routes/mental-models.js";
import { metricsRoutes } from "./routes/metrics.js";
import { observationRoutes } from "./routes/observations.js";
import { operationRoutes } from "./routes/operations.js";
import { promptRoutes } from "./routes/prompts.js";
import { recallRoutes } from "./routes/recall.js";
import { reflectRoutes } from "./routes/reflect.js";
import { statsRoutes } from "./routes/stats.js";
import { tagRoutes } from "./routes/tags.js";
import { templateRoutes } from "./routes/templates.js";
import { transferRoutes } from "./routes/transfer.js";
import { versionRoutes } from "./routes/version.js";
import { viewRoutes } from "./routes/views.js";
import { webhookRoutes } from "./routes/webhooks.js";

export function createApp(engine: Hindsight, options: AppOptions): OpenAPIHono<HttpEnv> {
  const { settings, log } = options;
  const app = new OpenAPIHono<HttpEnv>({
    getPath: (request, sent) => targetOf(request, sent?.env as HttpEnv["Bindings"], settings.basePath).path,
  });
  const metrics = httpMetrics({ includeTenant: settings.metricsIncludeTenant, scopeLabels: commonLabels(settings) });
  const parts: HttpParts = {
    options,
    gates: options.behind?.gates ?? admissionGates(settings),
    audit: engine.audit,
    noteRecallPhase: engine.noteRecallPhase,
  };

  const { routes = [] } = options.extensions ?? {};

  app.onError((cause, context) => errorReply(cause, context));
  app.use(requestId());
  if (options.behind === undefined) app.use(callScope(engine));
  app.use(accessLog(log, settings.accessLog && options.behind === undefined));
  if (options.behind === undefined) app.use(metrics.middleware);
  app.use(ignoredParams());
  if (options.hosts !== null) app.use(hostGuard(options.hosts));
  const crossOrigin = options.behind === undefined ? cors(settings.corsOrigins, options.hosts !== null) : null;
  if (crossOrigin !== null) app.use(crossOrigin);
  askWhoCalls(app, engine, parts);

  const endpoints: readonly Endpoint[] = [
    ...memoryRoutes(engine),
    ...observationRoutes(engine),
    ...dryRunRoutes(engine),
    ...recallRoutes(engine),
    ...reflectRoutes(engine),
    ...bankRoutes(engine),
    ...configRoutes(engine),
    ...aliasRoutes(engine),
    ...statsRoutes(engine),
    ...documentRoutes(engine),
    ...attachmentRoutes(engine),
    ...chunkRoutes(engine),
    ...fileRoutes(engine),
    ...downloadRoutes(engine),
    ...viewRoutes(engine),
    ...entityRoutes(engine),
    ...tagRoutes(engine),
    ...consolidationRoutes(engine),
    ...promptRoutes(engine),
    ...directiveRoutes(engine),
    ...mentalModelRoutes(engine),
    ...templateRoutes(engine),
    ...transferRoutes(engine),
    ...webhookRoutes(engine),
    ...knowledgeRoutes(engine),
    ...operationRoutes(engine),
    ...llmRequestRoutes(engine),
    ...auditLogRoutes(engine),
    ...healthRoutes(engine),
    ...versionRoutes(),
    ...metricsRoutes(engine, metrics),
  ];
  refuseShadowed(app, endpoints);
  for (const endpoint of endpoints) mount(app, endpoint, parts);
  mountExtension(app, engine, routes, parts);
  if (settings.mcpEnabled) mountMcp(app, engine, parts);
  const pages = docsRoutes(app, specification(app, endpoints, settings), settings.basePath);
  app.notFound(notFound([...endpoints, ...pages, ...routes.map(({ method, path }) => ({ method, path: `${EXT}${path}` }))]));
  return app;
}

/** The same around the engine of another tenant, behind this app: what is done once is done here. */
function appBehind({ options, gates }: HttpParts, engine: Hindsight, ended: AbortSignal): OpenAPIHono<HttpEnv> {
  const closing = AbortSignal.any([options.closing ?? options.shutdown, ended]);
  // Of its own as well: what listens to it goes with the app, while the server's lives on.
  const shutdown = AbortSignal.any([options.shutdown, ended]);
  return createApp(engine, { ...options, hosts: null, closing, shutdown, behind: { gates } });
}

/** Where a caller is needed, it is found out before anything else is read; MCP answers some before it asks. */
function askWhoCalls(app: OpenAPIHono<HttpEnv>, engine: Hindsight, parts: HttpParts): void {
  const { settings, access = plainAccess(settings, engine) } = parts.options;
  const forward = tenantApps(engine, (own, ended) => appBehind(parts, own, ended));
  const asked = {
    authenticate: access.authenticate,
    passthrough: settings.extensionPassthroughHeaders,
    forward,
    refusals: refusals(engine, parts.options.log),
  };
  app.use("/v1/default/*", authenticated({ ...asked, isLate: false }));
  if ((parts.options.extensions?.routes.length ?? 0) > 0) app.use(`${EXT}/*`, authenticated({ ...asked, isLate: false }));
  for (const path of ["/mcp", "/mcp/*", "/sse", "/sse/*", "/messages", "/messages/*"])
    app.use(path, authenticated({ ...asked, isLate: true }));
}
