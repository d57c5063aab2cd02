// The queue and those who work on it, in numbers.
// In: the bank's statistics and the server's version. Out: a tile for each state, and whether a worker runs in this server.

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleAlert, CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { LIVE_MS, statsQuery, versionQuery } from "../../api/queries";
import { useFormat } from "../../kit/format";
import { Stat } from "../../kit/page";
import { Loaded } from "../../kit/states";
import { STATUSES } from "./search";

export function Queue({ bank }: { readonly bank: string }) {
  const { t } = useTranslation("operations");
  const { number } = useFormat();
  const stats = useQuery({ ...statsQuery(bank), refetchInterval: LIVE_MS });
  const version = useQuery(versionQuery);
  const hasWorker = version.data?.features.worker;
  const Icon = hasWorker === false ? CircleAlert : CircleCheck;
  return (
    <Loaded query={stats} lines={2}>
      {({ operations_by_status: counts = {} }) => (
        <>
          <div className="grid grid-cols-2 gap-3 sm:grid-cols-5">
            {STATUSES.map((status) => (
              <Link
                key={status}
                to="/banks/$bankId/operations"
                params={{ bankId: bank }}
                search={{ status }}
                className="grid min-w-0 rounded-xl hover:brightness-98"
              >
                <Stat label={t(`status.${status}`)} value={number(counts[status] ?? 0)} />
              </Link>
            ))}
          </div>
          {hasWorker !== undefined && (
            <p className="flex items-center gap-2 text-sm text-ink-soft">
              <Icon aria-hidden className={hasWorker ? "size-4 text-good" : "size-4 text-warn"} />
              {t(hasWorker ? "worker.here" : "worker.elsewhere")}
            </p>
          )}
        </>
      )}
    </Loaded>
  );
}
