// extensions: what an operator's own modules add to the server.
// In: settings. Out: routes below /ext and tools of MCP, behind the guards of all others.

export { EXT, mountExtension } from "./http.js";
export type {
  ExtensionCaller,
  ExtensionRoute,
  ExtensionTool,
  HttpExtension,
  McpExtension,
  RouteCall,
  ToolCall,
} from "./interfaces.js";
export { type Extensions, openExtensions } from "./open.js";
