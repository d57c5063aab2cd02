// One entry of the audit log.
// In: its id. Out: a sheet with the ids, choices and counts of the call; texts are not kept.

import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Code, CopyableId } from "../../kit/copy";
import { Sheet } from "../../kit/dialog";
import { useFormat } from "../../kit/format";
import { Loaded } from "../../kit/states";
import { Facts } from "./facts";
import { auditEntryQuery } from "./queries";

export interface AuditEntryProps {
  readonly bank: string;
  readonly id: string;
  readonly onClose: () => void;
}

export function AuditEntry({ bank, id, onClose }: AuditEntryProps) {
  const { t } = useTranslation("settings");
  const { moment, duration } = useFormat();
  const entry = useQuery(auditEntryQuery(bank, id));
  return (
    <Sheet isOpen onClose={onClose} title={t("audit.entry")}>
      <Loaded query={entry} lines={6}>
        {({ action, transport, started_at, duration_ms, metadata, request, response }) => (
          <div className="flex flex-col gap-4">
            <Facts
              facts={[
                [
                  t("audit.action"),
                  <span key="action" className="font-mono text-xs">
                    {action}
                  </span>,
                ],
                [t("audit.transport"), transport],
                [t("audit.started"), started_at == null ? null : moment(started_at)],
                [t("audit.took"), duration_ms == null ? null : duration_ms === 0 ? "< 1 ms" : duration(duration_ms)],
                [t("audit.id"), <CopyableId key="id" id={id} />],
              ]}
            />
            {[
              { name: t("audit.request"), value: request },
              { name: t("audit.response"), value: response },
              { name: t("audit.metadata"), value: metadata },
            ].map(({ name, value }) => (
              <section key={name}>
                <h3 className="mb-1 text-sm font-semibold">{name}</h3>
                <Code label={name} text={JSON.stringify(value, null, 2)} />
              </section>
            ))}
            <p className="text-xs text-ink-faint">{t("audit.noTexts")}</p>
          </div>
        )}
      </Loaded>
    </Sheet>
  );
}
