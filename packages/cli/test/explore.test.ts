// hindsight explore: keys and answers as values, and the whole of it on a real terminal against a real server.

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openServer, type TestServer } from "../../../test/support/server.js";
import type { Api } from "../src/api.js";
import { wrapped } from "../src/explore/lines.js";
import { begin, type Key, next, type State } from "../src/explore/state.js";
import { detailOf, type Listing, listingOf } from "../src/explore/views.js";
import { cliOf } from "./support/cli.js";
import { atTerminal, KEYS } from "./support/keys.js";
import { hasTerminal } from "./support/terminal.js";

const listing = (from: number, to: number, total = to): Listing => ({
  rows: Array.from({ length: to - from }, (_, at) => ({ id: `m${from + at}`, text: `Memory ${from + at}`, note: "" })),
  total,
});
const press = (state: State, ...keys: readonly (Exclude<Key["is"], "text"> | { readonly text: string })[]): State =>
  keys.reduce(
    (at, key) => next(at, { what: "key", key: typeof key === "string" ? { is: key } : { is: "text", ...key }, page: 10, lines: 25 }),
    state,
  );
const listed = (state: State, found: Listing): State => next(state, { what: "listed", asked: state.asked, listing: found });

describe("the state of the browser", () => {
  test("a view that needs a bank wants one first; Enter on a bank opens its memories, Esc leads back", () => {
    const banks = listed(begin(null), { rows: [{ id: "work", text: "work", note: "" }], total: 1 });
    expect(press(banks, { text: "3" })).toMatchObject({ asked: { view: "banks" }, problem: expect.stringContaining("Choose a bank") });
    const memories = press(banks, "enter");
    expect(memories).toMatchObject({ asked: { view: "memories", bank: "work" }, isLoading: true, rows: [] });
    expect([press(memories, "next").asked.view, press(memories, "previous").asked.view]).toEqual(["entities", "banks"]);
    expect(press(memories, "back").asked).toMatchObject({ view: "banks", bank: "work" });
    expect(press(banks, { text: "q" }).isOver).toBe(true);
  });

  test("the mark stays in the list, and its end asks for more; nothing stands there twice", () => {
    const first = listed(begin("work"), listing(0, 100, 150));
    expect(press(first, "up", "page down", "down").at).toBe(11);
    const end = press(first, "last");
    expect(end).toMatchObject({ at: 99, isLoading: true, asked: { offset: 100 } });
    const all = listed(end, listing(98, 150));
    expect([all.rows.length, new Set(all.rows.map(({ id }) => id)).size, press(all, "last", "down").at]).toEqual([150, 150, 149]);
    expect(press(all, "last").asked).toBe(all.asked); // control: there is no more
  });

  test("answers to what nobody asks any more change nothing; a failure says so and leaves the rest", () => {
    const before = begin("work");
    const now = press(before, { text: "4" });
    expect(next(now, { what: "listed", asked: before.asked, listing: listing(0, 3) })).toBe(now);
    const failed = next(now, { what: "failed", of: now.asked, message: "No." });
    expect(failed).toMatchObject({ problem: "No.", isLoading: false });
    const opened = press(listed(before, listing(0, 3)), "down", "enter");
    expect(opened.opened).toMatchObject({ row: { id: "m1" }, text: null });
    const row = opened.opened?.row as NonNullable<typeof opened.opened>["row"];
    const told = next(opened, { what: "told", row, text: "Whole." });
    expect(press(told, "page down", "page down", "page down").opened?.top).toBe(15); // 25 lines, 10 at once
    expect(next(press(told, "back"), { what: "told", row, text: "Late." }).opened).toBeNull();
  });

  test("a question is typed with every letter, mended, left, and asked", () => {
    const typing = press(begin("work"), { text: "/" }, { text: "q1" }, { text: "é" }, "erase");
    expect(typing).toMatchObject({ typed: "q1", isOver: false, asked: { view: "query" } });
    expect(press(typing, "enter")).toMatchObject({ typed: null, isLoading: true, asked: { view: "query", query: "q1" } });
    expect(press(typing, "back")).toMatchObject({ typed: null, asked: { view: "memories" } });
    expect(press(press(begin("work"), { text: "/" }), "enter").typed).toBe(""); // an empty one is none
  });
});

