// Model calls over time: what they cost, their tokens by kind, or the calls themselves by outcome.
// In: the period and the measure in the address. Out: stacked bars.

import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { LLM_METRICS, LLM_SERIES, llmBuckets, unpricedCalls } from "../../charts/llm-series";
import { TimeChart } from "../../charts/time-chart";
import { useFormat } from "../../kit/format";
import { Card } from "../../kit/page";
import { Loaded } from "../../kit/states";
import { Segments } from "../../kit/toggle";
import { PeriodChoice } from "./filters";
import { llmStatsQuery, useSettingsSearch } from "./queries";

export function LlmChart({ bank }: { readonly bank: string }) {
  const { t } = useTranslation("settings");
  const { compact, dollars } = useFormat();
  const { search, go } = useSettingsSearch();
  const metric = search.metric ?? "tokens";
  const stats = useQuery(llmStatsQuery(bank, search));
  const labels = {
    input: t("llm.tokens.input"),
    cached: t("llm.tokens.cached"),
    output: t("llm.tokens.output"),
    success: t("llm.success"),
    error: t("llm.error"),
    cost: t("llm.cost"),
  };
  return (
    <Card
      title={t(`llm.charts.${metric}`)}
      actions={
        <>
          <Segments
            label={t("llm.metric")}
            value={metric}
            choices={LLM_METRICS.map((value) => ({ value, label: t(`llm.metrics.${value}`) }))}
            onChange={(value) => go({ metric: value === "tokens" ? undefined : value })}
          />
          <PeriodChoice />
        </>
      }
    >
      <Loaded query={stats} lines={6}>
        {({ buckets, trunc }) => (
          <>
            <TimeChart
              label={t(`llm.charts.${metric}`)}
              unit={trunc === "hour" ? "hour" : "day"}
              shape="bar"
              formatValue={metric === "cost" ? dollars : compact}
              hasFractions={metric === "cost"}
              series={LLM_SERIES[metric].map((id) => ({ id, label: labels[id] }))}
              buckets={llmBuckets(metric, buckets)}
            />
            {metric === "cost" && unpricedCalls(buckets) > 0 && (
              <p className="text-xs text-warn">{t("llm.unpriced", { count: unpricedCalls(buckets) })}</p>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}
