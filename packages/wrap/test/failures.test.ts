// The memory is slow, down or refuses: calls succeed in time, it is told, and what was said waits until it is taken.

import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createMemory, type Memory, type MemoryReport, type WrapOptions } from "../src/index.js";
import { gate } from "./support/gate.js";
import { type NotedMemory, notedMemory } from "./support/noted-memory.js";

let memory: NotedMemory;
let reports: MemoryReport[];
beforeEach(() => {
  memory = notedMemory();
  reports = [];
});
afterEach(() => vi.useRealTimers());

const opened = (options: Partial<WrapOptions> = {}): Memory =>
  createMemory({ memory, bankId: "ann", sessionId: "s", retryMs: 5, onError: (report) => void reports.push(report), ...options });

/** One exchange through a memory, as a client would have it. */
async function exchange(wrapped: Memory, question: string, answer = "Yes."): Promise<string | null> {
  const begun = await wrapped.begin({ settings: {}, model: null, turns: [{ role: "user", text: question }] });
  await begun.end({ turns: [{ role: "assistant", text: answer }], isOpen: false });
  return begun.injection?.block ?? null;
}

const refused = (statusCode: number): Error => Object.assign(new Error(`answered ${statusCode}`), { statusCode });

describe("asking", () => {
  test("a memory that does not answer holds a call up for its time limit alone, and its signal is told", async () => {
    let signal: AbortSignal | undefined;
    const hanging = {
      ...memory,
      recall(_bank: string, _query: string, options?: { readonly signal?: AbortSignal }) {
        signal = options?.signal;
        return new Promise<never>(() => undefined);
      },
    };
    const wrapped = opened({ memory: hanging, recallTimeoutMs: 20 });
    expect(await exchange(wrapped, "Music?")).toBeNull();
    expect(signal?.aborted).toBe(true);
    expect(reports).toEqual([
      expect.objectContaining({ stage: "recall", outcome: "skipped", message: expect.stringContaining("within 20 ms") }),
    ]);
    expect(wrapped.lastInjection()).toMatchObject({ block: null, error: expect.any(Error) });
  });

  test("the caller who hangs up waits for nothing, and it is no failure", async () => {
    const controller = new AbortController();
    memory.before = () => new Promise(() => undefined);
    const begun = opened().begin({ settings: {}, model: null, turns: [{ role: "user", text: "Hi" }], signal: controller.signal });
    controller.abort();
    expect((await begun).injection).toBeNull();
    expect(reports).toEqual([]);
  });

  test("a bank that is not there yet is no failure", async () => {
    memory.before = (verb) => {
      if (verb === "recall") throw refused(404);
    };
    const wrapped = opened();
    expect(await exchange(wrapped, "Music?")).toBeNull();
    await wrapped.flush();
    expect(reports).toEqual([]);
    expect(memory.said("s")).toEqual(["user: Music?", "assistant: Yes."]);
  });

  test("a memory that fails again and again is left alone, and asked again after a while", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    memory.before = (verb) => {
      if (verb === "recall") throw refused(503);
    };
    const wrapped = opened();
    for (let turn = 0; turn < 5; turn++) await exchange(wrapped, `Question ${turn}?`);
    expect(memory.asked).toHaveLength(3);
    expect(reports.at(-1)?.message).toContain("left alone");
    vi.setSystemTime(Date.now() + 31_000);
    memory.before = () => undefined;
    memory.knows("Jazz.");
    expect(await exchange(wrapped, "Now?")).toContain("Jazz.");
  });

  test("a long question is cut to what the server takes", async () => {
    await exchange(opened(), `Start ${"word ".repeat(2_000)} what is my name?`);
    await exchange(opened(), `${"漢字".repeat(2_000)}名前は？`);
    const [latin, chinese] = memory.asked.map(({ query }) => query);
    expect(latin!.length).toBeLessThan(1_250);
    expect(latin).toMatch(/^Start word[\s\S]*what is my name\?$/);
    expect(chinese!.length).toBeLessThan(460);
    expect(chinese).toMatch(/名前は？$/);
  });
});

