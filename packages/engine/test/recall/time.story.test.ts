import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openEngine, type TestEngine } from "../retain/open-engine.js";
import { DATABASES } from "../support/database.js";
import { bankOf } from "./bank-of.js";

const DAY = 86_400_000;
/** A Friday. */
const NOW = new Date("2026-05-15T12:00:00Z");

const DIARY = [
  "I went swimming with the children.",
  "I cooked lasagne for the neighbours.",
  "I repaired the bicycle in the shed.",
  "I played chess with my uncle.",
  "I painted the kitchen door green.",
  "I visited the museum of glass.",
  "I planted tomatoes on the balcony.",
  "I read a novel in the hammock.",
  "I baked rye bread at night.",
  "I sorted the old photographs.",
];

describe.each(DATABASES)("what a named time finds on $name", (database) => {
  let engine: TestEngine;
  const zone = process.env.TZ;
  beforeAll(async () => {
    engine = await openEngine(database, { now: () => NOW });
  });
  afterAll(() => engine.close());
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  const diary = () =>
    bankOf(
      engine,
      DIARY.map((content, daysAgo) => ({ content, timestamp: new Date(NOW.getTime() - daysAgo * DAY).toISOString() })),
    );

  test.each(["UTC", "Asia/Tokyo", "America/Los_Angeles", "Pacific/Kiritimati"])("the right day comes first in %s", async (zoneName) => {
    process.env.TZ = zoneName;
    const bank = await diary();
    const first = async (query: string) => (await bank.texts(query, { queryTimestamp: NOW.toISOString() }))[0];
    expect(await first("What did I do three days ago?")).toBe(DIARY[3]);
    expect(await first("What did I do yesterday?")).toBe(DIARY[1]);
    expect(await first("What did I do last Tuesday?")).toBe(DIARY[3]);
    expect(await first("What did I do on 8 May 2026?")).toBe(DIARY[7]);
    expect(await first("三天前我做了什么？")).toBe(DIARY[3]);
  });

  test("last year comes before this year and the year before", async () => {
    const bank = await bankOf(engine, [
      { content: "We spent the holidays in Norway.", timestamp: "2024-07-10T12:00:00Z" },
      { content: "We spent the holidays in Portugal.", timestamp: "2025-07-12T12:00:00Z" },
      { content: "We spent the holidays in Greece.", timestamp: "2026-03-02T12:00:00Z" },
    ]);
    const at = { queryTimestamp: NOW.toISOString() };
    expect((await bank.texts("Where did we spend the holidays last year?", at))[0]).toContain("Portugal");
    expect((await bank.texts("Where did we spend the holidays in 2024?", at))[0]).toContain("Norway");
    expect((await bank.texts("Where did we spend the holidays?", at))[0]).toContain("Greece"); // control: else the latest
  });

  test("a port is no year", async () => {
    const bank = await bankOf(engine, [
      { content: "The metrics server listens on port 2024.", timestamp: "2026-01-02T12:00:00Z" },
      { content: "The mail server listens on port 25.", timestamp: "2024-06-02T12:00:00Z" },
    ]);
    expect((await bank.texts("Which server listens on port 2024?"))[0]).toContain("metrics");
  });

  test("a given window ranks and does not filter", async () => {
    const bank = await diary();
    const temporalWindow = { start: "2026-05-10T00:00:00Z", end: "2026-05-10T23:59:59Z" };
    expect(await bank.texts("What did I do?", { temporalWindow })).toEqual([DIARY[5]]);
    const texts = await bank.texts("What did I bake?", { temporalWindow });
    expect(texts).toContain(DIARY[8]); // outside the window, and still found
  });
});
