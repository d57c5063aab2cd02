// The home of a bank: what it knows, what it is doing now, what it costs, whether it is well.
// In: a bank and the chart's period in the address. Out: the page; for a bank that knows nothing yet, the way to its first memory.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../api/error";
import { statsQuery } from "../../api/queries";
import { useBank } from "../../app/use-bank";
import { Page } from "../../kit/page";
import { Loaded } from "../../kit/states";
import { Counters } from "./counters";
import { FirstRun } from "./first-run";
import { Growth } from "./growth";
import { Health } from "./health";
import { KnowledgeTree } from "./knowledge-tree";
import { RecentDocuments } from "./recent-documents";
import { Running } from "./running";
import { Spending } from "./spending";
import { Usage } from "./usage";

const LIVE_STATS_MS = 5_000;

export function HomePage() {
  const { t } = useTranslation("home");
  const bank = useBank();
  // The first two clicks stay on the page until their person goes on, though the bank is no longer empty after one.
  const [isStarting, setStarting] = useState(false);
  const stats = useQuery({ ...statsQuery(bank), refetchInterval: LIVE_STATS_MS });
  const { data, error } = stats;
  // A bank is made when it is first used: one that is not there yet is as empty as a new one.
  const isEmpty =
    data === undefined
      ? error instanceof ApiError && error.status === 404
      : data.total_nodes === 0 && data.total_documents === 0 && data.pending_operations === 0;
  return (
    <Page title={t("title")} lead={t("lead")}>
      {isStarting || isEmpty ? (
        <FirstRun bank={bank} onStart={() => setStarting(true)} onEnd={() => setStarting(false)} />
      ) : (
        <Loaded query={stats} lines={8}>
          {(numbers) => (
            <>
              <Counters stats={numbers} bank={bank} />
              <div className="grid min-w-0 items-start gap-4 lg:grid-cols-3">
                <div className="grid min-w-0 items-start gap-4 lg:col-span-2 lg:grid-cols-2">
                  <Growth bank={bank} className="lg:col-span-2" />
                  <Spending bank={bank} className="lg:col-span-2" />
                  <RecentDocuments bank={bank} />
                  <KnowledgeTree bank={bank} />
                </div>
                <div className="flex min-w-0 flex-col gap-4">
                  <Running bank={bank} />
                  <Usage bank={bank} />
                  <Health stats={numbers} />
                </div>
              </div>
            </>
          )}
        </Loaded>
      )}
    </Page>
  );
}
