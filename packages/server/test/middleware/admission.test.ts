import { describe, expect, it } from "vitest";
import { admissionGate } from "../../src/middleware/admission.js";

const patient = new AbortController().signal;
const soon = () => new Promise((resolve) => setImmediate(resolve));

describe("the admission gate", () => {
  it("lets so many in, and the next in order of arrival", async () => {
    const gate = admissionGate("recall", 2, 10_000);
    const order: string[] = [];
    const admitted = async (name: string): Promise<() => void> => {
      const leave = await gate.enter(patient);
      order.push(name);
      return leave;
    };
    const first = await gate.enter(patient);
    const second = await gate.enter(patient);
    const third = admitted("third");
    const fourth = admitted("fourth");
    await soon();
    expect(order).toEqual([]);
    first();
    (await third)();
    (await fourth)();
    second();
    expect(order).toEqual(["third", "fourth"]);
  });

  it("turns a call away after the longest wait, naming the lane", async () => {
    const gate = admissionGate("recall", 1, 5);
    const leave = await gate.enter(patient);
    await expect(gate.enter(patient)).rejects.toMatchObject({
      code: "at_capacity",
      message: "Server is at capacity for 'recall' (1 concurrent); try again shortly.",
    });
    leave();
    (await gate.enter(patient))();
  });

  it("forgets a caller who hangs up while waiting", async () => {
    const gate = admissionGate("recall", 1, 10_000);
    const leave = await gate.enter(patient);
    const caller = new AbortController();
    const waiting = gate.enter(caller.signal);
    caller.abort();
    await expect(waiting).rejects.toMatchObject({ code: "request_cancelled" });
    leave();
    (await gate.enter(patient))();
  });

  it("frees one place per call, however often it leaves", async () => {
    const gate = admissionGate("recall", 1, 5);
    const leave = await gate.enter(patient);
    leave();
    leave();
    const next = await gate.enter(patient);
    await expect(gate.enter(patient)).rejects.toMatchObject({ code: "at_capacity" });
    next();
  });
});
