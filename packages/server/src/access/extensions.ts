// Extensions: modules of an operator's own that say who calls and what they may do.
// In: the module that a setting names. Out: an object of one of these interfaces (docs/extensions.md).

import type { EndedWork, Tenants, WatchedWork } from "@hindsight-memory/engine";
import type { Access, AccessRequest } from "./caller.js";

/** What a request presents. */
export interface AuthRequest {
  /** The text of `Authorization`, without `Bearer`; empty when there is none. */
  readonly token: string;
  /** The headers of HINDSIGHT_API_EXTENSION_PASSTHROUGH_HEADERS that the request has once, in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly isMcp: boolean;
  readonly requestId: string;
}

/** Who a caller is. */
export interface Identity {
  /** Schema of the tenant; absent is the home tenant. It is made when it is missing. */
  readonly tenant?: string;
  /** Shown in the audit log. */
  readonly subject?: string;
  /** `admin` when absent. */
  readonly access?: Access;
  /** Patterns of bank names; absent or null is every bank. */
  readonly banks?: readonly string[] | null;
}

/** What an extension gets when it is made. */
export interface ExtensionContext {
  /** The variables that begin with the extension's own prefix, without it and in small letters. */
  readonly settings: Readonly<Record<string, string>>;
  readonly tenants: Tenants;
  readonly log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}

interface Lifecycle {
  start?(): Promise<void>;
  stop?(): Promise<void>;
}

/** Says who calls: in the place of every key and token. */
export interface TenantExtension extends Lifecycle {
  /** Throws `AuthenticationError` to refuse. */
  authenticate(request: AuthRequest): Promise<Identity>;
  /** The same for MCP, where it differs. */
  authenticateMcp?(request: AuthRequest): Promise<Identity>;
  /** Settings of the tenant's banks, by the contract's names: over the server's, under what is stored of the tenant. Asked when its engine opens. */
  tenantConfig?(tenant: string): Promise<Readonly<Record<string, unknown>>>;
  /** Bank settings that this caller may change; null for all. */
  allowedConfigFields?(
    caller: { readonly tenant: string; readonly subject: string | null },
    bankId: string,
  ): Promise<readonly string[] | null>;
}

/** A call that its caller's scopes allow. */
export interface ValidatedCall extends AccessRequest {
  readonly tenant: string;
  readonly subject: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** As the reply's `X-Request-Id`; what the call queues bears it too. */
  readonly requestId: string;
  readonly transport: "http" | "mcp";
}

/** A call that was let pass, at its end. */
export interface CompletedCall extends ValidatedCall {
  /** What was sent, as it was understood: path, query and body, or a tool's arguments. A copy. */
  readonly request: Readonly<Record<string, unknown>>;
  /** The reply, with the model's usage where the reply has it; null for a stream, and for a call that failed. A copy. */
  readonly result: unknown;
  /** Null for one that went well. */
  readonly error: { readonly code: string; readonly status: number; readonly message: string } | null;
  readonly durationMs: number;
}

/** Why a call is refused; 403 unless another status of 400 to 499 is given. */
export interface Refusal {
  readonly reason: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Why an operation of the queue is not worked: put off when there is a time, which uses up no try, and failed for good otherwise. */
export interface WorkRefusal {
  readonly reason: string;
  readonly deferUntil?: Date;
}

/**
 * Has the last word on each call, over HTTP and MCP, before its body is read, and on each operation of the queue. One that throws, or says nothing for 30 s,
 * lets nothing pass. What tells of an end (`completed`, `workCompleted`) comes behind the reply: what it throws is logged and counted, and nobody waits.
 */
export interface OperationValidator extends Lifecycle {
  validate(call: ValidatedCall): Promise<Refusal | undefined | null>;
  completed?(call: CompletedCall): Promise<void>;
  /** Asked by whichever server or worker took the operation, each time it is tried. What it throws is an error of the operation, which is tried again. */
  validateWork?(work: WatchedWork): Promise<WorkRefusal | undefined | null>;
  workCompleted?(work: EndedWork): Promise<void>;
}

/** Refuses a caller with 401; `headers` may hold a challenge (`WWW-Authenticate`). */
export class AuthenticationError extends Error {
  readonly headers: Readonly<Record<string, string>>;

  constructor(message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = "AuthenticationError";
    this.headers = headers;
  }
}