describe("telling", () => {
  test("what a memory that is down did not take is sent again, in order, under the same operation id", async () => {
    const ids: (string | undefined)[] = [];
    let isDown = true;
    const flaky = {
      ...memory,
      async retain(bank: string, content: string, options?: { operationId?: string }) {
        ids.push(options?.operationId);
        if (isDown) throw new TypeError("fetch failed");
        return memory.retain(bank, content, options);
      },
    };
    const wrapped = opened({ memory: flaky });
    await exchange(wrapped, "One?");
    await exchange(wrapped, "Two?");
    expect((await wrapped.flush({ timeoutMs: 20 })).pending).toHaveLength(2);
    expect(reports).toEqual([expect.objectContaining({ stage: "retain", outcome: "retrying", bankId: "ann" })]);
    isDown = false;
    expect((await wrapped.flush()).pending).toEqual([]);
    expect(memory.said("s")).toEqual(["user: One?", "assistant: Yes.", "user: Two?", "assistant: Yes."]);
    expect(ids.length).toBeGreaterThan(2);
    expect(new Set(ids).size).toBe(2);
  });

  test("it goes out by itself when the memory is back", async () => {
    let failures = 2;
    memory.before = (verb) => {
      if (verb === "retain" && failures-- > 0) throw refused(503);
    };
    const wrapped = opened();
    await exchange(wrapped, "One?");
    await vi.waitFor(() => expect(wrapped.pending()).toEqual([]));
    expect(memory.said("s")).toEqual(["user: One?", "assistant: Yes."]);
  });

  test("what the memory refuses is told with its words, and does not stand in the way of the next", async () => {
    let refuses = true;
    memory.before = (verb) => {
      if (verb === "retain" && refuses) throw refused(422);
    };
    const wrapped = opened({ syncStorage: true });
    await exchange(wrapped, "One?");
    refuses = false;
    await exchange(wrapped, "Two?");
    expect(reports).toEqual([
      expect.objectContaining({ stage: "retain", outcome: "lost", turns: [{ role: "user", text: "One?" }, expect.anything()] }),
    ]);
    expect(memory.said("s")).toEqual(["user: Two?", "assistant: Yes."]);
  });

  test("only so many exchanges wait; the oldest that is given up is told", async () => {
    memory.before = (verb) => {
      if (verb === "retain") throw refused(503);
    };
    const wrapped = opened({ maxPending: 2, retryMs: 60_000 });
    for (const question of ["One?", "Two?", "Three?"]) await exchange(wrapped, question);
    expect(wrapped.pending().map(({ turns }) => turns[0]?.text)).toEqual(["Two?", "Three?"]);
    expect(reports.find(({ outcome }) => outcome === "lost")?.turns?.[0]?.text).toBe("One?");
  });

  test("an answer does not wait for the retain, and `waitUntil` is given it", async () => {
    const door = gate();
    memory.before = (verb) => (verb === "retain" ? door.opened : undefined);
    const background: Promise<unknown>[] = [];
    const wrapped = opened({ waitUntil: (work) => void background.push(work) });
    await exchange(wrapped, "One?"); // would not come back before the door is open
    expect([memory.retained.length, background.length]).toEqual([0, 1]);
    door.open();
    await background[0];
    expect(memory.said("s")).toEqual(["user: One?", "assistant: Yes."]);
  });

  test("an onError that throws fails nothing", async () => {
    memory.before = () => {
      throw refused(503);
    };
    const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    await exchange(
      opened({
        onError: () => {
          throw new Error("oops");
        },
      }),
      "One?",
    );
    await exchange(opened({ onError: undefined as never }), "One?");
    expect(warned.mock.calls.map(([text]) => String(text))).toEqual(
      expect.arrayContaining(["onError threw: oops", expect.stringContaining("recall (skipped)")]),
    );
    warned.mockRestore();
  });
});

test("a process that ends sends what is left, and tells what it could not", async () => {
  const got: string[] = [];
  const server = createServer((request, response) => {
    request.on("data", (part) => void got.push(`${request.url} ${part}`));
    request.on("end", () => response.writeHead(request.url === "/open" ? 200 : 503).end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const program = fileURLToPath(new URL("support/short-program.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", program, String((server.address() as AddressInfo).port)]);
  let printed = "";
  child.stdout.on("data", (part) => {
    printed += part;
  });
  await new Promise((resolve) => child.on("close", resolve));
  server.close();
  expect(printed).toBe("answered\nretrying\nlost: Held for a tool in /down\n");
  expect(got.join("")).toContain("Held for a tool in /open");
});
