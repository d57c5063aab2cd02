// Endpoints: a route as one value; the router, the specification and the tests read the same one.
// In: schemas and a handler. Out: an endpoint that `mount` serves and `describe` documents.

import type { z } from "@hono/zod-openapi";
import type { HttpContext, HttpParts } from "./types.js";

export type Fields = z.ZodObject;
export type Method = "get" | "put" | "post" | "patch" | "delete";
export type Tag =
  | "Memory"
  | "Banks"
  | "Consolidation"
  | "Directives"
  | "Mental models"
  | "Knowledge base"
  | "Bank Templates"
  | "Bank Transfer"
  | "Webhooks"
  | "Documents"
  | "Entities"
  | "Operations"
  | "Files"
  | "LLM Traces"
  | "Audit"
  | "Document Transfer"
  | "Monitoring";

export interface Call<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** Fires when the caller hangs up or the server stops waiting. */
  readonly signal: AbortSignal;
  readonly context: HttpContext;
  readonly parts: HttpParts;
  /** For a reply that is still being written when the handler returns: the call's place and its signal are kept until `work` has ended. */
  hold(work: Promise<unknown>): void;
}

export interface ReplySpec {
  readonly description: string;
  readonly schema?: z.ZodType;
  readonly contentType?: string;
}

/** The facts of an endpoint that do not depend on its types. */
export interface EndpointFacts {
  readonly operationId: string;
  readonly method: Method;
  /** OpenAPI template, for example `/v1/default/banks/{bank_id}/stats`. */
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: true;
  /** The lane whose gate a call passes once its body is read. */
  readonly lane?: "recall" | "reflect";
  /** Asks a language model before it answers, where one is configured. */
  readonly asksModel?: true;
  /** Largest body, where none that makes sense comes near the server's limit. */
  readonly maxBodyMb?: number;
  /** Body schema for the specification alone: the handler answers without reading it. */
  readonly describedBody?: z.ZodType;
  /** Multipart form for the specification alone: the handler reads the parts as they come, and answers 422 for one that lacks. */
  readonly form?: z.ZodType;
  /** Replies by status; the first one is what the handler's value is sent with. 422 is added where something is validated. */
  readonly replies: Readonly<Record<number, ReplySpec>>;
}

export interface Endpoint extends EndpointFacts {
  readonly params: Fields | null;
  readonly query: Fields | null;
  readonly body: z.ZodType | null;
  /** The reply's JSON value, or a Response that is sent as it is. */
  handle(call: Call<unknown, unknown, unknown>): Promise<unknown>;
}

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;

export function endpoint<P extends Fields | undefined, Q extends Fields | undefined, B extends z.ZodType | undefined>(
  spec: EndpointFacts & {
    readonly params?: P;
    readonly query?: Q;
    readonly body?: B;
    handle(call: Call<Output<P>, Output<Q>, Output<B>>): Promise<unknown>;
  },
): Endpoint {
  const { params, query, body, handle, ...facts } = spec;
  return { ...facts, params: params ?? null, query: query ?? null, body: body ?? null, handle: handle as Endpoint["handle"] };
}

/** Status that a handler's plain value is sent with. */
export function okStatus(facts: EndpointFacts): number {
  return Number(Object.keys(facts.replies)[0]);
}
