// What an answer took: tokens and money.
// In: the reply. Out: one line.

import type { api } from "@hindsight-memory/client";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useBank } from "../../app/use-bank";
import { useFormat } from "../../kit/format";
import { ErrorNote } from "../../kit/states";
import { costQuery } from "./cost";

export function Figures({ reply }: { readonly reply: api.ReflectResponse }) {
  const { t } = useTranslation("reflect");
  const { number, dollars } = useFormat();
  const cost = useQuery(costQuery(useBank(), reply));
  const usage = reply.usage;
  const total = usage?.total_tokens ?? 0;
  if (total === 0) return <p className="text-xs text-ink-faint">{t("answer.free")}</p>;
  const cached = usage?.cached_tokens ?? 0;
  const price = (): string => {
    if (cost.data != null) return cost.data.usd === null ? t("answer.costUnknown") : t("answer.cost", { cost: dollars(cost.data.usd) });
    return cost.isPending ? t("answer.costPending") : t("answer.costUntraced");
  };
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-soft">
        <span>
          {t("answer.tokens", { count: total, input: number(usage?.input_tokens ?? 0), output: number(usage?.output_tokens ?? 0) })}
        </span>
        {cached > 0 && <span>{t("answer.cached", { count: cached })}</span>}
        <span>{price()}</span>
      </p>
      {cost.error !== null && <ErrorNote error={cost.error} />}
    </div>
  );
}
