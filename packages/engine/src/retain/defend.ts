import type { EngineContext } from "../context.js";
import type { DefenseEvent, DefenseReport, Redaction, Violation } from "../domain/defense.js";
import type { ItemReceipt } from "../domain/requests.js";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import { atOnce, type DefensePolicy, openScreening, type Screening, type Verdict } from "../guard/defense/index.js";
import { readBank } from "../store/banks/read-bank.js";
import { breathe, inSteps } from "./breathe.js";
import { cleanAttachments } from "./defend-attachments.js";
import type { GuardedItem } from "./guard.js";
import { defenseOf } from "./settings.js";

export type BlockedItem = Pick<ItemReceipt, "index" | "documentId">;

/** What a bank's policy leaves of the items of a call. */
export interface Defended {
  /** Those that may be stored, without what may not. */
  readonly items: readonly GuardedItem[];
  /** The others, by what may be told of them. */
  readonly blocked: readonly BlockedItem[];
  /** Null when nothing was found. */
  readonly report: DefenseReport | null;
  readonly events: readonly DefenseEvent[];
}

/**
 * Screens items before anything of them is stored, queued, sent to a model or logged, and tells whoever listens what was found. All are looked at before any is
 * refused. Throws `memory_blocked` with the violations when nothing is left, and `memory_defense_invalid` comes from reading the policy.
 */
export async function defend(
  ctx: EngineContext,
  bank: BankScope,
  items: readonly GuardedItem[],
  policy: DefensePolicy,
  signal: AbortSignal = new AbortController().signal,
): Promise<Omit<Defended, "events">> {
  const { events, ...left } = await inSteps(screeningItems(items, policy), breathe(signal));
  if (events.length > 0) await ctx.onDefended?.(bank, events);
  requireSome(left);
  return left;
}

/** The same for items that come together or not at all: one that is blocked refuses them all. */
export async function defendAll(ctx: EngineContext, bank: BankScope, items: readonly GuardedItem[]): Promise<readonly GuardedItem[]> {
  const { events, ...left } = screenItems(items, defenseOf(ctx, await readBank(ctx.db, bank)));
  if (events.length > 0) await ctx.onDefended?.(bank, events);
  if (left.blocked.length > 0) requireSome({ ...left, items: [] });
  return left.items;
}

/** Throws `memory_blocked` when every item is. */
export function requireSome({ items, report }: Pick<Defended, "items" | "report">): void {
  if (items.length > 0 || report === null) return;
  const { violations } = report;
  const first = violations[0]?.message ?? "";
  const message = violations.length === 1 ? first : `All ${violations.length} items are blocked. ${first}`;
  throw new HindsightError("memory_blocked", message, { details: { violations } });
}

/** The same without telling anybody. */
export function screenItems(items: readonly GuardedItem[], policy: DefensePolicy): Defended {
  return atOnce(screeningItems(items, policy));
}

/** In steps, since a text may have megabytes. */
export function* screeningItems(items: readonly GuardedItem[], policy: DefensePolicy): Generator<undefined, Defended> {
  const kept: GuardedItem[] = [];
  const blocked: BlockedItem[] = [];
  const violations: Violation[] = [];
  const redactions: Redaction[] = [];
  const events: DefenseEvent[] = [];
  for (const item of items) {
    const screening = openScreening(policy);
    const clean = yield* cleaned(item, policy, screening);
    const verdict = screening.verdict();
    if (verdict.action === "block") {
      violations.push(violationOf(item, verdict));
      blocked.push({ index: item.index, documentId: clean.documentId ?? "" });
    } else kept.push(clean);
    if (verdict.action === "redact") redactions.push({ index: item.index, detectors: verdict.matchedTypes });
    if (verdict.action !== "allow") events.push(eventOf(clean, verdict.action, verdict));
  }
  return { items: kept, blocked, report: events.length === 0 ? null : { violations, redactions }, events };
}

/** Every string that a caller may set. */
function* cleaned(item: GuardedItem, policy: DefensePolicy, screening: Screening): Generator<undefined, GuardedItem> {
  const { clean } = screening;
  yield* screening.refusingInstructions(item.content);
  if (item.context !== null) screening.refuseInstructions(item.context);
  const { observationScopes: scopes } = item;
  const { content, attachments, blobs } = yield* cleanAttachments(item, screening);
  return {
    ...item,
    ...believed(item, policy),
    content: yield* screening.cleaning(content),
    blobs,
    context: item.context === null ? null : clean(item.context),
    metadata: Object.fromEntries(Object.entries(item.metadata).map(([key, value]) => [clean(key), clean(value)])),
    tags: [...new Set(item.tags.map(clean))],
    entities: item.entities.map((mention) => ({ ...mention, name: clean(mention.name) })),
    observationScopes: scopes === null || typeof scopes === "string" ? scopes : scopes.map((tags) => [...new Set(tags.map(clean))]),
    documentId: item.documentId === null ? null : screening.require(item.documentId),
    strategy: item.strategy === null ? null : screening.require(item.strategy),
    attachments: attachments.map((each) => ({
      ...each,
      mediaType: screening.require(each.mediaType),
      filename: each.filename === null ? null : clean(each.filename),
    })),
  };
}

/** Its trust, and what may be learnt from it: of what recall would not show as it stands, no observations are formed. */
function believed(
  { trust }: GuardedItem,
  { defaultTrust, lowTrust, instructionLike }: DefensePolicy,
): Pick<GuardedItem, "trust" | "lessons"> {
  const held = trust ?? defaultTrust;
  const lessons = held === "low" && lowTrust !== "keep" ? "none" : instructionLike === "keep" ? "all" : "clean";
  return { trust: held, lessons };
}

function violationOf({ index }: GuardedItem, verdict: Verdict): Violation {
  const message = `items[${index}] is not stored: it holds ${verdict.matchedTypes.join(", ")}, which the memory defense of this bank blocks. Take it out and retain again.`;
  return { index, detector: verdict.detector ?? "", message };
}

function eventOf({ index, documentId }: GuardedItem, action: "redact" | "block", verdict: Verdict): DefenseEvent {
  const what = verdict.matchedTypes.join(", ");
  return {
    action,
    detector: verdict.detector ?? "",
    documentId,
    matchedTypes: verdict.matchedTypes,
    message: action === "block" ? `items[${index}] was blocked: ${what}` : `items[${index}] was stored without ${what}`,
    hits: verdict.hits.map(({ label, preview }) => ({ detector: label, preview })),
  };
}
