// A call: from the name of a tool and its arguments to its answer.
// In: a message and the request behind it. Out: what the tool answers; whatever fails on purpose is told in the answer, as the contract has it.

import { HindsightError, type Span } from "@hindsight-memory/engine";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { authorize, type Teller, teller } from "../access/index.js";
import { requestSignal } from "../http/signal.js";
import { checkedArguments, lenient, WrongArguments } from "./arguments.js";
import { decidingBanks, sessionBank } from "./bank.js";
import { isOffered, type Offer } from "./offer.js";
import type { Progress } from "./progress.js";
import type { McpRequest } from "./request.js";
import { encoded, failed, refusedCall } from "./results.js";
import type { Result, Tool } from "./tool.js";
import { kindOf } from "./traced.js";

export interface Asked {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/** `span` is told of the bank, and of what failed by its kind. */
export async function callTool(offer: Offer, request: McpRequest, asked: Asked, span: Span): Promise<CallToolResult> {
  const tool = offer.tools.find(({ name }) => name === asked.name);
  const unknown = refusedCall(`Unknown tool: ${asked.name.slice(0, 100)}`);
  if (tool === undefined) return unknown;
  const isSingle = offer.pathBank !== null;
  const { signal, release } = requestSignal(asked.signal, offer.parts.options.shutdown);
  let tell: Teller | null = null;
  try {
    const session = sessionBank(offer.pathBank, request.headerBank, offer.parts.options.settings.mcpBankId);
    const given = lenient(asked.arguments, offer.schemaOf(tool));
    const bankId = isSingle ? session : bankNamed(given.bank_id, session);
    const about = { access: tool.access, bankId: concerns(tool, bankId), operation: tool.operation };
    await authorize(request.caller, about);
    tell = teller(request.caller, about);
    if (!(await isOffered(offer, tool.name, decidingBanks(offer, request, bankId)))) return unknown;
    const args = checkedArguments(tool, given);
    span.set({ "hindsight.bank_id": bankId });
    const { engine, parts } = offer;
    const { progress } = asked;
    const { requestId, caller } = request;
    const work = async (): Promise<Result> =>
      noted(
        span,
        await tool.handle({ args, engine, caller, bankId, signal, progress, gates: parts.gates, settings: parts.options.settings }),
      );
    const { audited } = tool;
    tell.sent(() => args);
    const metadata = { request_id: requestId, tool: tool.name, ...(caller.subject !== null && { caller: caller.subject }) };
    const call = audited === null ? null : { action: audited, transport: "mcp" as const, bankId, request: args, metadata };
    const result = await (call === null ? work() : engine.audit.run(call, work));
    tell.ended(result);
    return encoded(tool, isSingle, result);
  } catch (cause) {
    const reason = signal.aborted ? signal.reason : cause;
    span.fail(kindOf(reason));
    const isWrong = cause instanceof WrongArguments;
    tell?.ended(null, isWrong ? new HindsightError("invalid_request", cause.message) : cause);
    if (isWrong) return refusedCall(cause.message);
    return encoded(tool, isSingle, failed(tool, told(offer, request, tool.name, reason)));
  } finally {
    release();
  }
}

/** What a tool tells of a failure in its own words is one in the trace, too. */
function noted(span: Span, result: Result): Result {
  if (typeof result.error === "string") span.fail("tool_error");
  return result;
}

/** The bank that authorization is asked about; a list of banks concerns none of them. */
function concerns(tool: Tool, bankId: string): string | null {
  return tool.name === "list_banks" ? null : bankId;
}

function bankNamed(argument: unknown, session: string): string {
  if (argument === undefined || argument === null || argument === "") return session;
  if (typeof argument !== "string") throw new WrongArguments("bank_id: Must be a string.");
  return argument;
}

/** What the caller reads of a failure; what was not foreseen goes to the log. */
export function told(offer: Offer, request: McpRequest, asked: string, cause: unknown): string {
  if (cause instanceof HindsightError && cause.code !== "internal") return cause.message;
  const { requestId } = request;
  offer.parts.options.log.error({ err: cause, requestId, asked }, "An MCP call failed");
  return `Something failed inside the server; its log has the cause under request id ${requestId}.`;
}
