// The audit log: who did what to the bank, and when.
// In: a bank, filters and the open entry in the address. Out: a chart, a list, an entry; or how the log is switched on.

import type { api } from "@hindsight-memory/client";
import { useQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useTranslation } from "react-i18next";
import { configQuery } from "../../api/queries";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { useFormat, When } from "../../kit/format";
import { Pager } from "../../kit/pager";
import { Empty, Loaded } from "../../kit/states";
import { type Column, Table } from "../../kit/table";
import { useToast } from "../../kit/toast";
import { AuditChart } from "./audit-chart";
import { AuditEntry } from "./audit-entry";
import { DayFilters, Filter } from "./filters";
import { auditQuery, auditStatsQuery, PAGE_SIZE, saveConfig, useSettingsSearch, useWrite } from "./queries";
import { type SettingsSearch, TRANSPORTS } from "./search";

export function Audit({ bank }: { readonly bank: string }) {
  const { t } = useTranslation("settings");
  const { search, go } = useSettingsSearch();
  const config = useQuery(configQuery(bank));
  const list = useQuery(auditQuery(bank, search));
  const isOff = config.data?.config.audit_log_enabled === false;
  return (
    <div className="flex flex-col gap-4">
      {isOff && <SwitchedOff bank={bank} />}
      <Loaded query={list} lines={8}>
        {(found) => {
          const isFiltered = [search.action, search.transport, search.from, search.until].some((each) => each !== undefined);
          if (isOff && found.total === 0 && !isFiltered) return null;
          return (
            <>
              <AuditChart bank={bank} />
              <Filters bank={bank} search={search} go={go} />
              {found.items.length === 0 ? (
                <Empty icon={ScrollText} title={t(isFiltered ? "audit.noneFits" : "audit.none")} />
              ) : (
                <>
                  <Entries items={found.items} onOpen={(id) => go({ open: id })} />
                  <Pager
                    offset={found.offset}
                    limit={PAGE_SIZE}
                    total={found.total}
                    onOffset={(offset) => go({ offset: offset === 0 ? undefined : offset })}
                  />
                </>
              )}
            </>
          );
        }}
      </Loaded>
      {search.open !== undefined && <AuditEntry bank={bank} id={search.open} onClose={() => go({ open: undefined })} />}
    </div>
  );
}

function SwitchedOff({ bank }: { readonly bank: string }) {
  const { t } = useTranslation("settings");
  const toast = useToast();
  const enable = useWrite(
    bank,
    () => saveConfig(bank, { audit_log_enabled: true }),
    () => toast({ title: t("audit.switchedOn") }),
  );
  return (
    <Empty
      icon={ScrollText}
      title={t("audit.off")}
      action={
        <Button variant="primary" isBusy={enable.isPending} onClick={() => enable.mutate(undefined)}>
          {t("audit.switchOn")}
        </Button>
      }
    >
      {t("audit.offLead", { field: "audit_log_enabled", setting: "HINDSIGHT_API_AUDIT_LOG_ENABLED=true" })}
    </Empty>
  );
}

interface FiltersProps {
  readonly bank: string;
  readonly search: SettingsSearch;
  readonly go: (changes: SettingsSearch) => void;
}

function Filters({ bank, search, go }: FiltersProps) {
  const { t } = useTranslation("settings");
  // All that was done in the last month, so that the list of actions has what can be found.
  const month = useQuery(auditStatsQuery(bank, { period: "30d" }));
  const seen = (month.data?.buckets ?? []).flatMap(({ actions }) => Object.keys(actions));
  const actions = [...new Set([...seen, ...(search.action === undefined ? [] : [search.action])])].sort();
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Filter
        label={t("audit.action")}
        value={search.action ?? ""}
        values={actions}
        onChange={(action) => go({ action: action === "" ? undefined : action, offset: undefined })}
      />
      <Filter
        label={t("audit.transport")}
        value={search.transport ?? ""}
        values={TRANSPORTS}
        onChange={(value) => go({ transport: TRANSPORTS.find((each) => each === value), offset: undefined })}
      />
      <DayFilters search={search} go={go} />
    </div>
  );
}

function Entries({ items, onOpen }: { readonly items: readonly api.AuditLogSummary[]; readonly onOpen: (id: string) => void }) {
  const { t } = useTranslation("settings");
  const { duration } = useFormat();
  const columns: readonly Column<api.AuditLogSummary>[] = [
    { id: "action", label: t("audit.action"), cell: ({ action }) => <span className="font-mono text-xs">{action}</span> },
    {
      id: "outcome",
      label: t("audit.outcome"),
      cell: ({ metadata }) => {
        const failed = metadata?.failed;
        return failed === undefined ? (
          <Badge tone="good">{t("audit.done")}</Badge>
        ) : (
          <Badge tone="danger">{typeof failed === "string" ? failed : t("audit.failed")}</Badge>
        );
      },
    },
    { id: "transport", label: t("audit.transport"), cell: ({ transport }) => transport },
    {
      id: "caller",
      label: t("audit.caller"),
      cell: ({ metadata }) => <span className="font-mono text-xs break-all">{String(metadata?.caller ?? "–")}</span>,
    },
    { id: "started", label: t("audit.started"), cell: ({ started_at }) => <When at={started_at} /> },
    {
      id: "took",
      label: t("audit.took"),
      align: "right",
      className: "whitespace-nowrap",
      cell: ({ duration_ms }) => (duration_ms == null ? "–" : duration(duration_ms)),
    },
  ];
  return <Table label={t("tabs.audit")} columns={columns} rows={items} keyOf={({ id }) => id} onOpen={({ id }) => onOpen(id)} />;
}
