import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { createAlarm } from "../../src/operations/index.js";

describe("an alarm", () => {
  test("that rang before the wait is heard at once, and only once", async () => {
    const alarm = createAlarm();
    alarm.ring();
    await alarm.wait(60_000);
    let isOver = false;
    const second = alarm.wait(60_000).then(() => {
      isOver = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(isOver).toBe(false);
    alarm.ring();
    await second;
    expect(isOver).toBe(true);
  });

  test("ends a wait by itself after the time", async () => {
    const kept = setTimeout(() => undefined, 60_000); // the alarm's own timer keeps no process alive
    await createAlarm().wait(1);
    clearTimeout(kept);
  });

  test("reaches everybody who asked for the next ring, and who asked before it rang", async () => {
    const alarm = createAlarm();
    const heard = Promise.all([alarm.after(0, null), alarm.after(0, null), alarm.wait(60_000)]);
    const before = alarm.rings;
    alarm.ring();
    await heard;
    await alarm.after(before, null);
  });

  test("is not waited for by who hangs up, or has no more time, and these leave nothing behind", async () => {
    const alarm = createAlarm();
    const hangUp = new AbortController();
    await alarm.after(alarm.rings, 1, hangUp.signal);
    expect(getEventListeners(hangUp.signal, "abort")).toHaveLength(0);
    const waiting = alarm.after(alarm.rings, null, hangUp.signal);
    expect(getEventListeners(hangUp.signal, "abort")).toHaveLength(1); // control
    setTimeout(() => hangUp.abort(), 1);
    await waiting;
    expect(getEventListeners(hangUp.signal, "abort")).toHaveLength(0);
    await alarm.after(alarm.rings, null, hangUp.signal);
  });
});
