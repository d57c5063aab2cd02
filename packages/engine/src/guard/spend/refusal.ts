import { HindsightError } from "../../errors.js";
import type { Standing } from "./limits.js";
import { endOf } from "./windows.js";

/** When what is left is only set aside, a caller may try again a call or two later. */
const SOON_MS = 10_000;

/**
 * `spend_limit_reached`: which limit, what was spent, when there is room again, and what raises it. `details.retryAt` (ISO 8601) is for whoever tries again:
 * HTTP's Retry-After, and the queue. What is put off for it is found again by its first words (`hastenWhatWasSpent`).
 */
export function refusal({ limit, spent, reserved }: Standing, now: Date, kind: "reached" | "full" | "beyond"): HindsightError {
  const opensAt = endOf(limit.window, now);
  const retryAt = kind !== "full" ? opensAt : new Date(Math.min(opensAt.getTime(), now.getTime() + SOON_MS));
  const shown = (amount: number): string => (limit.unit === "usd" ? `$${(amount / 1e6).toFixed(4)}` : `${amount} tokens`);
  const whose = limit.level === "bank" ? "this bank" : "this server's banks together";
  const variable = `HINDSIGHT_API_SPEND_${limit.level}_${limit.unit}_PER_${limit.window}`.toUpperCase();
  const bankSetting = limit.level === "bank" ? ` and the bank's setting spend_limits` : "";
  const rest =
    kind === "beyond"
      ? "the batch is expected to cost more."
      : kind === "reached"
        ? `${shown(spent)} are spent. It opens again at ${opensAt.toISOString()}.`
        : `${shown(spent)} are spent and ${shown(reserved)} are set aside for calls under way. Try again when they are over.`;
  return new HindsightError(
    "spend_limit_reached",
    `The spend limit of ${whose} is ${shown(limit.most)} per ${limit.window}; ${rest} ${variable}${bankSetting} set it.`,
    {
      details: {
        level: limit.level,
        unit: limit.unit,
        window: limit.window,
        limit: limit.unit === "usd" ? limit.most / 1e6 : limit.most,
        spent: limit.unit === "usd" ? spent / 1e6 : spent,
        retryAt: retryAt.toISOString(),
        ...(kind === "beyond" ? { isBeyond: true } : {}), // no window will do: smaller pieces may
      },
    },
  );
}
