// Sessions: whose they are, how many, how long, and how they end. The clock stands where the test puts it.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Session, sessions } from "../../src/mcp/sessions.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

interface Told {
  readonly session: Session;
  running: number;
  isEnded: boolean;
  isSilenced: boolean;
}

function made(id: string, over: Partial<Session> = {}): Told {
  const told: Told = {
    running: 0,
    isEnded: false,
    isSilenced: false,
    session: {
      id,
      kind: "stream",
      pathBank: "a",
      subject: null,
      headerBank: null,
      connection: {
        running: () => told.running,
        server: {
          close: async () => {
            told.isEnded = true;
          },
        },
      } as unknown as Session["connection"],
      endListening: () => {
        told.isSilenced = true;
      },
      ...over,
    },
  };
  return told;
}

const asked = { kind: "stream", pathBank: "a", subject: null } as const;

test("a session is found by those alone who have its bank, its caller and its transport", () => {
  const all = sessions({ most: 10, idleMs: 1000 });
  all.add(made("one").session);
  expect(all.find("one", asked)?.id).toBe("one");
  for (const other of [{ pathBank: "b" }, { pathBank: null }, { subject: "somebody" }, { kind: "events" as const }]) {
    expect(all.find("one", { ...asked, ...other })).toBeNull();
  }
  expect(all.find("two", asked)).toBeNull();
  all.close();
});

test("the one that is idle longest makes room, and those at work stay", () => {
  const all = sessions({ most: 2, idleMs: 1000 });
  const [one, two, three, four] = [made("one"), made("two"), made("three"), made("four")];
  one.running = 1;
  all.add(one.session);
  vi.advanceTimersByTime(1);
  all.add(two.session);
  vi.advanceTimersByTime(1);
  all.add(three.session);
  expect([one.isEnded, two.isEnded, three.isEnded]).toEqual([false, true, false]);
  three.running = 1;
  all.add(four.session);
  expect([one.isEnded, three.isEnded], "when all are at work, the oldest").toEqual([true, false]);
  expect(all.size()).toBe(2);
  all.close();
});

test("room is made by the caller who has the most, so that nobody ends those of others by beginning ever more", () => {
  const all = sessions({ most: 3, idleMs: 100_000 });
  const [quiet, ...many] = [made("quiet", { subject: "a" }), ...[1, 2, 3, 4, 5].map((n) => made(`loud-${n}`, { subject: "b" }))];
  all.add(quiet.session);
  for (const { session } of many) {
    vi.advanceTimersByTime(1);
    all.add(session);
  }
  expect([quiet, ...many].map(({ isEnded }) => isEnded)).toEqual([false, true, true, true, false, false]);
  // One who comes new is not turned away by those who were first.
  all.add(made("new", { subject: "c" }).session);
  expect([quiet.isEnded, all.size()]).toEqual([false, 3]);
  all.close();
});

test("idle ones end after their time; a listener or a call keeps one", () => {
  const all = sessions({ most: 10, idleMs: 1000 });
  const [idle, listened, busy] = [made("idle"), made("listened"), made("busy")];
  for (const { session } of [idle, listened, busy]) all.add(session);
  const over = all.listening(listened.session);
  busy.running = 1;
  vi.advanceTimersByTime(2500);
  expect([idle.isEnded, listened.isEnded, busy.isEnded]).toEqual([true, false, false]);
  expect(all.find("idle", asked)).toBeNull();
  over();
  over();
  vi.advanceTimersByTime(2500);
  expect(listened.isEnded).toBe(true);
  all.close();
});

test("at the end nobody listens any more, idle ones end at once and others after their calls", () => {
  const all = sessions({ most: 10, idleMs: 1000 });
  const [idle, busy] = [made("idle"), made("busy")];
  busy.running = 1;
  all.add(idle.session);
  all.add(busy.session);
  all.listening(busy.session);
  all.close();
  all.close();
  expect([idle.isEnded, busy.isEnded, busy.isSilenced]).toEqual([true, false, true]);
  busy.running = 0;
  vi.advanceTimersByTime(100);
  expect([busy.isEnded, all.size(), vi.getTimerCount()]).toEqual([true, 0, 0]);
});
