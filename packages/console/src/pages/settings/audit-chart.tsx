// How much was done to the bank over time, by action.
// In: the period and the action in the address. Out: stacked bars; rare actions are one series.

import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { TimeChart } from "../../charts/time-chart";
import { Card } from "../../kit/page";
import { Loaded } from "../../kit/states";
import { PeriodChoice } from "./filters";
import { auditStatsQuery, useSettingsSearch } from "./queries";

/** As many as there are colours, with one left for the rest. */
const MOST_SERIES = 5;
const REST = "(rest)";

export function AuditChart({ bank }: { readonly bank: string }) {
  const { t } = useTranslation("settings");
  const { search } = useSettingsSearch();
  const stats = useQuery(auditStatsQuery(bank, search));
  return (
    <Card title={t("audit.chart")} actions={<PeriodChoice />}>
      <Loaded query={stats} lines={6}>
        {({ buckets, trunc }) => {
          const sums = new Map<string, number>();
          for (const { actions } of buckets)
            for (const [action, count] of Object.entries(actions)) sums.set(action, (sums.get(action) ?? 0) + count);
          const shown = [...sums]
            .sort(([, one], [, other]) => other - one)
            .slice(0, MOST_SERIES)
            .map(([action]) => action);
          const series = shown.map((id) => ({ id, label: id }));
          return (
            <TimeChart
              label={t("audit.chart")}
              unit={trunc === "hour" ? "hour" : "day"}
              shape="bar"
              series={sums.size > shown.length || series.length === 0 ? [...series, { id: REST, label: t("audit.others") }] : series}
              buckets={buckets.map(({ time, actions, total }) => ({
                time,
                values: { ...actions, [REST]: total - shown.reduce((sum, action) => sum + (actions[action] ?? 0), 0) },
              }))}
            />
          );
        }}
      </Loaded>
    </Card>
  );
}
