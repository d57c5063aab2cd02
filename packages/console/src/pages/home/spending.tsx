// What language models cost over the last month, day by day; or their tokens, or their calls.
// In: the measure in the address. Out: stacked bars, and the way to the calls themselves.

import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { versionQuery } from "../../api/queries";
import { LLM_METRICS, LLM_SERIES, llmBuckets, unpricedCalls } from "../../charts/llm-series";
import { TimeChart } from "../../charts/time-chart";
import { useFormat } from "../../kit/format";
import { Card } from "../../kit/page";
import { Loaded } from "../../kit/states";
import { Segments } from "../../kit/toggle";
import { spendingQuery } from "./queries";
import { PRESET_METRIC } from "./search";

export function Spending({ bank, className }: { readonly bank: string; readonly className: string }) {
  const { t } = useTranslation("home");
  const { compact, dollars } = useFormat();
  const { metric = PRESET_METRIC } = useSearch({ from: "/inside/banks/$bankId/home" });
  const navigate = useNavigate({ from: "/banks/$bankId/home" });
  const version = useQuery(versionQuery);
  const isKept = version.data?.features.llm_trace === true;
  const spending = useQuery({ ...spendingQuery(bank), enabled: isKept });
  // Without the trace nothing tells one day from another; today's sum stands beside.
  if (!isKept) return null;
  return (
    <Card
      title={t("spending.title")}
      className={className}
      actions={
        <Segments
          label={t("spending.metric")}
          value={metric}
          choices={LLM_METRICS.map((value) => ({ value, label: t(`spending.metrics.${value}`) }))}
          onChange={(value) =>
            void navigate({ search: (all) => ({ ...all, metric: value === PRESET_METRIC ? undefined : value }), replace: true })
          }
        />
      }
    >
      <Loaded query={spending} lines={6}>
        {({ buckets }) => (
          <>
            <TimeChart
              label={t("spending.title")}
              unit="day"
              shape="bar"
              formatValue={metric === "cost" ? dollars : compact}
              hasFractions={metric === "cost"}
              series={LLM_SERIES[metric].map((id) => ({ id, label: t(`spending.series.${id}`) }))}
              buckets={llmBuckets(metric, buckets)}
            />
            {metric === "cost" && unpricedCalls(buckets) > 0 && (
              <p className="text-xs text-warn">{t("spending.unpriced", { count: unpricedCalls(buckets) })}</p>
            )}
            <Link
              to="/banks/$bankId/settings"
              params={{ bankId: bank }}
              search={{ tab: "llm" }}
              className="text-sm text-accent-ink underline"
            >
              {t("spending.calls")}
            </Link>
          </>
        )}
      </Loaded>
    </Card>
  );
}
