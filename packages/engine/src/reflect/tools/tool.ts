import type { RecalledMemory } from "../../domain/requests.js";
import type { Tool } from "../../providers/llm/index.js";
import type { ReadModel } from "../models.js";

export type ToolInput = Readonly<Record<string, unknown>>;
export type ToolOutput = Readonly<Record<string, unknown>>;

/** What a tool brought: an object for the model, and the memories in it, which may then be cited. */
export interface ToolResult {
  readonly output: ToolOutput;
  readonly memories: readonly RecalledMemory[];
  /** Mental models that were shown whole, which may then be cited. */
  readonly models?: readonly ReadModel[];
  /** True when what was found answers by itself: the model need not look any further before it answers. */
  readonly isEnough?: boolean;
}

/** A tool that searches. The system prompt speaks of those alone that are offered: a model calls what it reads about. */
export interface SearchTool {
  readonly definition: Tool;
  /** Its place in the order of looking things up; a tool with one is called once before the model is free to choose. */
  readonly level: number | null;
  /** What it is good for, as the system prompt says it. */
  readonly about: string;
  run(input: ToolInput): Promise<ToolResult>;
}

/** A mistake of the model's in its arguments: it is told, and may call again. */
export class ToolMistake extends Error {}
