// Turns at the one backend: what passes is sent in the moment of its turn, so that nothing slips into what runs alone.

import { expect, test } from "vitest";
import { turnstile } from "../../src/store/pglite/turnstile.js";

test("statements that wait with others are sent before the next one is alone, and none while it is", async () => {
  const gate = turnstile(1_000);
  const sent: string[] = [];
  const pass = (name: string) => gate.pass(async () => sent.push(name));
  const alone = (name: string) =>
    gate.alone(async () => {
      sent.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      sent.push(`${name} ends`);
    });
  await Promise.all([alone("A"), pass("one"), pass("two"), alone("B"), pass("three"), alone("C"), pass("four")]);
  expect(sent).toEqual(["A begins", "A ends", "one", "two", "B begins", "B ends", "three", "C begins", "C ends", "four"]);
  expect(gate.isFree).toBe(true);
});

test("a statement that cannot be sent fails alone", async () => {
  const gate = turnstile(1_000);
  const failing = [gate.alone(async () => undefined), gate.pass(() => Promise.reject(new Error("no"))), gate.pass(async () => "yes")];
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});
