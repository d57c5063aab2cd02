// Model calls over time: their tokens by kind, or the calls themselves by outcome.
// In: the period and the measure in the address. Out: stacked bars.

import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { TimeChart } from "../../charts/time-chart";
import { useFormat } from "../../kit/format";
import { Card } from "../../kit/page";
import { Loaded } from "../../kit/states";
import { Segments } from "../../kit/toggle";
import { PeriodChoice } from "./filters";
import { llmStatsQuery, useSettingsSearch } from "./queries";
import { METRICS } from "./search";

export function LlmChart({ bank }: { readonly bank: string }) {
  const { t } = useTranslation("settings");
  const { compact } = useFormat();
  const { search, go } = useSettingsSearch();
  const metric = search.metric ?? "tokens";
  const stats = useQuery(llmStatsQuery(bank, search));
  return (
    <Card
      title={t(`llm.charts.${metric}`)}
      actions={
        <>
          <Segments
            label={t("llm.metric")}
            value={metric}
            choices={METRICS.map((value) => ({ value, label: t(`llm.metrics.${value}`) }))}
            onChange={(value) => go({ metric: value === "tokens" ? undefined : value })}
          />
          <PeriodChoice />
        </>
      }
    >
      <Loaded query={stats} lines={6}>
        {({ buckets, trunc }) => (
          <TimeChart
            label={t(`llm.charts.${metric}`)}
            unit={trunc === "hour" ? "hour" : "day"}
            shape="bar"
            formatValue={compact}
            series={
              metric === "tokens"
                ? (["input", "cached", "output"] as const).map((id) => ({ id, label: t(`llm.tokens.${id}`) }))
                : (["success", "error"] as const).map((id) => ({ id, label: t(`llm.${id}`) }))
            }
            buckets={buckets.map(({ time, statuses, tokens: { input, cached, output } }) => ({
              time,
              // Cached tokens are a part of the input's.
              values: metric === "tokens" ? { input: Math.max(0, input - cached), cached, output } : { ...statuses },
            }))}
          />
        )}
      </Loaded>
    </Card>
  );
}
