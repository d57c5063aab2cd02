// What models cost the bank in this hour and on this day, against its limits.
// In: a bank. Out: two cards with dollars, tokens and calls.

import type { api } from "@hindsight-memory/client";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat, When } from "../../kit/format";
import { Card } from "../../kit/page";
import { Progress } from "../../kit/progress";
import { Loaded } from "../../kit/states";
import { usageQuery } from "../home/queries";

/** From this share of a limit on the bar warns. */
const NEAR = 0.8;

export function LlmSpend({ bank }: { readonly bank: string }) {
  const usage = useQuery(usageQuery(bank));
  return (
    <Loaded query={usage} lines={3}>
      {({ hour, day }) => (
        <div className="grid gap-4 sm:grid-cols-2">
          <Span id="hour" window={hour} />
          <Span id="day" window={day} />
        </div>
      )}
    </Loaded>
  );
}

function Span({ id, window }: { readonly id: "hour" | "day"; readonly window: api.LlmUsageWindow }) {
  const { t } = useTranslation("settings");
  const { dollars, compact, number } = useFormat();
  const limits = [
    { unit: "usd", used: window.cost_usd + window.reserved_usd, limit: window.limit_usd, format: dollars },
    { unit: "tokens", used: window.total_tokens + window.reserved_tokens, limit: window.limit_tokens, format: compact },
  ] as const;
  return (
    <Card title={t(`spend.${id}`)}>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-2xl font-semibold tabular-nums">{dollars(window.cost_usd)}</span>
        <span className="text-sm text-ink-soft">
          {t("spend.calls", { count: window.calls, calls: number(window.calls), tokens: compact(window.total_tokens) })}
        </span>
      </p>
      {limits.map(({ unit, used, limit, format }) =>
        limit === null ? null : (
          <div key={unit} className="flex flex-col gap-1">
            <Progress label={t(`spend.limits.${unit}`)} value={limit === 0 ? 1 : used / limit} isWarning={used >= limit * NEAR} />
            <span className="text-xs text-ink-soft">
              {t(`spend.limits.${unit}`)}: {format(used)} / {format(limit)}
            </span>
          </div>
        ),
      )}
      {limits.every(({ limit }) => limit === null) && (
        <p className="text-xs text-ink-faint">{t("spend.noLimit", { field: "spend_limits" })}</p>
      )}
      {window.unpriced_calls > 0 && <p className="text-xs text-warn">{t("spend.unpriced", { count: window.unpriced_calls })}</p>}
      <p className="text-xs text-ink-faint">
        {t("spend.resets")} <When at={window.resets_at} />
      </p>
    </Card>
  );
}
