// Whom the bank tells what happens in it.
// In: a bank; the open webhook in the address. Out: a list to switch on and off, a form, and the deliveries of one.

import type { api } from "@hindsight-memory/client";
import { sdk } from "@hindsight-memory/client";
import { useQuery } from "@tanstack/react-query";
import { Pencil, Plus, Trash2, Webhook } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { on, read } from "../../api/client";
import { TagList } from "../../kit/badge";
import { Button, IconButton } from "../../kit/button";
import { Confirm } from "../../kit/dialog";
import { When } from "../../kit/format";
import { Empty, ErrorNote, Loaded } from "../../kit/states";
import { type Column, Table } from "../../kit/table";
import { useToast } from "../../kit/toast";
import { Switch } from "../../kit/toggle";
import { Deliveries } from "./deliveries";
import { useSettingsSearch, useWrite, webhooksQuery } from "./queries";
import { WebhookForm } from "./webhook-form";

export function Webhooks({ bank }: { readonly bank: string }) {
  const { t } = useTranslation("settings");
  const { search, go } = useSettingsSearch();
  const [edited, setEdited] = useState<api.WebhookResponse | "new" | null>(null);
  const webhooks = useQuery(webhooksQuery(bank));
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => setEdited("new")}>
      {t("webhooks.add")}
    </Button>
  );
  const open = search.open === undefined ? undefined : webhooks.data?.items.find(({ id }) => id === search.open);
  return (
    <div className="flex flex-col gap-4">
      <Loaded query={webhooks}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon={Webhook} title={t("webhooks.none")} action={add}>
              {t("webhooks.lead")}
            </Empty>
          ) : (
            <>
              <div className="flex flex-wrap items-start justify-between gap-3">
                <p className="max-w-3xl min-w-0 text-sm text-ink-soft">{t("webhooks.lead")}</p>
                {add}
              </div>
              <List bank={bank} items={items} onOpen={(id) => go({ open: id })} onEdit={setEdited} />
              {search.open !== undefined && open === undefined && <ErrorNote message={t("webhooks.gone")} />}
            </>
          )
        }
      </Loaded>
      {edited !== null && <WebhookForm bank={bank} webhook={edited === "new" ? null : edited} onClose={() => setEdited(null)} />}
      {open !== undefined && <Deliveries bank={bank} webhook={open} onClose={() => go({ open: undefined })} />}
    </div>
  );
}

interface ListProps {
  readonly bank: string;
  readonly items: readonly api.WebhookResponse[];
  readonly onOpen: (id: string) => void;
  readonly onEdit: (webhook: api.WebhookResponse) => void;
}

function List({ bank, items, onOpen, onEdit }: ListProps) {
  const { t } = useTranslation(["settings", "shell"]);
  const toast = useToast();
  const [doomed, setDoomed] = useState<api.WebhookResponse | null>(null);
  const enable = useWrite(
    bank,
    ({ id, enabled }: { id: string; enabled: boolean }) => read(sdk.updateWebhook({ ...on(bank, { webhook_id: id }), body: { enabled } })),
    (_reply, { enabled }) => toast({ title: t(enabled ? "webhooks.switchedOn" : "webhooks.switchedOff") }),
  );
  const remove = useWrite(
    bank,
    (id: string) => read(sdk.deleteWebhook(on(bank, { webhook_id: id }))),
    () => {
      setDoomed(null);
      toast({ title: t("webhooks.deleted") });
    },
  );
  const columns: readonly Column<api.WebhookResponse>[] = [
    {
      id: "url",
      label: t("webhooks.url"),
      className: "min-w-44",
      cell: ({ url }) => (
        <span className="break-all">
          {url} <span className="sr-only">– {t("webhooks.deliveries")}</span>
        </span>
      ),
    },
    { id: "events", label: t("webhooks.events"), cell: ({ event_types }) => <TagList tags={event_types} /> },
    {
      id: "enabled",
      label: t("webhooks.state"),
      cell: ({ id, url, enabled }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: keeps a press on the switch from opening the row
        // biome-ignore lint/a11y/useKeyWithClickEvents: the switch itself takes the keys
        <span onClick={(event) => event.stopPropagation()}>
          <Switch
            label={
              <>
                <span className="sr-only">{url}: </span>
                {t(enabled ? "on" : "off")}
              </>
            }
            checked={enabled}
            onChange={(next) => enable.mutate({ id, enabled: next })}
          />
        </span>
      ),
    },
    { id: "created", label: t("webhooks.created"), cell: ({ created_at }) => <When at={created_at} /> },
    {
      id: "actions",
      label: <span className="sr-only">{t("actions")}</span>,
      cell: (webhook) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: keeps a press on a button from opening the row
        // biome-ignore lint/a11y/useKeyWithClickEvents: the buttons themselves take the keys
        <span className="flex justify-end" onClick={(event) => event.stopPropagation()}>
          <IconButton icon={Pencil} size="sm" label={t("webhooks.edit", { url: webhook.url })} onClick={() => onEdit(webhook)} />
          <IconButton icon={Trash2} size="sm" label={t("webhooks.delete", { url: webhook.url })} onClick={() => setDoomed(webhook)} />
        </span>
      ),
    },
  ];
  return (
    <>
      <Table label={t("tabs.webhooks")} columns={columns} rows={items} keyOf={({ id }) => id} onOpen={({ id }) => onOpen(id)} />
      <Confirm
        isOpen={doomed !== null}
        onClose={() => setDoomed(null)}
        title={t("webhooks.deleteTitle")}
        action={t("shell:delete")}
        isBusy={remove.isPending}
        onConfirm={() => doomed !== null && remove.mutate(doomed.id)}
      >
        <p>{t("webhooks.deleteLead")}</p>
        <p className="font-mono text-xs break-all">{doomed?.url}</p>
      </Confirm>
    </>
  );
}
