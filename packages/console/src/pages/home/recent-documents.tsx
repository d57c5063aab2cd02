// The documents that came last.
// In: a bank. Out: their names, how much was learnt from each, and the way to all.

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { When } from "../../kit/format";
import { Card } from "../../kit/page";
import { Loaded } from "../../kit/states";
import { recentDocumentsQuery } from "./queries";

export function RecentDocuments({ bank }: { readonly bank: string }) {
  const { t } = useTranslation("home");
  const documents = useQuery(recentDocumentsQuery(bank));
  return (
    <Card title={t("documents.title")}>
      <Loaded query={documents}>
        {({ items = [] }) => (
          <ul className="flex flex-col divide-y divide-line text-sm">
            {items.map(({ id, memory_unit_count = 0, updated_at }) => (
              <li key={id} className="flex items-baseline gap-3 py-1.5">
                <Link
                  to="/banks/$bankId/documents"
                  params={{ bankId: bank }}
                  search={{ open: id }}
                  className="min-w-0 grow truncate font-medium hover:underline"
                >
                  {id}
                </Link>
                <span className="shrink-0 text-xs text-ink-faint">{t("documents.memories", { count: memory_unit_count })}</span>
                <span className="shrink-0 text-xs text-ink-faint">
                  <When at={updated_at} />
                </span>
              </li>
            ))}
            {items.length === 0 && <li className="py-1.5 text-ink-soft">{t("documents.none")}</li>}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}
