import { describe, expect, test } from "vitest";
import { createAlarm, eitherOf } from "../../src/operations/index.js";

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
    await createAlarm().wait(1);
  });

  test("reaches everybody who asked for the next ring", async () => {
    const alarm = createAlarm();
    const heard = Promise.all([alarm.next(), alarm.next(), alarm.wait(60_000)]);
    alarm.ring();
    await heard;
  });

  test("is not waited for by who hangs up, or has no more time", async () => {
    const alarm = createAlarm();
    await eitherOf(alarm.next(), 1, undefined);
    const hangUp = new AbortController();
    setTimeout(() => hangUp.abort(), 1);
    await eitherOf(alarm.next(), null, hangUp.signal);
  });
});
