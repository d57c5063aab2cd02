// A span for each call of a tool, above all that the engine does for it.
// In: the call. Out: what it answers; of the call its tool and bank, of a failure its kind. Arguments and answers are in no span.

import { type Hindsight, HindsightError, type Span } from "@hindsight-memory/engine";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";

export interface TracedCall {
  /** Null for a name that is no tool's: it may be any text. */
  readonly tool: string | null;
  readonly requestId: string;
  /** `_meta` of the request, in which a client may name its own place in a trace. */
  readonly meta: Readonly<Record<string, unknown>> | undefined;
}

/** By the conventions of OpenTelemetry for MCP: `tools/call <tool>`, failed as `tool_error` where nothing says more. */
export function tracedCall(
  engine: Pick<Hindsight, "inSpan">,
  { tool, requestId, meta = {} }: TracedCall,
  call: (span: Span) => Promise<CallToolResult>,
): Promise<CallToolResult> {
  const attributes = {
    "mcp.method.name": "tools/call",
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": tool,
    "hindsight.request_id": requestId,
  };
  const name = tool === null ? "tools/call" : `tools/call ${tool}`;
  return engine.inSpan({ name, attributes, requestId, parent: placeIn(meta) }, async (span) => {
    let hasFailed = false;
    const fail = (kind: string): void => {
      hasFailed = true;
      span.fail(kind);
    };
    const result = await call({ ...span, fail });
    if (!hasFailed && result.isError === true) fail("tool_error");
    return result;
  });
}

function placeIn({ traceparent, tracestate }: Readonly<Record<string, unknown>>): {
  readonly traceparent?: string;
  readonly tracestate?: string;
} {
  return {
    ...(typeof traceparent === "string" && { traceparent }),
    ...(typeof tracestate === "string" && { tracestate }),
  };
}

/** A code, or a class: messages may quote what was asked. */
export function kindOf(cause: unknown): string {
  if (cause instanceof HindsightError) return cause.code;
  return cause instanceof Error ? cause.name : typeof cause;
}
