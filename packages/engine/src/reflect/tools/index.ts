/** The tools of a run: which are offered, and what a call of one comes to. */

import { HindsightError } from "../../errors.js";
import type { ToolCall } from "../../providers/llm/index.js";
import type { Evidence } from "../evidence.js";
import type { Task } from "../task.js";
import { toolName } from "./arguments.js";
import { expandTool } from "./expand.js";
import { readModelsTool } from "./read-models.js";
import { recallTool } from "./recall.js";
import { searchModelsTool } from "./search-models.js";
import { searchObservationsTool } from "./search-observations.js";
import { type SearchTool, ToolMistake, type ToolResult } from "./tool.js";

export { toolName } from "./arguments.js";
export { doneTool } from "./done.js";
export type { SearchTool } from "./tool.js";

/** A call that was carried out, or refused with a word to the model. Only the former is part of the trace. */
export type Outcome = ({ readonly ran: true } & ToolResult) | { readonly ran: false; readonly output: { readonly error: string } };

/** The tools that have something to search, in the order of looking things up. */
export function offeredTools(task: Task, evidence: Evidence): readonly SearchTool[] {
  const { kinds, models } = task;
  const searchesFacts = kinds.some((kind) => kind !== "observation");
  return [
    ...(models === null ? [] : [searchModelsTool(task, models), readModelsTool(task, models)]),
    ...(kinds.includes("observation") ? [searchObservationsTool(task)] : []),
    ...(searchesFacts ? [recallTool(task)] : []),
    expandTool(task, evidence),
  ];
}

/** Runs one call. A failure of the search is told to the model; a cancelled or overdue request is thrown. */
export async function runTool(task: Task, tools: readonly SearchTool[], call: ToolCall): Promise<Outcome> {
  const name = toolName(call.name);
  const tool = tools.find(({ definition }) => definition.name === name);
  if (tool === undefined) {
    const names = [...tools.map(({ definition }) => definition.name), "done"].join(", ");
    return { ran: false, output: { error: `There is no tool "${name.slice(0, 60)}". The tools are ${names}.` } };
  }
  if (call.problem !== undefined) return { ran: false, output: { error: call.problem } };
  try {
    return { ran: true, ...(await tool.run(call.input)) };
  } catch (error) {
    if (task.ctx.signal.aborted) throw error;
    if (error instanceof ToolMistake) return { ran: true, output: { error: error.message }, memories: [] };
    task.ctx.log.warn({ err: error, tool: name }, "a tool of a reflection failed");
    const said = error instanceof HindsightError ? error.message : "The search failed; try it once more, or go on without it.";
    return { ran: true, output: { error: said }, memories: [] };
  }
}
