import { MOST_WEBHOOK_SECONDS } from "../domain/webhooks.js";
import { HindsightError } from "../errors.js";
import { webhookUrl } from "./address.js";
import { DEFAULT_HTTP } from "./deliver.js";
import { checkedEvents, checkedHttp } from "./manage.js";

/**
 * A row of the table as another server wrote it. Throws `bad_argument` for what `addWebhook` would refuse, but for a name that leads to a private address: a
 * name is looked up when it is called.
 */
export function checkStoredWebhook(
  { webhookAllowedHosts }: { readonly webhookAllowedHosts: readonly string[] },
  { url, event_types: events, http_config: config }: Readonly<Record<string, unknown>>,
): void {
  if (typeof url !== "string") throw bad("The url is a text");
  webhookUrl(url, webhookAllowedHosts);
  if (!Array.isArray(events) || !events.every((name) => typeof name === "string")) throw bad("event_types is a list of names");
  checkedEvents(events);
  const { method, timeoutSeconds, headers, params } = { ...DEFAULT_HTTP, ...(isRecord(config) ? config : {}) };
  if (typeof method !== "string" || !isTextMap(headers) || !isTextMap(params)) throw bad("http_config has a method, headers and params");
  if (!Number.isInteger(timeoutSeconds) || timeoutSeconds < 1 || timeoutSeconds > MOST_WEBHOOK_SECONDS)
    throw bad(`http_config.timeout_seconds is a whole number from 1 to ${MOST_WEBHOOK_SECONDS}`);
  checkedHttp({ method, timeoutSeconds, headers, params }, DEFAULT_HTTP);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isTextMap = (value: unknown): boolean => isRecord(value) && Object.values(value).every((text) => typeof text === "string");
const bad = (message: string): HindsightError => new HindsightError("bad_argument", `${message}.`);
