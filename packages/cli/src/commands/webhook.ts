// hindsight webhook …: who is told what happens in a bank, and whether it arrived.

import type { Command } from "commander";
import { type Api, bankPath, CliError } from "../api.js";
import { given, LIMIT, listOf, OFFSET, type Paging, refuseNothing, wholeNumber } from "../option-values.js";
import { facts, many, type Output, shown, table, when } from "../output.js";
import { query } from "../query.js";

interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly event_types: readonly string[];
  readonly enabled: boolean;
  readonly http_config?: {
    readonly method: string;
    readonly timeout_seconds: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly params: Readonly<Record<string, string>>;
  };
  readonly created_at: string | null;
}

interface Delivery {
  readonly id: string;
  readonly event_type: string;
  readonly status: string;
  readonly attempts: number;
  readonly next_retry_at: string | null;
  readonly last_error: string | null;
  readonly last_response_status: number | null;
  readonly last_attempt_at: string | null;
  readonly created_at: string | null;
}

interface WriteOptions {
  readonly url?: string;
  readonly events?: string;
  /** False for --no-secret. */
  readonly secret?: string | false;
  /** False for --no-enabled. */
  readonly enabled?: boolean;
  readonly disabled?: boolean;
  readonly header?: readonly string[];
  readonly timeout?: string;
}

const EVENTS = "-e, --events <a,b>";
const WHAT_IS_TOLD = "what is told: retain.completed, consolidation.completed, mental_model.refreshed, mental_model.refresh_failed";
const TIMEOUT = ["--timeout <seconds>", "longest time of one call, 1 to 300 (30)"] as const;
const HEADER = "-H, --header <name=value>";
const collect = (text: string, sofar: string[] = []): string[] => [...sofar, text];

export function webhook(program: Command, connect: () => Api, print: () => Output): void {
  const group = program.command("webhook").description("who is told what happens in a bank, and whether it arrived");

  group
    .command("list <bank>")
    .description("webhooks, oldest first; secrets are never shown")
    .option(...LIMIT)
    .option(...OFFSET)
    .action(async (bank: string, { limit, offset }: Paging) => {
      const reply = await connect().get<{ items: readonly Webhook[]; total: number }>(webhooksPath(bank, query({ limit, offset })));
      print().show(reply, ({ items, total }) =>
        items.length === 0
          ? 'No webhooks. "hindsight webhook create BANK URL" makes one.'
          : `${table(
              ["webhook", "told of", "where"],
              items.map((each) => [`${each.id}\n${each.enabled ? "on" : "off"}`, each.event_types.join("\n"), each.url]),
            )}\n${items.length} of ${total}`,
      );
    });

  group
    .command("create <bank> <url>")
    .description("tell a URL what happens in a bank, which is made when it does not exist")
    .option(EVENTS, `${WHAT_IS_TOLD} (default: consolidation.completed alone)`)
    .option("--secret <text>", "signs what is sent; better in HINDSIGHT_WEBHOOK_SECRET, where no list of processes shows it")
    .option(HEADER, "sent along; may be repeated", collect)
    .option(...TIMEOUT)
    .option("--disabled", "tell it nothing yet")
    .addHelpText("after", "\nExample:\n  hindsight webhook create work https://example.com/hook --events retain.completed")
    .action(async (bank: string, url: string, options: WriteOptions) => {
      const secret = options.secret ?? (process.env.HINDSIGHT_WEBHOOK_SECRET || undefined);
      const http = httpOf(options);
      const body = given({
        url,
        secret,
        event_types: listOf(options.events),
        enabled: options.disabled === true ? false : undefined,
        http_config: http,
      });
      print().show(await connect().send<Webhook>("POST", webhooksPath(bank), body), (made) =>
        options.events === undefined
          ? `${webhookFacts(made)}\nNo --events: it is told of ${made.event_types.join(", ")} alone. "hindsight webhook update ${bank} ${made.id} --events a,b" names others.`
          : webhookFacts(made),
      );
    });

  group
    .command("update <bank> <webhook>")
    .description("change a webhook; only what is given changes")
    .option("-u, --url <url>", "where it is told")
    .option(EVENTS, WHAT_IS_TOLD)
    .option("--secret <text>", "another secret")
    .option("--no-secret", "take the secret away")
    .option("--enabled", "tell it again")
    .option("--no-enabled", "tell it nothing for now")
    .option(HEADER, "in place of all headers that it has; may be repeated", collect)
    .option(...TIMEOUT)
    .action(async (bank: string, id: string, options: WriteOptions) => {
      const api = connect();
      const http = httpOf(options);
      const body = given({
        url: options.url,
        secret: options.secret === false ? null : options.secret,
        event_types: listOf(options.events),
        enabled: options.enabled,
        // A configuration is replaced whole: what is not given is taken from the stored one.
        http_config: http === undefined ? undefined : { ...(await stored(api, bank, id)).http_config, ...http },
      });
      refuseNothing(body, "--url, --events, --secret, --no-secret, --enabled, --no-enabled, --header, --timeout");
      print().show(await api.send<Webhook>("PATCH", webhookPath(bank, id), body), webhookFacts);
    });

  group
    .command("delete <bank> <webhook>")
    .description("delete a webhook; what waits to be told to it is cancelled")
    .action(async (bank: string, id: string) => {
      print().show(await connect().send<{ message: string }>("DELETE", webhookPath(bank, id)), () => `Deleted ${id}.`);
    });

  group
    .command("deliveries <bank> <webhook>")
    .description("what was told to a webhook, newest first")
    .option("-l, --limit <n>", "how many (up to 200)", "50")
    .option("--cursor <cursor>", "where the page before ended")
    .action(async (bank: string, id: string, { limit, cursor }: { limit: string; cursor?: string }) => {
      const path = webhookPath(bank, id, `/deliveries${query({ limit, cursor })}`);
      const reply = await connect().get<{ items: readonly Delivery[]; next_cursor: string | null }>(path);
      print().show(reply, ({ items, next_cursor: next }) =>
        items.length === 0
          ? "Nothing was told to it yet."
          : `${table(["delivery", "status", "what came of it"], items.map(deliveryRow))}${next === null ? "" : `\nmore: --cursor ${next}`}`,
      );
    });
}

