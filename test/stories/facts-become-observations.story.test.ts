import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import { type LlmCall, type LlmReply, type ScriptedLlm, startScriptedLlm } from "../../packages/engine/test/support/scripted-llm.js";
import { type Consolidation, creating, givenTo, isConsolidation, isPair, NOTHING, updating } from "../support/consolidation.js";
import { openServer, type TestEngine, type TestServer } from "../support/server.js";
import { type StoryBank, storyBank } from "../support/story.js";

/** The text that is read, as one fact. */
function wholeAsFact({ content }: LlmCall): LlmReply {
  return { json: { facts: [{ what: content.trim(), fact_type: "world", entities: [] }] } };
}

const engines: readonly TestEngine[] = ["pglite", "postgres"];

describe.each(engines)("facts become observations, on %s", (engine) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;
  let llm: ScriptedLlm;
  let server: TestServer;
  let bank: StoryBank;
  /** What the model makes of facts and observations. */
  let believe: (given: Consolidation, call: LlmCall) => LlmReply | Promise<LlmReply>;
  /** What it says of two observations that are near one another. */
  let compare: () => LlmReply;
  let consolidations: Consolidation[] = [];

  beforeAll(async () => {
    if (!isThere) return;
    llm = await startScriptedLlm((call) => {
      if (isPair(call)) return compare();
      if (!isConsolidation(call)) return call.content === "" ? { text: "ready" } : wholeAsFact(call);
      consolidations.push(givenTo(call));
      return believe(givenTo(call), call);
    });
    server = await openServer({ ...llm.env, HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "true" }, engine);
  });
  afterAll(async () => {
    await server?.close();
    await llm?.close();
  });
  beforeEach(() => {
    if (!isThere) return;
    bank = storyBank(server);
    believe = () => NOTHING;
    compare = () => ({ json: { action: "keep", text: "", reason: "two" } });
    consolidations = [];
  });

  const tell = (sentence: string, story: () => Promise<void>): void => {
    it.skipIf(!isThere)(sentence, { timeout: 120_000 }, story);
  };
  /** Retains and lets the server think about it. */
  async function learn(content: string, item: Readonly<Record<string, unknown>> = {}): Promise<void> {
    await bank.retain(content, item);
    await server.idle();
  }
  interface Listed {
    readonly id: string;
    readonly text: string;
    readonly proof_count: number;
    readonly occurred_start: string | null;
    readonly occurred_end: string | null;
    readonly tags: readonly string[];
  }
  const observations = async (): Promise<readonly Listed[]> => (await bank.get("/memories/list?type=observation&limit=100")).body.items;
  const read = async (id: string) => (await bank.get(`/memories/${id}`)).body;
  const first = async (query: string, options: Readonly<Record<string, unknown>>): Promise<string> =>
    (await bank.call("POST", "/memories/recall", { query, ...options })).body.results[0]?.text;
  /** Writes what it is told to, and gives what is there the same text as evidence. */
  const asBelief =
    (textOf: (fact: string) => string) =>
    ({ facts, observations: known }: Consolidation): LlmReply => {
      const [fact] = facts;
      const text = textOf(fact?.text ?? "");
      const twin = known.find((one) => one.text === text);
      return twin === undefined ? creating(text, facts) : updating(twin, text, facts);
    };

  tell("two retains that state one fact are one observation with two proofs, and each shows its words", async () => {
    believe = ({ facts, observations: known }) => {
      const quotes = facts.map((fact) => [fact, fact.text.includes("Delft") ? "Delft" : "Leiden"] as const);
      const [twin] = known;
      return twin === undefined ? creating("Vera lives in Delft.", facts, quotes) : updating(twin, twin.text, facts);
    };
    await learn("Vera lives in Delft.", { document_id: "one", timestamp: "2026-01-10T12:00:00Z" });
    await learn("Delft is the town where Vera lives.", { document_id: "two", timestamp: "2026-01-20T12:00:00Z" });
    const [observation, ...others] = await observations();
    expect(others).toEqual([]);
    expect(observation).toMatchObject({ text: "Vera lives in Delft.", proof_count: 2 });
    expect(await read(observation?.id ?? "")).toMatchObject({
      source_memories: [
        { text: "Vera lives in Delft.", type: "world" },
        { text: "Delft is the town where Vera lives.", type: "world" },
      ],
      evidence: [
        { quote: "Delft", mentioned_at: "2026-01-10T12:00:00+00:00" },
        { quote: null, mentioned_at: "2026-01-20T12:00:00+00:00" },
      ],
      trend: expect.stringMatching(/^(?:new|stale|stable|strengthening|weakening)$/u),
      proof_count: 2,
    });
    expect((await bank.get(`/memories/${observation?.id}/history`)).body).toEqual([]); // the text has never been another
  });

  tell("the hiker with the injured knee: what was before stays in the history, and recall says what is now", async () => {
    believe = ({ facts, observations: known }) => {
      const [hiker] = known;
      return hiker === undefined
        ? creating("Ida spends her weekends hiking in the mountains.", facts)
        : updating(hiker, "Ida swims at weekends; she gave up hiking in the mountains in May 2026 after a knee injury.", facts);
    };
    await learn("Ida spends every weekend hiking in the mountains.", { document_id: "spring", timestamp: "2026-03-01T12:00:00Z" });
    await learn("Ida injured her knee, gave up hiking in the mountains and swims at weekends instead.", {
      document_id: "may",
      timestamp: "2026-05-20T12:00:00Z",
    });
    const [observation, ...others] = await observations();
    expect(others).toEqual([]);
    expect(observation).toMatchObject({
      text: "Ida swims at weekends; she gave up hiking in the mountains in May 2026 after a knee injury.",
      proof_count: 2,
    });
    const history = (await bank.get(`/memories/${observation?.id}/history`)).body;
    expect(history).toMatchObject([
      { previous_text: "Ida spends her weekends hiking in the mountains.", source_facts: [{}, { is_new: true }] },
    ]);
    for (const options of [{}, { prefer_observations: true }, { types: ["observation"] }]) {
      expect(await first("What does Ida do at weekends?", options)).toMatch(/swims at weekends/u);
    }
  });

  tell("a changed e-mail address is superseded, not deleted, and the current one comes first", async () => {
    believe = ({ facts, observations: known }) => {
      const [address] = known;
      return address === undefined
        ? creating("Tom's e-mail address is tom@old.example.", facts)
        : updating(address, "Tom's e-mail address is tom@new.example; until June 2026 it was tom@old.example.", facts);
    };
    await learn("Tom's e-mail address is tom@old.example.", { document_id: "old", timestamp: "2026-02-01T12:00:00Z" });
    await learn("Tom's e-mail address has changed, it is tom@new.example now.", { document_id: "new", timestamp: "2026-06-01T12:00:00Z" });
    const [observation] = await observations();
    expect((await bank.get(`/memories/${observation?.id}/history`)).body).toMatchObject([
      { previous_text: "Tom's e-mail address is tom@old.example." },
    ]);
    expect(await bank.everyText()).toContain("tom@old.example"); // not deleted
    for (const options of [{}, { prefer_observations: true }, { types: ["observation"] }]) {
      expect(await first("What is Tom's e-mail address?", options)).toContain("tom@new.example");
    }
  });

  tell("facts of different tags are never in one prompt, nor is an observation of other tags", async () => {
    believe = ({ facts }) => creating(`Noted: ${facts.map(({ text }) => text).join(" ")}`, facts);
    await server.call("POST", `/v1/default/banks/${bank.id}/memories`, {
      items: [
        { content: "The red team meets on Mondays.", tags: ["red"] },
        { content: "The blue team meets on Mondays.", tags: ["blue"] },
        { content: "The team meets on Mondays.", tags: [] },
      ],
    });
    await server.idle();
    await learn("The red team meets on Mondays at nine.", { tags: ["red"] });
    expect(consolidations).toHaveLength(4);
    expect(consolidations.every(({ facts }) => facts.length === 1)).toBe(true);
    const seen = consolidations.map((given) => given.observations.map(({ text }) => text));
    expect(seen).toEqual([[], [], [], ["Noted: The red team meets on Mondays."]]);
    expect((await observations()).map(({ tags }) => tags.join()).sort()).toEqual(["", "blue", "red", "red"]);
  });

  tell("Chinese facts give a Chinese observation: the model is told so, and the text stays as it is", async () => {
    believe = ({ facts }, call) => {
      expect(call.system).toContain("facts in Chinese give an observation in Chinese");
      return creating("王芳每个周末都去爬山。", facts);
    };
    await learn("王芳每个周末都去爬山，她很喜欢登山。");
    expect((await observations()).map(({ text }) => text)).toEqual(["王芳每个周末都去爬山。"]);
    expect(await first("王芳周末做什么？", { types: ["observation"] })).toBe("王芳每个周末都去爬山。");
  });

  tell("a reply in a code fence is read, one without anything in it and one that is cut off are asked for again", async () => {
    let tries = 0;
    believe = ({ facts }) => {
      tries += 1;
      if (tries === 1) return { text: null };
      if (tries === 2) return { text: '{"creates": [{"text": "Half', finishReason: "length" };
      const { json } = creating("Kim plays the cello.", facts) as { readonly json: unknown };
      return { text: `\`\`\`json\n${JSON.stringify(json)}\n\`\`\`` };
    };
    await learn("Kim plays the cello.");
    expect((await observations()).map(({ text }) => text)).toEqual([]); // one fact, cut off: marked as failed, not forgotten
    believe = asBelief((fact) => fact);
    await bank.call("POST", "/consolidation/recover");
    await bank.call("POST", "/consolidate", {});
    await server.idle();
    expect((await observations()).map(({ text }) => text)).toEqual(["Kim plays the cello."]);
  });

  tell("a fact that is deleted while the model thinks leaves no observation behind", async () => {
    believe = async ({ facts }) => {
      await bank.deleteDocument("secret");
      return creating("The wifi password is tulip-42.", facts);
    };
    await learn("The wifi password is tulip-42.", { document_id: "secret" });
    expect(consolidations).toHaveLength(1); // control: the model was asked
    expect(await observations()).toEqual([]);
    expect(await bank.everyText()).not.toContain("tulip");
  });

  tell("what is deleted while the model reads it in an observation is in nothing that it writes", async () => {
    believe = asBelief(() => "The door code of the lab is 4711.");
    await learn("The door code of the lab is 4711.", { document_id: "secret" });
    let asked = 0;
    believe = async ({ facts, observations: known }) => {
      asked += 1;
      if (asked === 1) {
        expect(known.map(({ text }) => text)).toEqual(["The door code of the lab is 4711."]);
        await bank.deleteDocument("secret");
        return creating("The lab, whose door code is 4711, has a new lock.", facts);
      }
      expect(known).toEqual([]);
      return creating("The lab has a new lock.", facts);
    };
    await learn("The door of the lab has a new lock.", { document_id: "lock" });
    expect((await observations()).map(({ text }) => text)).toEqual(["The lab has a new lock."]);
    expect(await bank.everyText()).not.toContain("4711");
  });

  tell("near-equal observations are asked about, and one that is merged has the widest times", async () => {
    believe = ({ facts }) =>
      creating(facts[0]?.text.includes("again") ? "Lea works at the harbour office" : "Lea works at the harbour office.", facts);
    compare = () => ({ json: { action: "merge", text: "Lea works at the harbour office.", reason: "the same" } });
    await learn("Lea works at the harbour office.");
    await learn("Lea said again that she works at the harbour office.");
    expect(llm.calls.filter(isPair).length).toBeGreaterThan(0);
    expect((await observations()).map(({ text, proof_count }) => [text, proof_count])).toEqual([["Lea works at the harbour office.", 2]]);
  });

  tell("a full scope takes no new observation", async () => {
    await bank.call("PUT", "", {});
    await bank.call("PATCH", "/config", { updates: { max_observations_per_scope: 1 } });
    believe = ({ facts }) => creating(`Belief: ${facts[0]?.text}`, facts);
    await learn("Otto keeps bees.", { tags: ["otto"] });
    await learn("Otto mends clocks.", { tags: ["otto"] });
    expect((await observations()).map(({ text }) => text)).toEqual(["Belief: Otto keeps bees."]);
    expect(consolidations).toHaveLength(2); // control: the second fact was thought about
  });
});
