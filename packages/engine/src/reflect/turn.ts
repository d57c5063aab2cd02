/** One turn: the calls of a reply are carried out side by side, and their results go back in their order. */

import type { ReflectedToolCall } from "../domain/reflect.js";
import type { TextAnswer, ToolCall } from "../providers/llm/index.js";
import { span } from "../telemetry/index.js";
import type { Run } from "./agent.js";
import { goOn } from "./deadline.js";
import { runTool, toolName } from "./tools/index.js";

/** Most calls of one turn; the rest are sent back. */
const MOST_CALLS = 16;

/** Carries out the searches of a reply. Returns its `done`, which is for the loop to judge and to answer; null without one. */
export async function runCalls(run: Run, reply: Pick<TextAnswer, "text" | "toolCalls">, iteration: number): Promise<ToolCall | null> {
  const named = reply.toolCalls.map((call) => ({ ...call, name: toolName(call.name) || "unknown" }));
  const done = named.find(({ name }) => name === "done") ?? null;
  const answered = named.filter((call) => call === done || call.name !== "done"); // one answer is enough
  run.messages.push({ role: "assistant", content: reply.text, toolCalls: answered });
  const searches = answered.filter((call) => call !== done);
  const carried = await Promise.all(searches.map((call, place) => (place < MOST_CALLS ? carryOut(run, call, iteration) : TOO_MANY)));
  goOn(run.task.ctx.signal);
  if (carried.some(({ isEnough }) => isEnough)) run.state.isFree = true;
  carried.forEach(({ output, record }, place) => {
    const { id, name } = searches[place] as ToolCall;
    if (record !== null) run.calls.push(record);
    run.messages.push({ role: "tool", toolCallId: id, name, content: JSON.stringify(output) });
  });
  return done;
}

interface Carried {
  readonly output: Readonly<Record<string, unknown>>;
  /** For the trace; null for a call of something that is not offered. */
  readonly record: ReflectedToolCall | null;
  readonly isEnough?: boolean;
}

const TOO_MANY: Carried = { output: { error: `Only ${MOST_CALLS} calls are taken at once.` }, record: null };

async function carryOut({ task, tools, evidence }: Run, call: ToolCall, iteration: number): Promise<Carried> {
  const { name: tool, input } = call;
  const isOffered = tools.some(({ definition }) => definition.name === tool);
  if (isOffered) task.onProgress({ type: "tool_call", tool, input, iteration });
  const started = performance.now();
  const attributes = {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": isOffered ? tool : "unknown",
    "gen_ai.tool.type": "function",
  };
  const outcome = await span("hindsight.reflect_tool_call", attributes, async (own) => {
    const ran = await runTool(task, tools, call);
    own.set({ "hindsight.is_carried_out": ran.ran, "hindsight.found": ran.ran ? ran.memories.length + (ran.models?.length ?? 0) : 0 });
    return ran;
  });
  if (!outcome.ran) return { output: outcome.output, record: null };
  const { output, memories, models = [], isEnough = false } = outcome;
  evidence.add(memories, models);
  task.onProgress({ type: "evidence", tool, iteration, found: memories.length + models.length, memories: evidence.size });
  return { output, isEnough, record: { tool, input, output, durationMs: Math.round(performance.now() - started), iteration } };
}
