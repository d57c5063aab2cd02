// What language models cost today, against what the spend guard allows.
// In: a bank. Out: dollars and tokens, with a bar where a limit is set.

import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat, When } from "../../kit/format";
import { Card } from "../../kit/page";
import { Progress } from "../../kit/progress";
import { Loaded } from "../../kit/states";
import { usageQuery } from "./queries";

/** From this share of a limit on the bar warns. */
const NEAR = 0.8;

export function Usage({ bank }: { readonly bank: string }) {
  const { t } = useTranslation("home");
  const { dollars, compact, number } = useFormat();
  const usage = useQuery(usageQuery(bank));
  return (
    <Card title={t("usage.title")}>
      <Loaded query={usage}>
        {({ day }) => {
          const limits = [
            { id: "usd", used: day.cost_usd + day.reserved_usd, limit: day.limit_usd, format: dollars },
            { id: "tokens", used: day.total_tokens + day.reserved_tokens, limit: day.limit_tokens, format: compact },
          ] as const;
          return (
            <div className="flex flex-col gap-2 text-sm">
              <p>
                <span className="text-2xl font-semibold tabular-nums">{dollars(day.cost_usd)}</span>{" "}
                <span className="text-ink-soft">{t("usage.calls", { count: day.calls, tokens: compact(day.total_tokens) })}</span>
              </p>
              {limits.map(({ id, used, limit, format }) =>
                limit === null ? null : (
                  <div key={id} className="flex flex-col gap-1">
                    <Progress label={t("usage.limit")} value={limit === 0 ? 1 : used / limit} isWarning={used >= limit * NEAR} />
                    <span className="text-xs text-ink-soft">{t("usage.of", { used: format(used), limit: format(limit) })}</span>
                  </div>
                ),
              )}
              {limits.every(({ limit }) => limit === null) && <p className="text-xs text-ink-faint">{t("usage.noLimit")}</p>}
              {day.unpriced_calls > 0 && (
                <p className="text-xs text-warn">{t("usage.unpriced", { count: day.unpriced_calls, calls: number(day.unpriced_calls) })}</p>
              )}
              <p className="text-xs text-ink-faint">
                {t("usage.resets")} <When at={day.resets_at} />
              </p>
            </div>
          );
        }}
      </Loaded>
    </Card>
  );
}
