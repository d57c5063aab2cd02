// Callers: who calls, and what they may do.
// In: what authentication found out. Out: a value on the request's context, which `authorize` asks before anything of the call is read.

/** What a call does: looks, changes what is remembered, or changes how a bank works. Each includes the one before. */
export const ACCESS = ["read", "write", "admin"] as const;
export type Access = (typeof ACCESS)[number];

/** One call as authorization sees it. */
export interface AccessRequest {
  readonly access: Access;
  /** The bank as the caller names it, decoded; null for what concerns no single bank. */
  readonly bankId: string | null;
  /** Name of what is asked for (`retain`, `list_directives`, …), the same over HTTP and MCP: `operationOf` and `access/operations.ts`. */
  readonly operation: string;
}

/** How a call ended. */
export interface CallEnd {
  readonly request: Readonly<Record<string, unknown>>;
  /** Null for a stream, and for a call that failed. */
  readonly result: unknown;
  /** What was thrown; null for a call that went well. */
  readonly error: unknown;
  readonly durationMs: number;
}

export interface Caller {
  /** The schema that the caller's banks lie in. */
  readonly tenant: string;
  /** Id of the key or subject of the token; null where nobody had to say who they are. */
  readonly subject: string | null;
  /** The most that the caller may do. */
  readonly access: Access;
  /** Names of banks, `*` standing for any characters; null for every bank of the tenant. */
  readonly banks: readonly string[] | null;
  /** Bank settings that the caller may change in a bank; null, or no such function, for all. */
  readonly configFields?: (bankId: string) => Promise<readonly string[] | null>;
  /** The operation validator's word on a call, after scopes allowed it: it throws to refuse. */
  readonly validate?: (request: AccessRequest) => Promise<void>;
  /** Told of a call that was not let pass; returns at once and never throws. */
  readonly refused?: (request: AccessRequest, error: unknown) => void;
  /** Told of the end of a call that was let pass; returns at once and never throws. */
  readonly completed?: (request: AccessRequest, end: CallEnd) => void;
}

/** The caller of a server that asks for no key, or for the one key of its settings: every bank, everything. */
export function fullCaller(tenant: string, subject: string | null = null): Caller {
  return { tenant, subject, access: "admin", banks: null };
}

/** Does the caller's scope name this bank? */
export function coversBank({ banks }: Pick<Caller, "banks">, bankId: string): boolean {
  return banks === null || banks.some((pattern) => matches(pattern, bankId));
}

/** Does the caller's access include this one? */
export function hasAccess(caller: Pick<Caller, "access">, wanted: Access): boolean {
  return ACCESS.indexOf(caller.access) >= ACCESS.indexOf(wanted);
}

/** `*` takes any characters. One pass with one step back, so that a hostile pattern costs no more than pattern × name. */
function matches(pattern: string, name: string): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  let position = 0;
  while (position < name.length) {
    if (pattern[at] === "*") {
      star = at++;
      resume = position;
    } else if (at < pattern.length && pattern[at] === name[position]) {
      at += 1;
      position += 1;
    } else if (star >= 0) {
      at = star + 1;
      position = ++resume;
    } else {
      return false;
    }
  }
  while (pattern[at] === "*") at += 1;
  return at === pattern.length;
}
