// A template that this bank is set up by: first what would come of it, then it.
// In: JSON, pasted, from a file or from the gallery. Out: a report of what was or would be changed.

import { type api, type BankTemplateManifest, sdk } from "@hindsight-memory/client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { on, read } from "../../api/client";
import { invalidateBank } from "../../api/queries";
import { queries } from "../../app/query-client";
import { Button } from "../../kit/button";
import { Field, Select, TextArea } from "../../kit/field";
import { Card } from "../../kit/page";
import { ErrorNote } from "../../kit/states";
import { useErrorToast, useToast } from "../../kit/toast";
import { Facts } from "./facts";
import { galleryQuery } from "./queries";

export function TemplateImport({ bank }: { readonly bank: string }) {
  const { t } = useTranslation("settings");
  const toast = useToast();
  const onError = useErrorToast();
  const gallery = useQuery(galleryQuery);
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState("");
  const flaw = flawOf(text);
  const run = useMutation({
    mutationFn: ({ isTrial }: { readonly isTrial: boolean }) =>
      read(sdk.importBankTemplate({ ...on(bank), body: JSON.parse(text) as BankTemplateManifest, query: { dry_run: isTrial } })),
    onSuccess: async (_report, { isTrial }) => {
      if (isTrial) return;
      await invalidateBank(queries, bank);
      toast({ title: t("templates.applied") });
    },
  });
  const change = (next: string): void => {
    setText(next);
    run.reset();
  };
  const take = (id: string): void => {
    setChosen(id);
    const manifest = gallery.data?.templates.find((template) => template.id === id)?.manifest;
    if (manifest !== undefined) change(JSON.stringify(manifest, null, 2));
  };
  const isTried = run.data?.dry_run === true;
  return (
    <Card title={t("templates.import")}>
      <p className="text-sm text-ink-soft">{t("templates.importLead")}</p>
      <Field label={t("templates.gallery")}>
        {(id) => (
          <Select
            id={id}
            value={chosen}
            choices={[
              { value: "", label: t("templates.own") },
              ...(gallery.data?.templates ?? []).map((template) => ({ value: template.id, label: template.name })),
            ]}
            onChange={take}
          />
        )}
      </Field>
      <Field label={t("templates.file")}>
        {(id) => (
          <input
            id={id}
            type="file"
            accept=".json,application/json"
            className="text-sm file:mr-3 file:rounded-md file:border-line-strong/60 file:border file:bg-surface file:px-3 file:py-1.5"
            onChange={(event) => void event.target.files?.[0]?.text().then(change, onError)}
          />
        )}
      </Field>
      <Field label={t("templates.json")} error={flaw === null ? null : t("config.flaws.json", { reason: flaw })}>
        {(id) => (
          <TextArea
            id={id}
            rows={8}
            value={text}
            spellCheck={false}
            className="font-mono text-xs"
            onChange={(event) => change(event.target.value)}
          />
        )}
      </Field>
      {run.error !== null && <ErrorNote error={run.error} />}
      {run.data !== undefined && <Report report={run.data} />}
      <div className="flex flex-wrap gap-2">
        <Button
          isBusy={run.isPending && run.variables.isTrial}
          disabled={text.trim() === "" || flaw !== null}
          onClick={() => run.mutate({ isTrial: true })}
        >
          {t("templates.try")}
        </Button>
        <Button
          variant="primary"
          isBusy={run.isPending && !run.variables.isTrial}
          disabled={!isTried}
          onClick={() => run.mutate({ isTrial: false })}
        >
          {t("templates.apply")}
        </Button>
      </div>
    </Card>
  );
}

function Report({ report }: { readonly report: api.BankTemplateImportResponse }) {
  const { t } = useTranslation("settings");
  const names = (all: readonly string[] | undefined) => (all === undefined || all.length === 0 ? null : all.join(", "));
  return (
    <section aria-live="polite" className="flex flex-col gap-2 rounded-lg border bg-sunken p-3 text-sm">
      <p className="font-medium">{t(report.dry_run === true ? "templates.wouldDo" : "templates.did")}</p>
      <Facts
        facts={[
          [t("templates.config"), t(report.config_applied ? "templates.changed" : "templates.unchanged")],
          [t("templates.modelsCreated"), names(report.mental_models_created)],
          [t("templates.modelsUpdated"), names(report.mental_models_updated)],
          [t("templates.directivesCreated"), names(report.directives_created)],
          [t("templates.directivesUpdated"), names(report.directives_updated)],
        ]}
      />
    </section>
  );
}

function flawOf(text: string): string | null {
  if (text.trim() === "") return null;
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
