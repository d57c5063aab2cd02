// An operation validator: so many calls a day for each caller, and no reflection outside of office hours.
//
//   HINDSIGHT_API_OPERATION_VALIDATOR_EXTENSION=./quota-validator.js
//   HINDSIGHT_API_OPERATION_VALIDATOR_DAILY=1000
//   HINDSIGHT_API_OPERATION_VALIDATOR_REFLECT_HOURS=8-18   in UTC

import type { ExtensionContext, OperationValidator } from "@hindsight-memory/server";

export default function quotaValidator({ settings, log }: ExtensionContext, now: () => Date = () => new Date()): OperationValidator {
  const daily = Number(settings.daily ?? 1000);
  const [from = 0, to = 24] = (settings.reflect_hours ?? "0-24").split("-").map(Number);
  let day = "";
  const counts = new Map<string, number>();

  return {
    async validate({ operation, tenant, subject, bankId }) {
      const today = now().toISOString().slice(0, 10);
      if (today !== day) {
        day = today;
        counts.clear();
      }
      const who = `${tenant}/${subject ?? "anyone"}`;
      const count = (counts.get(who) ?? 0) + 1;
      counts.set(who, count);
      if (count > daily) {
        log.info({ who, operation, bankId }, "over the daily quota");
        return { reason: `The quota of ${daily} calls a day is used up. Come back tomorrow, or buy more.`, status: 402 };
      }
      const hour = now().getUTCHours();
      if (operation === "reflect" && (hour < from || hour >= to)) {
        return { reason: `Reflection is open from ${from} to ${to} o'clock UTC.`, status: 429, headers: { "Retry-After": "3600" } };
      }
      return undefined;
    },
  };
}
