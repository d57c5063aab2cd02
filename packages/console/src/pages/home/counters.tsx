// Four numbers that say how much a bank holds.
// In: its statistics. Out: tiles, each a way to the page behind it.

import type { api } from "@hindsight-memory/client";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../kit/format";
import { Stat } from "../../kit/page";

export function Counters({ stats, bank }: { readonly stats: api.BankStatsResponse; readonly bank: string }) {
  const { t } = useTranslation("home");
  const { number } = useFormat();
  const facts = (stats.nodes_by_fact_type.world ?? 0) + (stats.nodes_by_fact_type.experience ?? 0);
  const tiles = [
    { to: "memories", id: "facts", value: facts, hint: t("counters.links", { count: stats.total_links }) },
    {
      to: "memories",
      id: "observations",
      value: stats.total_observations ?? 0,
      hint: t("counters.unconsolidated", { count: stats.pending_consolidation ?? 0 }),
    },
    { to: "documents", id: "documents", value: stats.total_documents, hint: undefined },
    { to: "operations", id: "operations", value: stats.pending_operations, hint: t("counters.failed", { count: stats.failed_operations }) },
  ] as const;
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {tiles.map(({ to, id, value, hint }) => (
        <Link key={id} to={`/banks/$bankId/${to}`} params={{ bankId: bank }} className="grid min-w-0 rounded-xl hover:brightness-98">
          <Stat label={t(`counters.${id}`)} value={number(value)} hint={hint} />
        </Link>
      ))}
    </div>
  );
}
