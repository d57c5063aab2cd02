// server: the memory over HTTP.
// In: the environment, or an open engine. Out: a running server, or the app alone to put behind another socket.
// Names are translated and inputs checked here; what they mean is the engine's.

export {
  type Access,
  AuthenticationError,
  type AuthRequest,
  type CompletedCall,
  type ExtensionContext,
  type Identity,
  type OperationValidator,
  type Refusal,
  type TenantExtension,
  type ValidatedCall,
  type WorkRefusal,
} from "./access/index.js";
export { createApp } from "./app.js";
export type {
  ExtensionCaller,
  ExtensionRoute,
  ExtensionTool,
  HttpExtension,
  McpExtension,
  RouteCall,
  ToolCall,
} from "./extensions/index.js";
export type { AppOptions, HttpEnv, HttpLog, HttpSettings } from "./http/types.js";
export type { BridgeOptions } from "./mcp/bridge.js";
export { bridgeStdio, type RunningStdio, type StdioOptions, serveStdio } from "./mcp/stdio.js";
export { API_VERSION, SERVER_VERSION } from "./routes/version.js";
export { type RunningServer, type StartOptions, startServer } from "./start-server.js";
export { type RunningWorker, startWorker, type WorkerOptions } from "./start-worker.js";
