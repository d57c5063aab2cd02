// The spend guard: what a bank and a tenant may spend, on both engines, over the real chains.

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { HindsightError } from "../../src/errors.js";
import { bankSpend } from "../../src/guard/spend/index.js";
import { type Database, sql } from "../../src/store/db.js";
import { updateConfig } from "../support/bank-config.js";
import { DATABASES } from "../support/database.js";
import { withoutScope } from "../support/metrics-text.js";
import { type Calling, type CallingOptions, callingOn, ModelCallError, NOON, tokens } from "./calling.js";

const refused = { code: "spend_limit_reached", status: 429 };
/** Each call costs 120 tokens. */
const limit = (most: number) => ({ HINDSIGHT_API_SPEND_BANK_TOKENS_PER_HOUR: String(most) });

describe.each(DATABASES)("the spend guard on $name", ({ open }) => {
  let db: Database;
  const opened: Calling[] = [];
  const calling = (options?: CallingOptions): Calling => {
    const made = callingOn(db, options);
    opened.push(made);
    return made;
  };
  beforeEach(async () => {
    db = await open();
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
    await db.close();
  });
  const spentBy = async (each: Calling, name: string) => {
    await each.observer.flush();
    return bankSpend(db, each.settings, await each.bank(name), new Date(NOON));
  };

  test("a bank over its limit is refused before the provider is asked, its neighbour goes on, and the next hour opens it again", async () => {
    let at = NOON;
    const llm = calling({ env: limit(200), now: () => new Date(at) });
    const [spender, neighbour] = [await llm.bank("spender"), await llm.bank("neighbour")];
    await llm.ask(spender);
    await llm.ask(spender); // 120 of 200 are spent: something is left
    await llm.observer.flush();
    const error = await llm.ask(spender).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject(refused);
    expect((error as HindsightError).message).toContain("200 tokens per hour");
    expect((error as HindsightError).message).toContain("240 tokens are spent");
    expect((error as HindsightError).message).toContain("2026-06-15T13:00:00.000Z");
    expect((error as HindsightError).details).toMatchObject({
      level: "bank",
      window: "hour",
      limit: 200,
      spent: 240,
      retryAt: "2026-06-15T13:00:00.000Z",
    });
    expect(llm.made()).toBe(2);

    expect((await llm.ask(neighbour)).text).toBe("yes");
    at += 3_600_000;
    expect((await llm.ask(spender)).text).toBe("yes");
  });

  test("admissions that settle what was lost and calls that are counted do not wait for one another for ever", async () => {
    let at = NOON;
    const llm = calling({ env: limit(100_000), now: () => new Date(at) });
    const bank = await llm.bank("clockwork");
    for (let hour = 0; hour < 25; hour += 1) {
      // Each hour finds the reservations of the hour before run out, while their calls are being counted.
      const asked = Array.from({ length: 6 }, () => llm.ask(bank));
      at += 3_600_000;
      asked.push(...Array.from({ length: 6 }, () => llm.ask(bank)));
      expect((await Promise.all(asked)).map(({ text }) => text)).toEqual(Array(12).fill("yes"));
    }
    expect(llm.made()).toBe(300);
  });

  test("32 calls at once overshoot by less than one call's worth", async () => {
    const going: (() => void)[] = [];
    const llm = calling({
      env: limit(1_200), // ten calls
      answer: () => new Promise((resolve) => going.push(() => resolve({}))),
    });
    const bank = await llm.bank("b");
    const traceId = "one run";
    const asked = Array.from({ length: 32 }, () =>
      llm.ask(bank, { traceId }).then(
        () => "done",
        (error: HindsightError) => error.code,
      ),
    );
    let most = 0;
    const settled = Promise.all(asked);
    let isOver = false;
    settled.then(() => {
      isOver = true;
    });
    while (!isOver) {
      most = Math.max(most, going.length);
      going.shift()?.();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const outcomes = await settled;
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(10);
    expect(outcomes.filter((outcome) => outcome === "spend_limit_reached")).toHaveLength(22);
    expect((await spentBy(llm, "b")).hour).toMatchObject({ totalTokens: 1_200, calls: 10, reservedTokens: 0 });
    expect(most).toBeLessThanOrEqual(10); // never more under way than the limit has room for
  });

  test("calls of two servers at once share what is left", async () => {
    const servers = [calling({ env: limit(600) }), calling({ env: limit(600) })];
    const asked = await Promise.all(
      servers.map(async (llm) => {
        const bank = await llm.bank("b");
        const outcomes = Array.from({ length: 8 }, () =>
          llm.ask(bank).then(
            () => "done",
            (error: HindsightError) => error.code,
          ),
        );
        return Promise.all(outcomes);
      }),
    );
    expect(asked.flat().filter((outcome) => outcome === "done")).toHaveLength(5);
    expect(asked.flat().filter((outcome) => outcome === "spend_limit_reached")).toHaveLength(11);
  });

  test("limits hold over a restart, and between two servers on one database", async () => {
    const first = calling({ env: limit(100) });
    await first.ask(await first.bank("b"));
    await first.observer.flush();
    const second = calling({ env: limit(100) });
    await expect(second.ask(await second.bank("b"))).rejects.toMatchObject(refused);
    expect(second.made()).toBe(0);
    const unlimited = calling(); // control: without the limit the same call is made
    expect((await unlimited.ask(await unlimited.bank("b"))).text).toBe("yes");
  });

  test("the tenant's limit holds over all banks, and deleting a bank gives nothing back", async () => {
    const llm = calling({ env: { HINDSIGHT_API_SPEND_TENANT_TOKENS_PER_DAY: "200" } });
    const [a, b] = [await llm.bank("a"), await llm.bank("b")];
    await llm.ask(a);
    await llm.ask(b);
    await llm.observer.flush();
    await expect(llm.ask(b)).rejects.toMatchObject({ ...refused, details: { level: "tenant", window: "day", spent: 240 } });
    await db.query(sql`DELETE FROM bank WHERE bank_id = ${a.key}`);
    await expect(llm.ask(b)).rejects.toMatchObject(refused);
    expect((await db.query<{ n: number }>(sql`SELECT count(*) AS n FROM llm_usage WHERE bank_id = ${a.key}`)).rows).toEqual([{ n: 0 }]);
  });

  test("a bank may lower its limit and not raise it, and a change holds with the next call", async () => {
    const llm = calling({ env: limit(1_000) });
    const bank = await llm.bank("b");
    await llm.ask(bank);
    await llm.observer.flush();
    await updateConfig(db, "b", { spend_limits: { tokens_per_hour: 100 } });
    await expect(llm.ask(bank)).rejects.toMatchObject({ ...refused, details: { limit: 100 } });
    await updateConfig(db, "b", { spend_limits: { tokens_per_hour: 1_000_000 } });
    expect((await spentBy(llm, "b")).hour.limit).toEqual({ tokens: 1_000, usd: null });
    await llm.ask(bank);
    await updateConfig(db, "b", { spend_limits: { usd_per_day: 0.00001 } });
    await llm.observer.flush();
    await expect(llm.ask(bank)).rejects.toMatchObject({ ...refused, details: { unit: "usd", window: "day" } });
    await expect(updateConfig(db, "b", { spend_limits: { tokens_per_week: 5 } })).rejects.toMatchObject({ code: "bad_argument" });
  });

  test("a loop of answers that are no objects is stopped, since failed attempts count", async () => {
    const llm = calling({ env: limit(600), answer: () => ({ text: "no object at all" }) });
    const bank = await llm.bank("b");
    const outcomes: string[] = [];
    for (let n = 0; n < 10; n++) {
      const request = {
        purpose: "retain",
        origin: { bank, operation: "retain", traceId: `run ${n}` },
        messages: [{ role: "user", content: "Facts?" }],
        schema: z.looseObject({ facts: z.array(z.string()) }),
        schemaName: "facts",
        signal: new AbortController().signal,
      } as const;
      outcomes.push(
        await llm.models.completeObject(request).then(
          () => "object",
          (error: HindsightError) => error.code,
        ),
      );
      await llm.observer.flush();
    }
    expect(outcomes.slice(0, 2)).toEqual(["llm_output_invalid", "llm_output_invalid"]);
    expect(outcomes.slice(3)).toEqual(Array(7).fill("spend_limit_reached"));
    expect(llm.made()).toBeLessThanOrEqual(6);
    expect((await spentBy(llm, "b")).hour).toMatchObject({ calls: llm.made(), totalTokens: 120 * llm.made() });
  });

  test("failed attempts, cached tokens, thoughts and cost are counted; a model without a price is counted and told", async () => {
    const usage = tokens(1_000, 100, { cached: 400, thoughts: 50 });
    const llm = calling({
      answer: (n) => {
        if (n === 0) throw new ModelCallError("unavailable", "it is down", { usage });
        return { usage };
      },
    });
    await llm.ask(await llm.bank("b"));
    const { hour, day } = await spentBy(llm, "b");
    // gpt-4o-mini: 600 × 0.15 + 400 × 0.075 + 150 × 0.6 = 210 micro-USD for each attempt
    const counted = {
      calls: 2,
      failedCalls: 1,
      unpricedCalls: 0,
      inputTokens: 2_000,
      cachedTokens: 800,
      outputTokens: 200,
      thoughtsTokens: 100,
      costUsd: 0.00042,
    };
    expect(hour).toMatchObject({
      ...counted,
      totalTokens: 2_300,
      start: new Date(Date.UTC(2026, 5, 15, 12)),
      resetsAt: new Date(Date.UTC(2026, 5, 15, 13)),
    });
    expect(day).toMatchObject({ ...counted, start: new Date(Date.UTC(2026, 5, 15)) });

    const other = calling({ env: { HINDSIGHT_API_LLM_MODEL: "gpt-unheard-of" } });
    await other.ask(await other.bank("c"));
    expect((await spentBy(other, "c")).hour).toMatchObject({ calls: 1, unpricedCalls: 1, costUsd: 0, totalTokens: 120 });
    expect(withoutScope(await other.metrics.text())).toContain(
      'hindsight_llm_unpriced_calls_total{provider="openai",model="gpt-unheard-of"} 1',
    );
    const priced = calling({
      env: { HINDSIGHT_API_LLM_MODEL: "gpt-unheard-of", HINDSIGHT_API_LLM_PRICES: '{"gpt-unheard-of":{"input":10,"output":100}}' },
    });
    await priced.ask(await priced.bank("d"));
    expect((await spentBy(priced, "d")).hour).toMatchObject({ unpricedCalls: 0, costUsd: 0.003 });
  });

  test("a provider that reports no usage is counted by the length of what was said", async () => {
    const llm = calling({ answer: () => ({ usage: tokens(0, 0), text: "y".repeat(300) }) });
    await llm.ask(await llm.bank("b"), { text: "x".repeat(3_000) });
    const { inputTokens, outputTokens } = (await spentBy(llm, "b")).hour;
    expect(inputTokens).toBeGreaterThanOrEqual(1_000);
    expect(outputTokens).toBe(100);
  });

  test("what a process set aside and never came back for counts as spent", async () => {
    const llm = calling({ env: limit(1_000) });
    const bank = await llm.bank("b");
    const [id, hour, past] = ["00000000-0000-4000-8000-000000000001", new Date(Date.UTC(2026, 5, 15, 12)), new Date(NOON - 1)];
    await db.query(sql`INSERT INTO llm_reservation VALUES (${bank.key}, ${id}, ${hour}, 5000, 10, ${past})`);
    await expect(llm.ask(bank)).rejects.toMatchObject({ ...refused, details: { spent: 5_000 } });
    expect((await spentBy(llm, "b")).hour).toMatchObject({ calls: 1, failedCalls: 1, reservedTokens: 0 });
  });

  test("usage that the database did not take is kept and written later, once", async () => {
    let isAway = true;
    const bank = await calling().bank("b");
    const broken: Database = {
      ...db,
      query: (statement) => db.query(statement),
      transaction(work) {
        return isAway ? Promise.reject(new HindsightError("database_unavailable", "away for a moment")) : db.transaction(work);
      },
    };
    const llm = callingOn(broken);
    opened.push(llm);
    expect((await llm.ask(bank)).text).toBe("yes"); // the call itself is not touched
    await llm.observer.flush();
    expect((await bankSpend(db, llm.settings, bank, new Date(NOON))).hour.calls).toBe(0); // control: it was not taken
    isAway = false;
    await llm.observer.flush();
    expect((await bankSpend(db, llm.settings, bank, new Date(NOON))).hour).toMatchObject({ calls: 1, totalTokens: 120 });
  });

  test("calls, tokens, time, cost and refusals are metrics", async () => {
    const llm = calling({ env: limit(100) });
    const bank = await llm.bank("b");
    await llm.ask(bank);
    await llm.observer.flush();
    await expect(llm.ask(bank)).rejects.toMatchObject(refused);
    const text = withoutScope(await llm.metrics.text());
    const labels = 'provider="openai",model="gpt-4o-mini",scope="retain_extract_facts",success="true"';
    expect(text).toContain(`hindsight_llm_calls_total{${labels}} 1`);
    expect(text).toContain(`hindsight_llm_tokens_input_tokens_total{${labels},token_bucket="100-500"} 100`);
    expect(text).toContain(`hindsight_llm_tokens_output_tokens_total{${labels},token_bucket="0-100"} 20`);
    expect(text).toContain(`hindsight_llm_duration_seconds_count{${labels}} 1`);
    expect(text).toContain('hindsight_llm_spend_refusals_total{level="bank",unit="tokens",window="hour"} 1');
    expect(text).toContain('hindsight_llm_cost_usd_total{provider="openai",model="gpt-4o-mini",scope="retain_extract_facts"} 0.000027');
  });
});
