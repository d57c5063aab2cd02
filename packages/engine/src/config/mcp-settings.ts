// Settings of MCP: whether it is served, to whom, and how its sessions are kept.
// In: nothing. Out: rows of the table of settings. The tools that are offered are a bank setting, `mcp_enabled_tools`.

import { flag, integer, seconds, setting, text } from "./setting.js";

export const MCP_SETTINGS = {
  mcpEnabled: setting("HINDSIGHT_API_MCP_ENABLED", true, flag, "serve MCP under /mcp"),
  mcpStateless: setting("HINDSIGHT_API_MCP_STATELESS", false, flag, "answer each MCP request by itself, without sessions"),
  mcpInstructions: setting("HINDSIGHT_API_MCP_INSTRUCTIONS", "", text, "text added to the descriptions of the tools retain and recall"),
  mcpAuthToken: setting("HINDSIGHT_API_MCP_AUTH_TOKEN", "", text, "token that MCP callers must send; takes the place of the API key there"),
  mcpAuthDisabled: setting(
    "HINDSIGHT_API_TENANT_MCP_AUTH_DISABLED",
    false,
    flag,
    "serve MCP without the API key that the other routes ask for",
  ),
  mcpBankId: setting("HINDSIGHT_MCP_BANK_ID", "default", text, "bank of multi-bank MCP when neither a call nor X-Bank-Id names one"),
  mcpMaxSessions: setting(
    "HINDSIGHT_API_MCP_MAX_SESSIONS",
    1000,
    integer(1),
    "MCP sessions at once; of the caller who has the most, the one that is idle longest makes room",
  ),
  mcpSessionIdleSeconds: setting("HINDSIGHT_API_MCP_SESSION_IDLE_SECONDS", 3600, seconds(1), "idle time after which an MCP session ends"),
} as const;
