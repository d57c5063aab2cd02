// A webhook to make or to change.
// In: the webhook as it is, or null. Out: it written; a secret that is not typed stays as it was, since the server never shows it.

import { type api, sdk } from "@hindsight-memory/client";
import { useMutation } from "@tanstack/react-query";
import { Eye, EyeOff } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { on, read } from "../../api/client";
import { invalidateBank } from "../../api/queries";
import { queries } from "../../app/query-client";
import { Button, IconButton } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { Field, Select, TextArea, TextInput } from "../../kit/field";
import { ErrorNote } from "../../kit/states";
import { useToast } from "../../kit/toast";
import { Checkbox, Switch } from "../../kit/toggle";
import { pairsOf, textOfPairs } from "./pairs";

const EVENTS = [
  "retain.completed",
  "consolidation.completed",
  "mental_model.refreshed",
  "mental_model.refresh_failed",
  "memory_defense.triggered",
] as const;

const LONGEST_SECONDS = 300;

export interface WebhookFormProps {
  readonly bank: string;
  readonly webhook: api.WebhookResponse | null;
  readonly onClose: () => void;
}

export function WebhookForm({ bank, webhook, onClose }: WebhookFormProps) {
  const { t } = useTranslation(["settings", "shell"]);
  const toast = useToast();
  const http = webhook?.http_config;
  const [url, setUrl] = useState(webhook?.url ?? "");
  const [events, setEvents] = useState<readonly string[]>(webhook?.event_types ?? ["consolidation.completed"]);
  const [isEnabled, setEnabled] = useState(webhook?.enabled ?? true);
  const [method, setMethod] = useState(http?.method ?? "POST");
  const [timeout, setTimeout] = useState(String(http?.timeout_seconds ?? 30));
  const [headers, setHeaders] = useState(textOfPairs(http?.headers));
  const [params, setParams] = useState(textOfPairs(http?.params));
  const [secret, setSecret] = useState("");
  const [isShown, setShown] = useState(false);
  const [isCleared, setCleared] = useState(false);
  const [sent, query] = [pairsOf(headers), pairsOf(params)];
  const isReady = "pairs" in sent && "pairs" in query && events.length > 0;
  const save = useMutation({
    mutationFn: () => {
      const body = {
        url: url.trim(),
        event_types: [...events],
        enabled: isEnabled,
        http_config: {
          method,
          timeout_seconds: Number(timeout),
          headers: "pairs" in sent ? { ...sent.pairs } : {},
          params: "pairs" in query ? { ...query.pairs } : {},
        },
        ...(isCleared ? { secret: null } : secret === "" ? {} : { secret }),
      };
      return webhook === null
        ? read(sdk.createWebhook({ ...on(bank), body }))
        : read(sdk.updateWebhook({ ...on(bank, { webhook_id: webhook.id }), body }));
    },
    onSuccess: async () => {
      await invalidateBank(queries, bank);
      toast({ title: t(webhook === null ? "webhooks.made" : "webhooks.saved") });
      onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady) save.mutate();
  };
  const choose = (name: string, isOn: boolean): void => setEvents((all) => (isOn ? [...all, name] : all.filter((each) => each !== name)));
  const flaw = (pairs: ReturnType<typeof pairsOf>) => ("flaw" in pairs ? t("webhooks.noPair", { line: pairs.flaw }) : null);
  return (
    <Dialog isOpen onClose={onClose} size="lg" title={t(webhook === null ? "webhooks.add" : "webhooks.change")}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label={t("webhooks.url")} hint={t("webhooks.urlHint")}>
          {(id) => (
            <TextInput id={id} type="url" required value={url} autoComplete="off" onChange={(event) => setUrl(event.target.value)} />
          )}
        </Field>
        <fieldset className="flex flex-col gap-1.5">
          <legend className="mb-1 text-sm font-medium">{t("webhooks.events")}</legend>
          {[...new Set([...EVENTS, ...events])].map((name) => (
            <Checkbox
              key={name}
              label={<span className="font-mono text-xs">{name}</span>}
              checked={events.includes(name)}
              onChange={(isOn) => choose(name, isOn)}
            />
          ))}
        </fieldset>
        <Field label={t("webhooks.secret")} hint={t(webhook === null ? "webhooks.secretHint" : "webhooks.secretKept")}>
          {(id) => (
            <span className="flex gap-1">
              <TextInput
                id={id}
                type={isShown ? "text" : "password"}
                value={secret}
                disabled={isCleared}
                autoComplete="new-password"
                className="grow"
                onChange={(event) => setSecret(event.target.value)}
              />
              <IconButton
                icon={isShown ? EyeOff : Eye}
                label={t(isShown ? "webhooks.hideSecret" : "webhooks.showSecret")}
                onClick={() => setShown(!isShown)}
              />
            </span>
          )}
        </Field>
        {webhook !== null && <Checkbox label={t("webhooks.clearSecret")} checked={isCleared} onChange={setCleared} />}
        <details className="rounded-lg border px-3 py-2" open={headers !== "" || params !== "" || flaw(sent) !== null}>
          <summary className="text-sm font-medium">{t("webhooks.request")}</summary>
          <div className="mt-3 flex flex-col gap-4">
            <div className="flex flex-wrap gap-4">
              <Field label={t("webhooks.method")}>
                {(id) => (
                  <Select id={id} value={method} choices={["POST", "GET"].map((value) => ({ value, label: value }))} onChange={setMethod} />
                )}
              </Field>
              <Field label={t("webhooks.timeout")}>
                {(id) => (
                  <TextInput
                    id={id}
                    type="number"
                    min={1}
                    max={LONGEST_SECONDS}
                    value={timeout}
                    className="w-28"
                    onChange={(event) => setTimeout(event.target.value)}
                  />
                )}
              </Field>
            </div>
            <Field label={t("webhooks.headers")} hint={t("webhooks.pairsHint")} error={flaw(sent)}>
              {(id) => (
                <TextArea
                  id={id}
                  rows={3}
                  value={headers}
                  className="font-mono text-xs"
                  onChange={(event) => setHeaders(event.target.value)}
                />
              )}
            </Field>
            <Field label={t("webhooks.params")} error={flaw(query)}>
              {(id) => (
                <TextArea
                  id={id}
                  rows={2}
                  value={params}
                  className="font-mono text-xs"
                  onChange={(event) => setParams(event.target.value)}
                />
              )}
            </Field>
          </div>
        </details>
        <Switch label={t("webhooks.enabled")} checked={isEnabled} onChange={setEnabled} />
        {save.error !== null && <ErrorNote error={save.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t("shell:cancel")}</Button>
          <Button type="submit" variant="primary" isBusy={save.isPending} disabled={!isReady}>
            {t("save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
