// How the bank grew: new memories by kind over time.
// In: the period in the address. Out: a chart and the choice of the period.

import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { TimeChart } from "../../charts/time-chart";
import { Select } from "../../kit/field";
import { Card } from "../../kit/page";
import { Loaded } from "../../kit/states";
import { growthQuery } from "./queries";
import { PERIODS, PRESET_PERIOD } from "./search";

const KINDS = ["world", "experience", "observation"] as const;

export function Growth({ bank, className }: { readonly bank: string; readonly className: string }) {
  const { t } = useTranslation("home");
  const { period = PRESET_PERIOD } = useSearch({ from: "/inside/banks/$bankId/home" });
  const navigate = useNavigate({ from: "/banks/$bankId/home" });
  const growth = useQuery(growthQuery(bank, period));
  return (
    <Card
      title={t("growth.title")}
      className={className}
      actions={
        <Select
          aria-label={t("growth.period")}
          className="w-auto"
          value={period}
          choices={PERIODS.map((value) => ({ value, label: t(`growth.periods.${value}`) }))}
          onChange={(value) =>
            void navigate({ search: (all) => ({ ...all, period: value === PRESET_PERIOD ? undefined : value }), replace: true })
          }
        />
      }
    >
      <Loaded query={growth} lines={6}>
        {({ buckets = [], trunc }) => (
          <TimeChart
            label={t("growth.title")}
            unit={trunc === "minute" || trunc === "hour" ? trunc : "day"}
            shape="bar"
            series={KINDS.map((id) => ({ id, label: t(`kinds.${id}`) }))}
            buckets={buckets.map(({ time, ...values }) => ({ time, values }))}
          />
        )}
      </Loaded>
    </Card>
  );
}
