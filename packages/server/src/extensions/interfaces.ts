// Extensions that add to the server: routes below /ext, and tools of MCP.
// In: the module that a setting names. Out: an object of one of these interfaces (docs/extensions.md).

import type { Hindsight } from "@hindsight-memory/engine";
import type { Access } from "../access/index.js";

/** Who calls, once their scopes and the validator have let them. */
export interface ExtensionCaller {
  readonly tenant: string;
  /** Id of the key or subject of the token; null where nobody had to say who they are. */
  readonly subject: string | null;
  readonly access: Access;
  /** Patterns of bank names; null for every bank. */
  readonly banks: readonly string[] | null;
}

interface Call {
  readonly caller: ExtensionCaller;
  /** The memory of the caller's tenant: all of it, whatever banks the caller may name. */
  readonly engine: Hindsight;
  /** Fires when the caller hangs up or the server stops waiting. */
  readonly signal: AbortSignal;
}

interface Lifecycle {
  start?(): Promise<void>;
  stop?(): Promise<void>;
}

export interface RouteCall extends Call {
  /** From the braces of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /** The body, within the server's limits of size, depth and time; throws the 422 of a body that is none. */
  json(): Promise<unknown>;
}

export interface ExtensionRoute {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/ext`: `/reports/{bank_id}`. A part named `bank_id` is a bank that the caller's key must cover; without one, a key of some banks is refused. */
  readonly path: string;
  /** What the caller needs. There is no route for everyone: a server that asks for keys asks for one here too. */
  readonly access: Access;
  /** What validators know it by. */
  readonly operation: string;
  /** A `Response` is sent as it is, anything else as JSON. A `HindsightError` becomes the reply of its code, whatever else is thrown a 500. */
  handle(call: RouteCall): Promise<unknown>;
}

/** Adds routes below `/ext`. */
export interface HttpExtension extends Lifecycle {
  readonly routes: readonly ExtensionRoute[];
}

export interface ToolCall extends Call {
  readonly args: Readonly<Record<string, unknown>>;
  /** The one bank that the call is about. */
  readonly bankId: string;
}

export interface ExtensionTool {
  /** Letters, digits, `_` and `-`; not the name of a tool that is there. Validators, and a bank's list of tools, know it by this. */
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly access: Access;
  /** What clients are told: `reads` unless told otherwise for `read`, `changes` for the rest. */
  readonly effect?: "reads" | "changes" | "destroys";
  /** JSON Schema of its arguments, by name, each with a `description`; `bank_id` is added where a caller may choose among banks. */
  readonly parameters: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required?: readonly string[];
  handle(call: ToolCall): Promise<Readonly<Record<string, unknown>>>;
}

/** Adds tools to MCP. */
export interface McpExtension extends Lifecycle {
  readonly tools: readonly ExtensionTool[];
}
