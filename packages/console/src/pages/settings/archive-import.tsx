// An archive that is taken in: as a bank of its own, or its documents into this one.
// In: a file and what to do with it. Out: an operation that is followed, and what came of it.

import { sdk } from "@hindsight-memory/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Upload } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { on, read } from "../../api/client";
import { banksQuery, versionQuery } from "../../api/queries";
import { queries } from "../../app/query-client";
import { Button } from "../../kit/button";
import { Code } from "../../kit/copy";
import { Field, Select, TextInput } from "../../kit/field";
import { Card } from "../../kit/page";
import { useToast } from "../../kit/toast";
import { Segments } from "../../kit/toggle";
import { Followed } from "../operations/followed";
import { PartChoice, type Parts } from "./archive-export";
import { useSettingsSearch, useWrite } from "./queries";

const MODES = ["restore", "merge"] as const;
const CONFLICTS = ["skip", "replace", "new-id"] as const;

interface Choice {
  readonly file: File;
  readonly mode: (typeof MODES)[number];
  readonly target: string;
  readonly conflict: (typeof CONFLICTS)[number];
  readonly parts: Parts;
}

export function ArchiveImport({ bank }: { readonly bank: string }) {
  const { t } = useTranslation("settings");
  const { search, go } = useSettingsSearch();
  const toast = useToast();
  const version = useQuery(versionQuery);
  const submit = useWrite(
    bank,
    ({ file, mode, target, conflict, parts }: Choice) =>
      read(
        sdk.importBankTransfer({
          ...on(bank),
          body: { file },
          query: {
            mode,
            target_bank_id: mode === "restore" && target.trim() !== "" ? target.trim() : null,
            document_conflict: conflict,
            include_data: parts.data,
            include_bank_config: parts.config,
            include_history: parts.history,
          },
        }),
      ),
    ({ operation_id }) => {
      go({ importing: operation_id });
      toast({ title: t("transfer.importQueued") });
    },
  );
  return (
    <Card title={t("transfer.import")}>
      <p className="text-sm text-ink-soft">{t("transfer.importLead")}</p>
      {version.data?.features.document_import_api === false ? (
        <p className="text-sm">{t("transfer.importOff", { setting: "HINDSIGHT_API_ENABLE_DOCUMENT_IMPORT_API=true" })}</p>
      ) : (
        <ImportForm isBusy={submit.isPending} onSubmit={(choice) => submit.mutate(choice)} />
      )}
      {search.importing !== undefined && (
        <Followed bank={bank} id={search.importing}>
          {({ result_metadata }) => <Outcome result={result_metadata ?? {}} />}
        </Followed>
      )}
    </Card>
  );
}

function ImportForm({ isBusy, onSubmit }: { readonly isBusy: boolean; readonly onSubmit: (choice: Choice) => void }) {
  const { t } = useTranslation("settings");
  const [file, setFile] = useState<File | null>(null);
  const [mode, setMode] = useState<Choice["mode"]>("restore");
  const [target, setTarget] = useState("");
  const [conflict, setConflict] = useState<Choice["conflict"]>("skip");
  const [parts, setParts] = useState<Parts>({ data: true, config: true, history: false });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (file !== null) onSubmit({ file, mode, target, conflict, parts });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field label={t("transfer.file")}>
        {(id) => (
          <input
            id={id}
            type="file"
            accept=".zip,application/zip"
            className="text-sm file:mr-3 file:rounded-md file:border-line-strong/60 file:border file:bg-surface file:px-3 file:py-1.5"
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
        )}
      </Field>
      <div>
        <Segments
          label={t("transfer.mode")}
          value={mode}
          choices={MODES.map((value) => ({ value, label: t(`transfer.modes.${value}`) }))}
          onChange={setMode}
        />
      </div>
      {mode === "restore" ? (
        <>
          <Field label={t("transfer.target")} hint={t("transfer.targetHint")}>
            {(id) => <TextInput id={id} value={target} autoComplete="off" onChange={(event) => setTarget(event.target.value)} />}
          </Field>
          <PartChoice parts={parts} onChange={setParts} />
        </>
      ) : (
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
      )}
      <span>
        <Button type="submit" variant="primary" icon={Upload} isBusy={isBusy} disabled={file === null}>
          {t("transfer.startImport")}
        </Button>
      </span>
    </form>
  );
}

function Outcome({ result }: { readonly result: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation("settings");
  const made = result.target_bank_id ?? result.bank_id;
  return (
    <>
      <p className="font-medium">{t("transfer.imported")}</p>
      {typeof made === "string" && (
        <Link
          to="/banks/$bankId/home"
          params={{ bankId: made }}
          className="text-accent-ink underline"
          onClick={() => void queries.invalidateQueries({ queryKey: banksQuery.queryKey })}
        >
          {t("transfer.openBank", { name: made })}
        </Link>
      )}
      <Code label={t("transfer.result")} text={JSON.stringify(result, null, 2)} />
    </>
  );
}
