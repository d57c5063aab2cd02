// What a webhook was told, and what came of it.
// In: the webhook. Out: a sheet with its deliveries, newest first, each of which opens.

import type { api } from "@hindsight-memory/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { LIVE_MS } from "../../api/queries";
import { Badge, type Tone } from "../../kit/badge";
import { Button } from "../../kit/button";
import { Code } from "../../kit/copy";
import { Sheet } from "../../kit/dialog";
import { When } from "../../kit/format";
import { Loaded } from "../../kit/states";
import { Facts } from "./facts";
import { deliveriesQuery } from "./queries";

const TONES: Readonly<Record<string, Tone>> = { delivered: "good", completed: "good", failed: "danger", processing: "accent" };

export interface DeliveriesProps {
  readonly bank: string;
  readonly webhook: api.WebhookResponse;
  readonly onClose: () => void;
}

export function Deliveries({ bank, webhook, onClose }: DeliveriesProps) {
  const { t } = useTranslation(["settings", "shell"]);
  const deliveries = useInfiniteQuery({ ...deliveriesQuery(bank, webhook.id), refetchInterval: LIVE_MS });
  return (
    <Sheet isOpen onClose={onClose} title={t("webhooks.deliveries")} description={<span className="break-all">{webhook.url}</span>}>
      <Loaded query={deliveries}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0) return <p className="text-sm text-ink-soft">{t("webhooks.noDelivery")}</p>;
          return (
            <div className="flex flex-col gap-3">
              <ul className="flex flex-col divide-y divide-line rounded-lg border">
                {items.map((delivery) => (
                  <Delivery key={delivery.id} delivery={delivery} />
                ))}
              </ul>
              {deliveries.hasNextPage && (
                <Button isBusy={deliveries.isFetchingNextPage} onClick={() => void deliveries.fetchNextPage()}>
                  {t("shell:more")}
                </Button>
              )}
            </div>
          );
        }}
      </Loaded>
    </Sheet>
  );
}

function Delivery({ delivery }: { readonly delivery: api.WebhookDeliveryResponse }) {
  const { t } = useTranslation("settings");
  return (
    <li className="px-3 py-2 text-sm">
      <details>
        <summary className="cursor-pointer">
          <span className="inline-flex flex-wrap items-center gap-2 align-middle">
            <span className="font-mono text-xs">{delivery.event_type}</span>
            <Badge tone={TONES[delivery.status] ?? "neutral"}>{delivery.status}</Badge>
            {delivery.last_response_status != null && <span className="text-xs text-ink-soft">HTTP {delivery.last_response_status}</span>}
            <span className="text-xs text-ink-faint">
              <When at={delivery.created_at} />
            </span>
          </span>
        </summary>
        <div className="mt-2 flex flex-col gap-3">
          {delivery.last_error != null && <p className="break-words text-danger">{delivery.last_error}</p>}
          <Facts
            facts={[
              [t("webhooks.attempts"), delivery.attempts],
              [t("webhooks.lastAttempt"), <When key="last" at={delivery.last_attempt_at} />],
              [t("webhooks.nextAttempt"), delivery.next_retry_at == null ? null : <When key="next" at={delivery.next_retry_at} />],
              [
                t("webhooks.eventId"),
                <span key="event" className="font-mono text-xs break-all">
                  {delivery.event_id}
                </span>,
              ],
            ]}
          />
          {delivery.last_response_body == null ? (
            <p className="text-xs text-ink-faint">{t("webhooks.noBody", { setting: "HINDSIGHT_API_WEBHOOK_EXPOSE_RESPONSE_BODY=true" })}</p>
          ) : (
            <Code label={t("webhooks.response")} text={delivery.last_response_body} />
          )}
        </div>
      </details>
    </li>
  );
}
