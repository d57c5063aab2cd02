// When a delivery is tried again, by what it is told and by the clock; a signature that anyone can compute again.

import { afterAll, beforeAll, expect, it } from "vitest";
import { openReceiver, type Receiver } from "../../../../test/support/receiver.js";
import { loadSettings } from "../../src/config/index.js";
import type { RequestContext } from "../../src/context.js";
import type { BankScope } from "../../src/domain/scope.js";
import { HindsightError } from "../../src/errors.js";
import type { OperationWork } from "../../src/operations/index.js";
import { deliveryHandler } from "../../src/webhooks/deliver.js";
import { signature } from "../../src/webhooks/send.js";

const NOW = new Date("2026-03-01T10:00:00Z");
let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver(() => 503);
});
afterAll(() => receiver.close());

/** What the attempt after so many others is followed by: seconds until the next, or the end. */
async function afterAttempts(made: number, url: string, pauses?: readonly number[]): Promise<number | "dead"> {
  const settings = loadSettings({ HINDSIGHT_API_WEBHOOK_URL: url, HINDSIGHT_API_WEBHOOK_ALLOWED_HOSTS: "127.0.0.1" });
  const db = { transaction: (work: (tx: unknown) => Promise<unknown>) => work(null) };
  const ctx = { settings, db, now: () => NOW, signal: new AbortController().signal } as unknown as RequestContext;
  const noted: unknown[] = [];
  const work = {
    operationId: "d",
    payload: { webhook_id: null, event_id: "e", event_type: "retain.completed", body: "{}" },
    resultMetadata: { delivery_attempts: made },
    checkpoint: async (...args: unknown[]) => void noted.push(args[2]),
  } as unknown as OperationWork;
  const error: unknown = await deliveryHandler(pauses)(ctx, {} as BankScope, work).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof HindsightError)) throw new Error("it was taken, or failed otherwise");
  expect(noted).toMatchObject([{ delivery_attempts: made + 1, last_error: error.message }]);
  const { retryAt } = (error.details ?? {}) as { readonly retryAt?: Date };
  if (retryAt !== undefined) return (retryAt.getTime() - NOW.getTime()) / 1000;
  expect(error.retryable).toBe(false);
  return "dead";
}

it("is tried six times in all, ever more seldom, and then no more", async () => {
  const pauses: unknown[] = [];
  for (let made = 0; made < 6; made += 1) pauses.push(await afterAttempts(made, receiver.url));
  expect(pauses).toEqual([5, 300, 1_800, 7_200, 18_000, "dead"]);
});

it("takes other pauses, and gives up at once on an address that it may not reach", async () => {
  expect(await afterAttempts(0, receiver.url, [])).toBe("dead");
  expect(await afterAttempts(1, receiver.url, [1, 2])).toBe(2);
  const before = receiver.calls.length;
  expect(await afterAttempts(0, "http://10.0.0.1/")).toBe("dead");
  expect(receiver.calls.length).toBe(before);
});

it("signs with HMAC-SHA256 in hex, as any other implementation does", () => {
  const known = "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8";
  expect(signature("key", "The quick brown fox jumps over the lazy dog")).toBe(`sha256=${known}`);
});