const webhooksPath = (bank: string, rest = ""): string => bankPath(bank, `/webhooks${rest}`);
const webhookPath = (bank: string, id: string, rest = ""): string => webhooksPath(bank, `/${encodeURIComponent(id)}${rest}`);

/** There is no route for one webhook; a bank has few. */
async function stored(api: Api, bank: string, id: string): Promise<Webhook> {
  const { items } = await api.get<{ items: readonly Webhook[] }>(webhooksPath(bank, "?limit=1000"));
  const found = items.find((each) => each.id === id);
  if (found === undefined) throw new CliError(`There is no webhook ${id} in bank ${bank}.`);
  return found;
}

function httpOf({ header, timeout }: WriteOptions): Readonly<Record<string, unknown>> | undefined {
  const http = given({
    headers: header === undefined ? undefined : Object.fromEntries(header.map(pair)),
    timeout_seconds: timeout === undefined ? undefined : wholeNumber(timeout, "--timeout"),
  });
  return Object.keys(http).length === 0 ? undefined : http;
}

function pair(text: string): readonly [string, string] {
  const at = text.indexOf("=");
  if (at < 1) throw new CliError(`--header takes name=value; "${text}" is not of that form.`);
  return [text.slice(0, at), text.slice(at + 1)];
}

function webhookFacts(webhook: Webhook): string {
  const { headers = {}, method, timeout_seconds } = webhook.http_config ?? {};
  const rows: readonly (readonly [string, unknown])[] = [
    ["webhook", webhook.id],
    ["where", webhook.url],
    ["told of", webhook.event_types],
    ["state", webhook.enabled ? "on" : "off"],
    ["call", method === undefined ? null : `${method}, within ${timeout_seconds} s`],
    [
      "headers",
      Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}`)
        .join("\n"),
    ],
    ["made (UTC)", when(webhook.created_at)],
  ];
  return facts(rows.filter(([, value]) => shown(value) !== "–"));
}

function deliveryRow(delivery: Delivery): readonly string[] {
  const { last_response_status: status, last_error: error, next_retry_at: next, last_attempt_at: lastAttempt, attempts } = delivery;
  const outcome = [
    lastAttempt === null ? "not sent" : many(attempts, "try"), // the contract counts an attempt before there was one
    ...(error === null ? [] : [error]),
    ...(error === null && status !== null ? [`answered ${status}`] : []),
    ...(next === null ? [] : [`next try at ${when(next)} UTC`]),
  ];
  return [`${delivery.id}\n${delivery.event_type}`, `${delivery.status}\n${when(delivery.created_at)}`, outcome.join("\n")];
}
