// Tools: what MCP offers, each as one value that the list, the calls, authorization and the tests read.
// In: a name, typed parameters and a handler. Out: a tool whose arguments are checked by the same types as those of the routes.

import type { AuditAction, Hindsight } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import type { Access, Caller } from "../access/index.js";
import type { HttpParts } from "../http/types.js";
import type { Progress } from "./progress.js";

export interface Parameter<T extends z.ZodType = z.ZodType> {
  readonly type: T;
  /** For the model that fills it in. */
  readonly about: string;
}

export type Parameters = Readonly<Record<string, Parameter>>;
type Values<P extends Parameters> = { readonly [K in keyof P]: z.output<P[K]["type"]> };
export type Result = Readonly<Record<string, unknown>>;

/** What a handler may use: the engine, and the one bank that the call is about. */
export interface ToolCall<A> {
  readonly args: A;
  readonly engine: Hindsight;
  readonly caller: Caller;
  readonly bankId: string;
  /** Fires when the caller cancels or the server stops waiting. */
  readonly signal: AbortSignal;
  /** Tells a client that asked for it how far the call is. */
  readonly progress: Progress;
  readonly gates: HttpParts["gates"];
  readonly settings: HttpParts["options"]["settings"];
}

/** `reads` changes nothing; `destroys` takes something away that does not come back; `changes` is the rest. */
export type Effect = "reads" | "changes" | "destroys";

interface ToolFacts {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly access: Access;
  /** Name of what is asked for, the same as over HTTP; authorization and validators know it by this. */
  readonly operation: string;
  /** Action in the audit log; null when the contract audits none. */
  readonly audited: AuditAction | null;
  readonly effect: Effect;
  /** `multi`: offered where a caller may choose among banks, never inside one bank. */
  readonly modes: "both" | "multi";
  /** `choice`: multi-bank mode adds an optional `bank_id`; `own`: the tool has a parameter of that name itself, or none. */
  readonly bank: "choice" | "own";
  /** What a failure is told with: the field of the text, and what a caller expects beside it. */
  readonly failure: { readonly text: "error" | "message"; readonly beside: Result };
  /** Answers an object in multi-bank mode too, where the others answer JSON as text. */
  readonly isObject: boolean;
}

export interface Tool extends ToolFacts {
  readonly parameters: Parameters;
  readonly type: z.ZodObject;
  handle(call: ToolCall<Values<Parameters>>): Promise<Result>;
}

type Optional = "modes" | "bank" | "failure" | "isObject" | "audited";

export function tool<const P extends Parameters>(
  spec: Omit<ToolFacts, Optional> &
    Partial<Pick<ToolFacts, Optional>> & { readonly parameters: P; handle(call: ToolCall<Values<P>>): Promise<Result> },
): Tool {
  const { parameters, handle, ...facts } = spec;
  return {
    modes: "both",
    bank: "choice",
    failure: { text: "error", beside: {} },
    isObject: false,
    audited: null,
    ...facts,
    parameters,
    type: z.object(Object.fromEntries(Object.entries(parameters).map(([name, { type }]) => [name, type]))),
    handle: handle as Tool["handle"],
  };
}

export function parameter<T extends z.ZodType>(type: T, about: string): Parameter<T> {
  return { type, about };
}

/** A failure's form for tools that answer a list or a text, which stands empty beside it. */
export const beside = (empty: Result): Tool["failure"] => ({ text: "error", beside: empty });