test("lines break between words where they can, and no character is lost", () => {
  expect(wrapped("one two three\n\nfour", 8)).toEqual(["one two", "three", "", "four"]);
  expect(wrapped("日本語日本語", 4)).toEqual(["日本", "語日", "本語"]);
  expect(wrapped("abcdefgh", 3)).toEqual(["abc", "def", "gh"]);
});

test("what a server says steers no terminal", async () => {
  const text = "a\u001b[2J\nb\u202ec\td";
  const found = { items: [{ id: "m", text, fact_type: "world", date: "" }], total: 1, original_text: text, tags: [] };
  const api = { get: async () => found } as unknown as Api;
  const asked = begin("work").asked;
  expect((await listingOf(api, asked)).rows[0]?.text).toBe("a\\u001b[2J b\\u202ec d");
  expect(await detailOf(api, { ...asked, view: "documents" }, "notes")).toContain("a\\u001b[2J\nb\\u202ec  d");
});

test("without a terminal it says what to use instead", async () => {
  const { status, errors } = await cliOf("http://127.0.0.1:2")("explore");
  expect([status, errors]).toEqual([1, expect.stringMatching(/needs a terminal.*memory list/)]);
});

describe.skipIf(!hasTerminal)("hindsight explore on a terminal", { timeout: 120_000 }, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openServer();
    const items = [
      { content: "Ann moved to Delft.", document_id: "notes/ann" },
      { content: "Ben is allergic to walnuts.", document_id: "notes/ben" },
    ];
    await server.call("POST", "/v1/default/banks/work/memories", { items });
  });
  afterAll(() => server.close());

  test("it is looked around in by keys, and leaves the terminal as it was", async () => {
    const terminal = atTerminal(["explore"], { HINDSIGHT_API_URL: server.url });
    onTestFinished(() => terminal.kill());
    await terminal.shows(/› work/);
    const memories = await terminal.press(KEYS.enter, /2 of 2[\s\S]*Ben is allergic[\s\S]*quit/);
    expect(memories).toContain("bank work");
    expect(await terminal.press("4", /› notes\/(?:ann|ben)[\s\S]*quit/)).toContain("1 memory");
    await terminal.press("3", /1 mention/);
    await terminal.press("/", /Question: ▏/);
    await terminal.press("walnuts", /Question: walnuts▏/);
    expect(await terminal.press(KEYS.enter, /› Ben is allergic[\s\S]*quit/)).toMatch(/\d\.\d{3}/);
    expect(await terminal.press(KEYS.enter, /document +notes\/ben[\s\S]*quit/)).toContain("kind");
    await terminal.press(KEYS.escape, /› Ben is allergic/);
    terminal.press("q", /$/);
    const { status, screen } = await terminal.ended;
    expect(status).toBe(0);
    expect(screen.indexOf("\u001b[?1049h")).toBeLessThan(screen.lastIndexOf("\u001b[?1049l"));
    expect(screen).toContain("\u001b[?25h"); // the cursor is shown again
  });

  test("a server that does not answer is said on the screen, and Ctrl-C ends it", async () => {
    const terminal = atTerminal(["tui", "work"], { HINDSIGHT_API_URL: "http://127.0.0.1:2" });
    onTestFinished(() => terminal.kill());
    await terminal.shows(/No server answers at http:\/\/127\.0\.0\.1:2/);
    terminal.press(KEYS.interrupt, /$/);
    const { status, screen } = await terminal.ended;
    expect([status, screen.includes("\u001b[?1049l")]).toEqual([0, true]);
  });
});
