// A model may put words of a fact into an observation without naming the fact; they go with the fact all the same.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import { type LlmReply, type ScriptedLlm, startScriptedLlm } from "../../packages/engine/test/support/scripted-llm.js";
import { type Consolidation, creating, givenTo, isConsolidation, isPair, NOTHING, updating } from "../support/consolidation.js";
import { openServer, type TestEngine, type TestServer } from "../support/server.js";
import { type StoryBank, storyBank } from "../support/story.js";

const engines: readonly TestEngine[] = ["pglite", "postgres"];

describe.each(engines)("words that nobody cited, on %s", (engine) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;
  let llm: ScriptedLlm;
  let server: TestServer;
  let believe: (given: Consolidation) => LlmReply = () => NOTHING;
  let pair: LlmReply = { json: { action: "keep", text: "", reason: "two" } };

  beforeAll(async () => {
    if (!isThere) return;
    llm = await startScriptedLlm((call) => {
      if (isPair(call)) return pair;
      if (isConsolidation(call)) return believe(givenTo(call));
      return call.content === ""
        ? { text: "ready" }
        : { json: { facts: [{ what: call.content.trim(), fact_type: "world", entities: [] }] } };
    });
    server = await openServer({ ...llm.env, HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "true" }, engine);
  });
  afterAll(async () => {
    await server?.close();
    await llm?.close();
  });

  const tell = (sentence: string, story: (bank: StoryBank) => Promise<void>): void => {
    it.skipIf(!isThere)(sentence, { timeout: 120_000 }, () => story(storyBank(server)));
  };
  const beliefs = async (bank: StoryBank): Promise<readonly string[]> =>
    (await bank.get("/memories/list?type=observation&limit=100")).body.items.map(({ text }: { readonly text: string }) => text).sort();
  const factWith = ({ facts }: Consolidation, word: string) => facts.filter(({ text }) => text.includes(word));

  tell("those of another fact of the batch", async (bank) => {
    await bank.call("PATCH", "/config", { updates: { enable_auto_consolidation: false } });
    await bank.retain("Ann keeps zebrafish.", { document_id: "ann" });
    await bank.retain("Bob rides tandems.", { document_id: "bob" });
    await bank.retain("Cleo plays the harp.", { document_id: "cleo" });
    await server.idle();
    believe = (given) => {
      const [bob, cleo] = [factWith(given, "Bob"), factWith(given, "Cleo")];
      const mixed = bob.length > 0 && factWith(given, "Ann").length > 0 ? "Bob rides tandems; Ann keeps zebrafish." : "Bob rides tandems.";
      const one = creating(mixed, bob) as { json: { creates: unknown[] } };
      const other = creating("Cleo plays the harp.", cleo) as { json: { creates: unknown[] } };
      return {
        json: {
          creates: [...(bob.length > 0 ? one.json.creates : []), ...(cleo.length > 0 ? other.json.creates : [])],
          updates: [],
          deletes: [],
        },
      };
    };
    await bank.call("POST", "/consolidate", {});
    await server.idle();
    expect(await beliefs(bank)).toEqual(["Bob rides tandems; Ann keeps zebrafish.", "Cleo plays the harp."]); // control: it was written
    const evidence = (await bank.get("/memories/list?type=observation&limit=9")).body.items.map(
      (item: { proof_count: number }) => item.proof_count,
    );
    expect(evidence).toEqual([1, 1]); // what is borrowed is no evidence

    const { body } = await bank.call("DELETE", "/documents/ann?report=true");
    expect(body.report).toMatchObject({ observations: 1, requeued: 1 });
    await bank.call("POST", "/consolidate", {});
    await server.idle();
    expect(await beliefs(bank)).toEqual(["Bob rides tandems.", "Cleo plays the harp."]); // made anew, the third untouched
  });

  tell("those of an observation that was shown, also once the text was rewritten", async (bank) => {
    believe = (given) => creating("Ann lives in Zebratown.", given.facts);
    await bank.retain("Ann lives in Zebratown.", { document_id: "old" });
    await server.idle();
    believe = (given) => creating("Ann lives in Ghent, before that in Zebratown.", given.facts);
    await bank.retain("Ann lives in Ghent now.", { document_id: "new" });
    await server.idle();
    expect(await beliefs(bank)).toHaveLength(2);
    believe = (given) => {
      const [shown] = given.observations.filter(({ text }) => text.includes("Ghent"));
      return shown === undefined
        ? creating("Ann likes Ghent.", given.facts)
        : updating(shown, "Ann lives in Ghent and likes it; Zebratown was before.", given.facts);
    };
    await bank.retain("Ann likes Ghent.", { document_id: "like" });
    await server.idle();
    expect((await beliefs(bank)).join()).toContain("Zebratown was before"); // control
    believe = (given) => creating(given.facts.map(({ text }) => text).join(" "), given.facts);
    pair = { json: { action: "keep", text: "", reason: "two" } };
    await bank.call("DELETE", "/documents/old");
    await server.idle();
    expect((await beliefs(bank)).join()).not.toContain("Zebratown");
    expect((await beliefs(bank)).join()).toContain("Ghent");
  });
});
