import type { RequestContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import type { WebhookHttp } from "../domain/webhooks.js";
import { HindsightError } from "../errors.js";
import type { OperationHandler, OperationWork } from "../operations/index.js";
import { readTarget } from "../store/webhooks/read-target.js";
import { type Answer, send, type Target } from "./send.js";

/** Pauses before each further attempt, in seconds (the contract's): six attempts in all. */
export const RETRY_SECONDS = [5, 300, 1_800, 7_200, 18_000] as const;

export const DEFAULT_HTTP: WebhookHttp = { method: "POST", timeoutSeconds: 30, headers: {}, params: {} };

/**
 * Tells one event to one webhook, as the webhook is now. What is no 2xx, and what cannot be reached, is tried again later; a private address and a webhook
 * that is gone or switched off are not. A crash between the answer and its note sends the event again: receivers know it by its id. `retrySeconds` are the
 * pauses before the further attempts; after the last the operation fails.
 */
export function deliveryHandler(retrySeconds: readonly number[] = RETRY_SECONDS): OperationHandler {
  return (ctx, bank, work) => deliver(ctx, bank, work, retrySeconds);
}

async function deliver(ctx: RequestContext, bank: BankScope, work: OperationWork, retrySeconds: readonly number[]): Promise<undefined> {
  const { webhook_id: webhookId, event_id: eventId, event_type: eventType, body } = work.payload as Readonly<Record<string, string | null>>;
  const target = await targetOf(ctx, bank, webhookId ?? null);
  const made = Number(work.resultMetadata.delivery_attempts ?? 0) + 1;
  const message = { eventType: eventType ?? "", eventId: eventId ?? "", deliveryId: work.operationId, body: body ?? "" };
  const noted = { url: target.url, delivery_attempts: made, last_attempt_at: ctx.now().toISOString() };
  const { answer, problem } = await attempt(ctx, target, message);
  const answered = {
    last_response_status: answer?.status ?? null,
    // Kept only where it is shown: an answer may say more of the receiver's network than the bank's callers may know.
    ...(ctx.settings.webhookExposeResponseBody ? { last_response_body: answer?.body ?? null } : {}),
  };
  if (problem === null) {
    await ctx.db.transaction((tx) => work.complete(tx, { ...noted, ...answered, last_error: null }));
    return undefined;
  }
  const progress = { stage: "delivering", at: noted.last_attempt_at };
  const delay = retrySeconds[made - 1];
  await ctx.db.transaction((tx) => work.checkpoint(tx, progress, { ...noted, ...answered, last_error: problem.message }));
  if (problem.isFinal || delay === undefined) throw new HindsightError("bad_argument", problem.message);
  throw new HindsightError("write_conflict", problem.message, { details: { retryAt: new Date(ctx.now().getTime() + delay * 1000) } });
}

interface Problem {
  readonly message: string;
  readonly isFinal: boolean;
}

async function attempt(
  ctx: RequestContext,
  target: Target,
  message: Parameters<typeof send>[1],
): Promise<{ readonly answer: Answer | null; readonly problem: Problem | null }> {
  try {
    const answer = await send(target, message, { allowed: ctx.settings.webhookAllowedHosts, signal: ctx.signal });
    const isTaken = answer.status >= 200 && answer.status < 300;
    return { answer, problem: isTaken ? null : { message: `The receiver answered ${answer.status}`, isFinal: false } };
  } catch (error) {
    if (ctx.signal.aborted) throw error;
    const isFinal = error instanceof HindsightError && error.code === "bad_argument";
    return { answer: null, problem: { message: isFinal ? error.message : unreachable(error, target), isFinal } };
  }
}

/** By the code of the failure alone: messages of the network may repeat the URL with its parameters. */
function unreachable(error: unknown, { http }: Target): string {
  const { name, code } = error as { readonly name?: unknown; readonly code?: unknown };
  if (name === "TimeoutError") return `The receiver did not answer within ${http.timeoutSeconds} s`;
  return `The receiver cannot be reached (${typeof code === "string" ? code : String(name ?? "unknown")})`;
}

async function targetOf(ctx: RequestContext, bank: BankScope, id: string | null): Promise<Target> {
  const { webhookUrl, webhookSecret } = ctx.settings;
  if (id === null) {
    if (webhookUrl === "") throw new HindsightError("webhook_not_found", "The server has no webhook any more (HINDSIGHT_API_WEBHOOK_URL).");
    return { url: webhookUrl, secret: webhookSecret === "" ? null : webhookSecret, http: DEFAULT_HTTP };
  }
  const stored = await readTarget(ctx.db, bank, id);
  if (stored === null) throw new HindsightError("webhook_not_found", `Webhook '${id}' was deleted`);
  if (!stored.enabled)
    throw new HindsightError("webhook_not_found", "The webhook is switched off. Switch it on, then retry this operation.");
  return { ...stored, http: { ...DEFAULT_HTTP, ...stored.http } };
}
