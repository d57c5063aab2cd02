// Work under the signal of a long watch: it is heard when it is done, or when it is stopped, and nothing of it stays behind.

import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { unlessStopped } from "../src/unless-stopped.js";

const listeners = ({ signal }: AbortController): number => getEventListeners(signal, "abort").length;

test("a thousand passes leave no listener on the signal, whether they come off or fail", async () => {
  const stop = new AbortController();
  for (let pass = 0; pass < 1_000; pass += 1) {
    expect(await unlessStopped(Promise.resolve(pass), stop.signal, "Stopped.")).toBe(pass);
    await expect(unlessStopped(Promise.reject(new Error("away")), stop.signal, "Stopped.")).rejects.toThrow("away");
  }
  expect(listeners(stop)).toBe(0);
});

test("a stop is told at once, also one that was there before", async () => {
  const stop = new AbortController();
  const waiting = unlessStopped(new Promise(() => undefined), stop.signal, "Stopped.");
  expect(listeners(stop)).toBe(1); // control: what the first test counts
  stop.abort();
  await expect(waiting).rejects.toThrow("Stopped.");
  await expect(unlessStopped(new Promise(() => undefined), stop.signal, "Stopped.")).rejects.toThrow("Stopped.");
});
