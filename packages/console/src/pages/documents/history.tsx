// What became of a document, newest first.
// In: a document. Out: each event with what it added and took away, and the operation that did it.

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { When } from "../../kit/format";
import { Loaded } from "../../kit/states";
import { documentHistoryQuery } from "./queries";

export function DocumentHistory({ bank, id }: { readonly bank: string; readonly id: string }) {
  const { t } = useTranslation("documents");
  const { t: operations } = useTranslation("operations");
  const history = useQuery(documentHistoryQuery(bank, id));
  return (
    <Loaded query={history}>
      {({ items, total }) => (
        <>
          {items.length === 0 && <p className="text-sm text-ink-soft">{t("noHistory")}</p>}
          <ol className="flex flex-col divide-y divide-line text-sm">
            {items.map((event) => {
              const { kind, created_at, operation_id, fact_id } = event;
              const numbers = [
                ["factsAdded", event.facts_added],
                ["factsRemoved", event.facts_removed],
                ["observationsCreated", event.observations_created?.count],
                ["observationsUpdated", event.observations_updated?.count],
                ["observationsRemoved", event.observations_removed?.count],
              ] as const;
              return (
                <li key={`${created_at} ${kind} ${operation_id} ${fact_id}`} className="flex flex-col gap-0.5 py-2">
                  <span className="flex flex-wrap items-baseline gap-x-3">
                    <span className="font-medium">{t(`events.${kind}`)}</span>
                    <span className="text-xs text-ink-faint">
                      <When at={created_at} />
                    </span>
                    {operation_id != null && (
                      <Link
                        to="/banks/$bankId/operations"
                        params={{ bankId: bank }}
                        search={{ open: operation_id }}
                        className="text-xs text-accent-ink underline"
                      >
                        {operations("detail.title")}
                      </Link>
                    )}
                  </span>
                  <span className="flex flex-wrap gap-x-3 text-ink-soft">
                    {numbers.map(([name, count = 0]) => (count > 0 ? <span key={name}>{t(`changes.${name}`, { count })}</span> : null))}
                  </span>
                </li>
              );
            })}
          </ol>
          {total > items.length && <p className="text-xs text-ink-faint">{t("firstEvents", { count: items.length })}</p>}
        </>
      )}
    </Loaded>
  );
}
