import { expect } from "vitest";
import type { LlmReply } from "../../packages/engine/test/support/scripted-llm.js";
import { describeWithModel, memoriesOf } from "../support/model-server.js";

/** Each answer costs 120 tokens, also one that nobody can read. */
const CALL = 120;
let answer: (nth: number) => LlmReply = () => ({ text: "Sorry." });
let asked = 0;

describeWithModel(
  "every call to a model is counted",
  () => answer(asked++),
  (it) => {
    it("also those that failed, with what they cost and why", async ({ newBank }) => {
      const bank = newBank();
      asked = 0;
      answer = (nth) => {
        if (nth === 0) return { status: 429, headers: { "retry-after": "0" } };
        if (nth === 1) return { text: "no object at all" };
        return { json: { facts: [{ what: "Ann rows", fact_type: "world", entities: [] }] } };
      };
      const reply = await bank.retain("Ann rows on the canal.", { document_id: "ann" });
      expect(reply.body.usage.total_tokens).toBe(2 * CALL);
      const calls = (await bank.get("/llm-requests")).body.items as readonly {
        readonly status: string;
        readonly total_tokens: number;
        readonly error: unknown;
      }[];
      // An answer that nobody can use is a call that went well: it is paid for. What came of it is the retain's to say.
      expect(calls.map(({ status, total_tokens }) => [status === "success", total_tokens]).sort()).toEqual([
        [false, 0],
        [true, CALL],
        [true, CALL],
      ]);
      for (const call of calls) expect(call.error === null).toBe(call.status === "success");
      expect((await bank.get("/llm-usage")).body.day).toMatchObject({ calls: 3, failed_calls: 1, total_tokens: 2 * CALL });
    });

    it("so that a limit stops work that can never succeed, however often it is tried", async ({ newBank, readings, server }) => {
      const bank = newBank();
      answer = () => ({ text: "Sorry, no." });
      const before = readings().length;
      const ids: string[] = [];
      for (let i = 0; i < 6; i += 1) ids.push(await bank.retainLater([{ content: `Loop ${i} goes round.`, document_id: `loop-${i}` }]));
      const states = async () => Promise.all(ids.map(async (id) => (await bank.get(`/operations/${id}`)).body));
      await expect
        .poll(async () => (await states()).every(({ status, next_retry_at }) => status === "failed" || next_retry_at !== null), {
          timeout: 120_000,
        })
        .toBe(true);
      const spent = (await bank.get("/llm-usage")).body.day;
      expect(spent.total_tokens).toBeLessThanOrEqual(spent.limit_tokens + CALL);
      expect(readings().length - before).toBe(spent.calls);
      expect((await states()).some(({ error_message }) => /spend limit/.test(error_message ?? ""))).toBe(true);
      expect(await memoriesOf(bank)).toEqual([]);
      const refused = await bank.call("POST", "/memories", { items: [{ content: "One more." }] });
      expect(refused.status).toBe(429);
      const neighbour = newBank();
      answer = () => ({ json: { facts: [{ what: "Dee repairs bicycles", fact_type: "world", entities: [] }] } });
      expect((await neighbour.retain("Dee repairs bicycles.")).status).toBe(200);
      await bank.call("DELETE", "");
      await server.idle();
    });
  },
  { HINDSIGHT_API_SPEND_BANK_TOKENS_PER_DAY: String(5 * CALL) },
);
