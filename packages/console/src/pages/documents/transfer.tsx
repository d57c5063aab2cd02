// The documents of the bank as an archive to take along, and an archive's documents into this bank.
// In: choices, a file. Out: operations that are followed here; their ids stand in the address, so that a link leads back to them.

import type { api } from "@hindsight-memory/client";
import { sdk } from "@hindsight-memory/client";
import { useQuery } from "@tanstack/react-query";
import { Download, Upload } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { addressOf, on, read } from "../../api/client";
import { versionQuery } from "../../api/queries";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { Field, Select } from "../../kit/field";
import { Card } from "../../kit/page";
import { ErrorNote } from "../../kit/states";
import { useToast } from "../../kit/toast";
import { Checkbox } from "../../kit/toggle";
import { Followed } from "../operations/followed";
import { useWrite } from "./queries";
import type { PageState } from "./use-search";

const CONFLICTS = ["skip", "replace", "new-id"] as const;
const OUTCOMES = ["documents_imported", "documents_skipped", "facts_imported", "observations_imported", "observations_skipped"] as const;

type TransferProps = PageState & { readonly bank: string };

export function TransferDialog({ onClose, ...rest }: TransferProps & { readonly onClose: () => void }) {
  const { t } = useTranslation("documents");
  return (
    <Dialog isOpen onClose={onClose} size="lg" title={t("transfer.title")} description={t("transfer.lead")}>
      <div className="flex flex-col gap-4">
        <Export {...rest} />
        <Import {...rest} />
      </div>
    </Dialog>
  );
}

function Export({ bank, search, go }: TransferProps) {
  const { t } = useTranslation("documents");
  const version = useQuery(versionQuery);
  const toast = useToast();
  const [withObservations, setWithObservations] = useState(false);
  const submit = useWrite(
    bank,
    () => read(sdk.exportDocuments({ ...on(bank), query: { include_observations: withObservations } })),
    ({ operation_id }) => {
      go({ exporting: operation_id });
      toast({ title: t("transfer.exportQueued") });
    },
  );
  return (
    <Card title={t("transfer.export")}>
      {version.data?.features.document_export_api === false ? (
        <p className="text-sm">{t("transfer.off", { setting: "HINDSIGHT_API_ENABLE_DOCUMENT_EXPORT_API=true" })}</p>
      ) : (
        <>
          <Checkbox label={t("transfer.withObservations")} checked={withObservations} onChange={setWithObservations} />
          <span>
            <Button icon={Download} isBusy={submit.isPending} onClick={() => submit.mutate(undefined)}>
              {t("transfer.startExport")}
            </Button>
          </span>
        </>
      )}
      {search.exporting !== undefined && (
        <Followed bank={bank} id={search.exporting} label={t("transfer.export")}>
          {({ result_metadata }) => {
            const url = result_metadata?.download_url;
            return typeof url === "string" && url.startsWith("/v1/") ? (
              <a href={addressOf(url)} download className="font-medium text-accent-ink underline">
                {t("transfer.download")}
              </a>
            ) : (
              <ErrorNote message={t("transfer.noLink")} />
            );
          }}
        </Followed>
      )}
    </Card>
  );
}

function Import({ bank, search, go }: TransferProps) {
  const { t } = useTranslation("documents");
  const version = useQuery(versionQuery);
  const toast = useToast();
  const [file, setFile] = useState<File | null>(null);
  const [conflict, setConflict] = useState<(typeof CONFLICTS)[number]>("skip");
  const submit = useWrite(
    bank,
    (archive: File) => read(sdk.importDocuments({ ...on(bank), body: { file: archive }, query: { on_conflict: conflict } })),
    ({ operation_id }) => {
      go({ importing: operation_id });
      toast({ title: t("transfer.importQueued") });
    },
  );
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (file !== null) submit.mutate(file);
  };
  return (
    <Card title={t("transfer.import")}>
      {version.data?.features.document_import_api === false ? (
        <p className="text-sm">{t("transfer.off", { setting: "HINDSIGHT_API_ENABLE_DOCUMENT_IMPORT_API=true" })}</p>
      ) : (
        <form onSubmit={send} className="flex flex-col gap-3">
          <Field label={t("transfer.file")}>
            {(id) => (
              <input
                id={id}
                type="file"
                accept=".zip,application/zip"
                className="text-sm file:mr-3 file:rounded-md file:border file:border-line-strong/60 file:bg-surface file:px-3 file:py-1.5"
                onChange={(event) => setFile(event.target.files?.[0] ?? null)}
              />
            )}
          </Field>
          <Field label={t("transfer.conflict")}>
            {(id) => (
              <Select
                id={id}
                value={conflict}
                choices={CONFLICTS.map((value) => ({ value, label: t(`transfer.conflicts.${value}`) }))}
                onChange={setConflict}
              />
            )}
          </Field>
          <span>
            <Button type="submit" icon={Upload} isBusy={submit.isPending} disabled={file === null}>
              {t("transfer.startImport")}
            </Button>
          </span>
        </form>
      )}
      {search.importing !== undefined && (
        <Followed bank={bank} id={search.importing} label={t("transfer.import")}>
          {(operation) => <Imported operation={operation} />}
        </Followed>
      )}
    </Card>
  );
}

function Imported({ operation }: { readonly operation: api.OperationStatusResponse }) {
  const { t } = useTranslation("documents");
  return (
    <ul>
      {OUTCOMES.map((name) => {
        const count = operation.result_metadata?.[name];
        return typeof count === "number" && (count > 0 || name === "documents_imported") ? (
          <li key={name}>{t(`transfer.outcome.${name}`, { count })}</li>
        ) : null;
      })}
    </ul>
  );
}
