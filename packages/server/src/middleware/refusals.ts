// Refusals: who was not let in, and where, is in the bank's audit log when it is known whose it was, and always in the server's log and its metrics.
// In: callers and what was thrown at them. Out: nothing that a call would wait for or fail by. No body is read by then, so none is in it.

import type { AuditTransport, Hindsight } from "@hindsight-memory/engine";
import type { AccessRequest, Caller } from "../access/index.js";
import { auditActionOfOperation, auditMetadata } from "../http/audit.js";
import { HindsightError, type HttpContext, type HttpLog } from "../http/types.js";

export interface Refusals {
  /** Of whoever could not say who they are. */
  unknown(cause: unknown, isMcp: boolean, context: HttpContext): void;
  /** The same caller, whose refusals are noted. */
  noted(caller: Caller, isMcp: boolean, context: HttpContext): Caller;
}

/** Bank names are their caller's words; in the log they are cut. */
const SHOWN = 100;

export function refusals(engine: Pick<Hindsight, "audit" | "noteRefusal">, log: Pick<HttpLog, "info" | "warn">): Refusals {
  async function audit({ operation, bankId }: AccessRequest, error: HindsightError, transport: AuditTransport, context: HttpContext) {
    const action = auditActionOfOperation(operation);
    if (action === null || bankId === null) return;
    const metadata = { ...auditMetadata(context), refused: true };
    const end = await engine.audit.begin({ action, transport, bankId, request: {}, metadata });
    end({ error });
  }
  return {
    unknown(cause, isMcp, context) {
      if (codeOf(cause) !== "unauthorized") return;
      const transport = isMcp ? "mcp" : "http";
      engine.noteRefusal("unauthorized", transport);
      log.info({ reason: "unauthorized", transport, requestId: context.get("requestId") }, "a call was refused");
    },
    noted(caller, isMcp, context) {
      const transport = isMcp ? "mcp" : "http";
      const refused = (asked: AccessRequest, error: unknown): void => {
        const code = codeOf(error);
        if (!(error instanceof HindsightError) || (code !== "forbidden" && code !== "operation_refused")) return;
        const reason = code === "forbidden" ? "forbidden" : "validator";
        engine.noteRefusal(reason, transport);
        const { tenant, subject } = caller;
        const bank = asked.bankId?.slice(0, SHOWN) ?? null;
        const { operation } = asked;
        log.info(
          { reason, transport, operation, bank, tenant, caller: subject, requestId: context.get("requestId") },
          "a call was refused",
        );
        audit(asked, error, transport, context).catch((cause: unknown) => log.warn({ err: cause }, "a refusal could not be audited"));
      };
      return { ...caller, refused };
    },
  };
}

function codeOf(cause: unknown): string | null {
  return cause instanceof HindsightError ? cause.code : null;
}
