/** One call of a receiver: to an address that was checked, with nothing followed and little read. */

import { createHmac } from "node:crypto";
import { Agent, request } from "undici";
import type { WebhookHttp } from "../domain/webhooks.js";
import { checkedAddresses, type Resolve, resolveHost, webhookUrl } from "./address.js";
import { sentHeaders } from "./headers.js";

export interface Target {
  readonly url: string;
  readonly secret: string | null;
  readonly http: WebhookHttp;
}

export interface Answer {
  readonly status: number;
  /** The beginning of the answer. */
  readonly body: string;
}

/** Bytes of an answer that are read (the contract's limit). */
const MOST_ANSWER_BYTES = 2_048;

/** What the receiver checks: HMAC-SHA256 of the very bytes of the body, in hex. */
export function signature(secret: string, body: string): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

/**
 * Sends an event. The host is resolved once, its addresses are checked, and the connection goes to one of them and nowhere else; `Host` and the name of the
 * certificate stay those of the URL. Redirects are answers like others. Throws `bad_argument` for a private address, and what the network throws.
 */
export async function send(
  target: Target,
  message: { readonly eventType: string; readonly deliveryId: string; readonly eventId: string; readonly body: string },
  {
    allowed,
    signal,
    resolve = resolveHost,
  }: { readonly allowed: readonly string[]; readonly signal: AbortSignal; readonly resolve?: Resolve },
): Promise<Answer> {
  const { http, secret } = target;
  const url = webhookUrl(target.url, allowed);
  for (const [name, value] of Object.entries(http.params)) url.searchParams.set(name, value);
  const timeout = AbortSignal.timeout(http.timeoutSeconds * 1000);
  const until = AbortSignal.any([signal, timeout]);
  const addresses = await heeding(until, checkedAddresses(url, allowed, resolve));
  const dispatcher = new Agent({
    connect: {
      autoSelectFamily: true,
      lookup: (_host, options, done) => {
        const [first] = addresses;
        if (options.all) done(null, [...addresses]);
        else done(null, first?.address ?? "", first?.family);
      },
    },
  });
  try {
    const response = await request(url, {
      dispatcher,
      method: http.method,
      headers: sentHeaders(http.headers, ownHeaders(message, secret)),
      body: message.body,
      signal: until,
    });
    return { status: response.statusCode, body: await beginning(response.body) };
  } finally {
    await dispatcher.destroy();
  }
}

function ownHeaders(
  message: { readonly eventType: string; readonly deliveryId: string; readonly eventId: string; readonly body: string },
  secret: string | null,
): Readonly<Record<string, string>> {
  return {
    "content-type": "application/json",
    "user-agent": "hindsight-webhook",
    "x-hindsight-event": message.eventType,
    "x-hindsight-event-id": message.eventId,
    "x-hindsight-delivery": message.deliveryId,
    ...(secret === null ? {} : { "x-hindsight-signature": signature(secret, message.body) }),
  };
}

async function beginning(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= MOST_ANSWER_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MOST_ANSWER_BYTES).toString("utf8").replaceAll("\0", "");
}

/** A look-up of the system's resolver cannot be stopped; it is left behind. */
function heeding<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
