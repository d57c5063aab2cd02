// The bank as an archive to download.
// In: what is to be in it. Out: an operation that is followed, and the link to what it made.

import { sdk } from "@hindsight-memory/client";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { addressOf, on, read } from "../../api/client";
import { versionQuery } from "../../api/queries";
import { Button } from "../../kit/button";
import { Card } from "../../kit/page";
import { useToast } from "../../kit/toast";
import { Checkbox } from "../../kit/toggle";
import { Followed } from "../operations/followed";
import { useSettingsSearch, useWrite } from "./queries";

const PARTS = ["data", "config", "history"] as const;
export type Parts = Readonly<Record<(typeof PARTS)[number], boolean>>;

export function ArchiveExport({ bank }: { readonly bank: string }) {
  const { t } = useTranslation("settings");
  const { search, go } = useSettingsSearch();
  const toast = useToast();
  const version = useQuery(versionQuery);
  const [parts, setParts] = useState<Parts>({ data: true, config: true, history: false });
  const submit = useWrite(
    bank,
    ({ data, config, history }: Parts) =>
      read(
        sdk.exportBankTransfer({
          ...on(bank),
          query: { include_data: data, include_bank_config: config, include_history: history },
        }),
      ),
    ({ operation_id }) => {
      go({ exporting: operation_id });
      toast({ title: t("transfer.exportQueued") });
    },
  );
  return (
    <Card title={t("transfer.export")}>
      <p className="text-sm text-ink-soft">{t("transfer.exportLead")}</p>
      {version.data?.features.document_export_api === false ? (
        <p className="text-sm">{t("transfer.exportOff", { setting: "HINDSIGHT_API_ENABLE_DOCUMENT_EXPORT_API=true" })}</p>
      ) : (
        <>
          <PartChoice parts={parts} onChange={setParts} />
          <span>
            <Button
              variant="primary"
              icon={Download}
              isBusy={submit.isPending}
              disabled={!parts.data && !parts.config && !parts.history}
              onClick={() => submit.mutate(parts)}
            >
              {t("transfer.startExport")}
            </Button>
          </span>
        </>
      )}
      {search.exporting !== undefined && (
        <Followed bank={bank} id={search.exporting}>
          {({ result_metadata }) => {
            const url = result_metadata?.download_url;
            return typeof url === "string" && url.startsWith("/v1/") ? (
              <a href={addressOf(url)} download className="font-medium text-accent-ink underline">
                {t("transfer.download")}
              </a>
            ) : (
              <p>{t("transfer.noLink")}</p>
            );
          }}
        </Followed>
      )}
    </Card>
  );
}

export function PartChoice({ parts, onChange }: { readonly parts: Parts; readonly onChange: (parts: Parts) => void }) {
  const { t } = useTranslation("settings");
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 text-sm font-medium">{t("transfer.parts")}</legend>
      {PARTS.map((part) => (
        <Checkbox
          key={part}
          label={t(`transfer.part.${part}`)}
          checked={parts[part]}
          onChange={(isIn) => onChange({ ...parts, [part]: isIn })}
        />
      ))}
    </fieldset>
  );
}
