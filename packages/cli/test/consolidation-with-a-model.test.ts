// hindsight consolidate with a model that changes its mind, and that fails: histories, and facts that wait again.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { creating, givenTo, isConsolidation, updating } from "../../../test/support/consolidation.js";
import { openServer, type TestServer } from "../../../test/support/server.js";
import { type LlmReply, type ScriptedLlm, startScriptedLlm } from "../../engine/test/support/scripted-llm.js";
import { type Cli, cliOf } from "./support/cli.js";

/** Words of the first fact that bear its observation out. */
const QUOTE = "ann@old.example";

describe("hindsight consolidate, with a model", { timeout: 120_000 }, () => {
  let llm: ScriptedLlm;
  let server: TestServer;
  let cli: Cli;
  let isWell = true;

  beforeAll(async () => {
    llm = await startScriptedLlm((call): LlmReply => {
      if (!isConsolidation(call)) return call.content === "" ? { text: "ready" } : factOf(call.content);
      if (!isWell) return { text: "no JSON" };
      const { facts, observations } = givenTo(call);
      const [before] = observations;
      const text = facts.at(-1)?.text ?? "";
      return before === undefined
        ? creating(
            text,
            facts,
            facts.map((fact) => [fact, QUOTE] as const),
          )
        : updating(before, text, facts);
    });
    server = await openServer({ ...llm.env, HINDSIGHT_API_CONSOLIDATION_MAX_ATTEMPTS: "1" });
    cli = cliOf(server.url);
  });
  afterAll(async () => {
    await server.close();
    await llm.close();
  });

  test("tells what an observation said before, and why it changed", async () => {
    for (const [id, content] of [
      ["old", "Ann's address is ann@old.example."],
      ["new", "Ann's address is ann@new.example."],
    ]) {
      await server.retain("work", [{ content, document_id: id }]);
      await server.idle();
      await cli.text("consolidate", "work", "--wait");
    }
    const { id, text } = (await cli.json("observation", "list", "work")).items[0];
    expect(text).toContain("ann@new.example");
    const history = await cli.text("memory", "history", "work", id);
    for (const said of ["ann@old.example", "it has changed", "+ Ann's address is ann@new.example."]) expect(history).toContain(said);
    expect((await cli.json("memory", "history", "work", id))[0].previous_text).toContain("ann@old.example");
    const shown = await cli.text("observation", "show", "work", id);
    expect(shown).toMatch(/text *│ Ann's address is ann@new\.example\.[\s\S]*what it says[\s\S]*it said before[\s\S]*ann@old\.example/);
    expect(shown).toContain(`(“${QUOTE}”)`);
    expect((await cli.json("observation", "show", "work", id)).history).toHaveLength(1);
  });

  test("waits round after round, until nothing waits", async () => {
    await server.call("PUT", "/v1/default/banks/rounds", {});
    await cli.text("bank", "set-config", "rounds", "consolidation_max_memories_per_round=1", "consolidation_llm_batch_size=1");
    await server.retain("rounds", [{ content: "Ann rows." }, { content: "Ben swims." }, { content: "Cleo climbs." }]);
    await server.idle();
    const { operation_ids, memories_processed } = await cli.json("consolidate", "rounds", "--wait");
    expect(memories_processed).toBe(3);
    expect(operation_ids.length).toBeGreaterThan(1);
  });

  test("names the facts that failed, and lets them wait again", async () => {
    isWell = false;
    await server.retain("work", [{ content: "Ann rows on Sundays.", document_id: "rowing" }]);
    await server.idle();
    const told = await cli.text("consolidate", "work", "--wait");
    expect(told).toMatch(/facts that failed *│ 1 [\s\S]*left out until "hindsight consolidation recover work"/);
    isWell = true;
    expect(await cli.text("consolidate", "work", "--wait")).toBe("No fact waited for consolidation.\n"); // control: it is left out
    expect(await cli.text("consolidation", "recover", "work")).toBe(
      '1 fact waits again. "hindsight consolidate work --wait" takes it now.\n',
    );
    expect(await cli.json("consolidate", "work", "--wait")).toMatchObject({ memories_processed: 1, memories_failed: 0 });
  });
});

/** The text that is read, as one fact. */
const factOf = (content: string): LlmReply => ({ json: { facts: [{ what: content.trim(), fact_type: "world", entities: [] }] } });
