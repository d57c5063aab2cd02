// A text that tells its own times keeps them with a language model, unless the caller gives a time.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dryRunExtract, reprocess } from "../../src/retain/index.js";
import { DATABASES } from "../support/database.js";
import { messageText, scriptedModels } from "../support/scripted-models.js";
import { openEngine, type TestEngine } from "./open-engine.js";
import { wordEncoder } from "./word-encoder.js";

const NOW = new Date("2026-11-30T12:00:00Z");
const TRANSCRIPT = "2026-06-01\n[09:00] Ann: Last Friday I sold the boat.\n[09:05] Ben: To whom?";

describe.each(DATABASES)("times of a transcript that a model reads on $name", (database) => {
  let engine: TestEngine;
  const models = scriptedModels((request) => ({
    facts: [
      {
        what: `Ann sold the boat (${models.requests.indexOf(request)})`,
        when: "last Friday",
        where: "N/A",
        who: "Ann",
        why: "N/A",
        fact_type: "world",
        fact_kind: "event",
        entities: [],
      },
    ],
  }));
  beforeAll(async () => {
    engine = await openEngine(database, { encoder: wordEncoder(), models, now: () => NOW });
  });
  afterAll(() => engine.close());

  const askedDate = (): string => /^Event Date: (.*)$/mu.exec(messageText(models.requests.at(-1) as never, "user"))?.[1] ?? "";

  test("without a timestamp its first time is the event date, and the facts were mentioned then", async () => {
    const bank = await engine.bank("own-times");
    await engine.retain(bank, [{ content: TRANSCRIPT, documentId: "d" }]);
    expect(askedDate()).toBe("Monday, June 01, 2026 (2026-06-01T09:00:00+00:00)");
    const [memory] = await engine.memories(bank);
    expect(memory).toMatchObject({ mentioned_at: new Date("2026-06-01T09:00:00Z"), occurred_start: new Date("2026-05-29T00:00:00Z") });

    const calls = models.requests.length;
    await engine.retain(bank, [{ content: TRANSCRIPT, documentId: "d" }]);
    expect(models.requests).toHaveLength(calls); // nothing is read again for its time
    expect((await engine.memories(bank)).map(({ id }) => id)).toEqual([memory?.id]);

    const { operationId } = await reprocess(engine.ctx, bank, "d");
    await engine.operations?.ended(bank, operationId);
    expect(models.requests).toHaveLength(calls + 1);
    expect(await engine.memories(bank)).toMatchObject([{ mentioned_at: new Date("2026-06-01T09:00:00Z") }]);

    await dryRunExtract(engine.ctx, "own-times", bank, { content: TRANSCRIPT });
    expect(askedDate()).toContain("2026-06-01T09:00:00");
  });

  test("a timestamp of the caller's holds, and so does none where the text tells none", async () => {
    const bank = await engine.bank("given-times");
    await engine.retain(bank, [{ content: TRANSCRIPT, documentId: "given", timestamp: "2026-08-03T10:00:00Z" }]);
    expect(askedDate()).toContain("2026-08-03T10:00:00");
    await engine.retain(bank, [{ content: TRANSCRIPT, documentId: "unset", timestamp: "unset" }]);
    expect(askedDate()).toBe("Unknown");
    await engine.retain(bank, [{ content: "Ann sold the boat last Friday.", documentId: "prose" }]);
    expect(askedDate()).toContain("2026-11-30T12:00:00");
    expect((await engine.memories(bank)).map((memory) => memory.mentioned_at)).toEqual([new Date("2026-08-03T10:00:00Z"), null, NOW]);
  });
});
