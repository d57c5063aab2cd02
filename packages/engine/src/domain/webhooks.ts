// Webhooks: where events of a bank are told, and what is told there.
// In: nothing. Out: names and types.

/** The contract's events, and those of refreshes, which are this server's own. */
export const WEBHOOK_EVENTS = [
  "consolidation.completed",
  "retain.completed",
  "memory_defense.triggered",
  "mental_model.refreshed",
  "mental_model.refresh_failed",
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number];

/** Something that happened, as its listeners are told. */
export interface WebhookEvent {
  readonly type: WebhookEventType;
  readonly operationId: string | null;
  readonly status: string;
  /** Names as in the contract; null is left out of what is sent. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Longest time of one call, in seconds: it holds a slot of the worker. */
export const MOST_WEBHOOK_SECONDS = 300;

/** How a webhook is called. */
export interface WebhookHttp {
  readonly method: "POST" | "GET";
  readonly timeoutSeconds: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, string>>;
}

/** A webhook as it is shown: never with its secret. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly eventTypes: readonly string[];
  readonly enabled: boolean;
  readonly http: WebhookHttp;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What a caller says of a webhook; `secret` null takes the one there is away. */
export interface WebhookFields {
  readonly url: string;
  readonly secret?: string | null;
  readonly eventTypes?: readonly string[];
  readonly enabled?: boolean;
  /** The method is checked: POST or GET. */
  readonly http?: Partial<Omit<WebhookHttp, "method">> & { readonly method?: string };
}

/** One telling of one event to one webhook. */
export interface WebhookDelivery {
  readonly id: string;
  readonly eventId: string | null;
  readonly url: string;
  readonly eventType: string;
  readonly status: string;
  /** How often it was sent: the retries so far and the first (contract), so 1 also before the first. */
  readonly attempts: number;
  readonly nextRetryAt: Date | null;
  readonly lastError: string | null;
  readonly lastResponseStatus: number | null;
  readonly lastResponseBody: string | null;
  readonly lastAttemptAt: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
