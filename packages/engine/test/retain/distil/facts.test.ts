import { describe, expect, test } from "vitest";
import { contentOf, scriptedModels } from "../../support/scripted-models.js";
import { chunkOf, distilWith, fact, readingsOf } from "./chunks.js";

const texts = async (...facts: readonly unknown[]) => (await readingsOf(facts)).map((reading) => reading.text);

describe("the stored text", () => {
  test("is what | When | Involving | why, without what was not said; where is not put in", async () => {
    const all = fact("Emily moved to Delft.", {
      when: "June 2, 2024",
      where: "Delft",
      who: "Emily, the user's roommate",
      why: "She likes canals",
    });
    expect(await texts(all)).toEqual([
      "Emily moved to Delft. | When: June 2, 2024 | Involving: Emily, the user's roommate | She likes canals",
    ]);
    expect(await texts(fact("Emily moved to Delft.", { when: "n/A", who: "", why: [] }))).toEqual(["Emily moved to Delft."]);
    expect(await texts(fact("Emily moved to Delft.", { who: ["Emily", "Bob"], why: {} }))).toEqual([
      "Emily moved to Delft. | Involving: Emily, Bob",
    ]);
  });

  test("comes from factual_core or text where there is no what", async () => {
    expect(
      await texts({ text: "Bob sails.", fact_type: "world" }, { factual_core: "Ann rows." }, { what: "N/A", text: "Eve swims." }),
    ).toEqual(["Bob sails.", "Ann rows.", "Eve swims."]);
  });

  test("has no control characters, lone surrogates or line breaks", async () => {
    expect(await texts(fact("A\u0000b\ud800 c\n\td"))).toEqual(["Ab c d"]);
  });

  test("of a fact of 58,000 words is bounded, and ends with a sentence", async () => {
    const [text = ""] = await texts(fact("The ship sailed on to the north. ".repeat(8_286), { who: "x".repeat(9000) }));
    const [what = "", who = ""] = text.split(" | Involving: ");
    expect(what.length).toBeLessThanOrEqual(3000);
    expect(what.length).toBeGreaterThan(2900);
    expect(what.endsWith("to the north.")).toBe(true);
    expect(who).toHaveLength(500);
    const fitting = `${"word ".repeat(590)}end.`;
    expect(await texts(fact(fitting))).toEqual([fitting]);
  });
});

describe("facts that are none", () => {
  test("are dropped and counted; the others keep their causes", async () => {
    const facts = [
      fact("..."),
      fact("It rained all night."),
      fact("  "),
      fact("N/A"),
      fact("The cellar flooded.", { causal_relations: [{ target_index: 1, relation_type: "caused_by" }] }),
      fact("The pump was bought.", { causal_relations: [{ target_index: 4, relation_type: "caused_by" }] }),
    ];
    const { readings, dropped, calls } = await distilWith(scriptedModels([{ facts }]), chunkOf("Rain."));
    expect(readings.map(({ text, causedBy }) => [text, causedBy])).toEqual([
      ["It rained all night.", []],
      ["The cellar flooded.", [0]],
      ["The pump was bought.", [1]],
    ]);
    expect([dropped, calls]).toEqual([3, 1]);
  });

  test("are no causes either: who was caused by one has none", async () => {
    const facts = [fact("???"), fact("The cellar flooded.", { causal_relations: [{ target_index: 0, relation_type: "caused_by" }] })];
    expect((await readingsOf(facts))[0]?.causedBy).toEqual([]);
  });
});

describe("causes", () => {
  const caused = async (causes: unknown, settings = {}) =>
    (await readingsOf([fact("One."), fact("Two."), fact("Three.", { causal_relations: causes })], settings))[2]?.causedBy;
  const by = (target: unknown, type = "caused_by") => ({ target_index: target, relation_type: type });

  test("come before, are of the one kind, and at most two", async () => {
    expect(await caused([by(0), by(1)])).toEqual([0, 1]);
    expect(await caused(by(1))).toEqual([1]);
    expect(await caused([by("1")])).toEqual([1]);
    expect(await caused([by(2), by(7), by(-1), by(0.5), by(0, "enables"), "x", null])).toEqual([]);
    expect(await caused([by(0), by(0), by(1)])).toEqual([0, 1]);
    for (const nothing of [null, undefined, [], {}, "N/A"]) expect(await caused(nothing)).toEqual([]);
  });

  test("beyond two are dropped", async () => {
    const facts = [fact("One."), fact("Two."), fact("Three."), fact("Four.", { causal_relations: [by(0), by(1), by(2)] })];
    expect((await readingsOf(facts))[3]?.causedBy).toEqual([0, 1]);
  });

  test("are neither asked for nor taken where they are switched off", async () => {
    expect(await caused([by(0)], { extractsCausalLinks: false })).toEqual([]);
  });
});

describe("kinds", () => {
  const kind = async (more: object) => (await readingsOf([{ ...fact("A thing."), fact_type: undefined, ...more }]))[0]?.kind;

  test("assistant is an experience; without a known type, fact_kind may say so; all else is of the world", async () => {
    expect(await kind({ fact_type: "assistant" })).toBe("experience");
    expect(await kind({ fact_type: " Assistant" })).toBe("experience");
    expect(await kind({ fact_type: "world", fact_kind: "assistant" })).toBe("world");
    expect(await kind({ fact_kind: "assistant" })).toBe("experience");
    expect(await kind({ fact_type: "opinion" })).toBe("world");
    expect(await kind({ fact_type: 7 })).toBe("world");
  });
});

describe("names", () => {
  const names = async (entities: unknown, what = "A thing happened.") =>
    (await readingsOf([fact(what, { entities })]))[0]?.mentions.map(({ name, kind }) => [name, kind]);

  test("come as strings, as objects, as one string, or not at all; each once", async () => {
    expect(await names(["Emily", { text: "emily" }, { text: "Delft" }, "n/a", "", null, 7, { x: 1 }])).toEqual([
      ["Emily", "concept"],
      ["Delft", "concept"],
      ["7", "concept"],
    ]);
    expect(await names("Emily, Delft")).toEqual([
      ["Emily", "concept"],
      ["Delft", "concept"],
    ]);
    for (const nothing of [null, undefined, [], {}, "", "N/A"]) expect(await names(nothing)).toEqual([]);
  });

  test("have the kind that the local reader knows, and white space on one line", async () => {
    const found = await names(["Emily", "src/app.ts", "user", "grief\n counselling"], "Emily said that src/app.ts fails, so Emily left.");
    expect(found).toEqual([
      ["Emily", "person"],
      ["src/app.ts", "code"],
      ["user", "person"],
      ["grief counselling", "concept"],
    ]);
  });

  test("are bounded in length and in number", async () => {
    expect(await names(["x".repeat(201), "Ann"])).toEqual([["Ann", "concept"]]);
    expect(await names(Array.from({ length: 500 }, (_, index) => `Name ${index}`))).toHaveLength(50);
  });
});

describe("the form of a reply", () => {
  test("may be a bare list, or one fact alone", async () => {
    const one = fact("Bob sails.");
    for (const reply of [[one], { facts: [one] }, one, { facts: one }, { text: "Bob sails." }]) {
      const { readings } = await distilWith(scriptedModels([reply]), chunkOf("Bob sails."));
      expect(readings.map(({ text }) => text)).toEqual(["Bob sails."]);
    }
  });

  test("that is no list of facts is an error, never an empty list", async () => {
    for (const reply of ["I cannot", 7, {}, { facts: null }, { facts: "none" }, { answer: [] }]) {
      await expect(distilWith(scriptedModels([reply]), chunkOf("Bob sails."))).rejects.toMatchObject({ code: "llm_output_invalid" });
    }
    expect((await distilWith(scriptedModels([{ facts: [] }]), chunkOf("Hm."))).readings).toEqual([]);
  });

  test("with too much of the wrong form is asked for once more, and then the good part is kept", async () => {
    const broken = { facts: [fact("Ann rows."), "oops", { where: "here" }] };
    const models = scriptedModels([broken, { facts: [fact("Ann rows."), fact("Bob sails.")] }]);
    const better = await distilWith(models, chunkOf("Boats."));
    expect([better.readings.length, better.calls, better.usage.total]).toEqual([2, 2, 240]);
    expect(models.requests.map(contentOf)).toEqual(["Boats.", "Boats."]);

    const same = await distilWith(scriptedModels([broken, broken]), chunkOf("Boats."));
    expect([same.readings.map(({ text }) => text), same.calls, same.dropped]).toEqual([["Ann rows."], 2, 2]);

    const worse = await distilWith(scriptedModels([broken, "nonsense"]), chunkOf("Boats."));
    expect(worse.readings.map(({ text }) => text)).toEqual(["Ann rows."]);
  });

  test("with little of the wrong form is kept at once", async () => {
    const facts = ["a", "b", "c", "d", "e"].map((letter) => fact(`Fact ${letter}.`));
    const { readings, calls, dropped } = await distilWith(scriptedModels([{ facts: [...facts, 7] }]), chunkOf("Letters."));
    expect([readings.length, calls, dropped]).toEqual([5, 1, 1]);
  });

  test("of which nothing is a fact, twice, is an error", async () => {
    const junk = { facts: ["a", { where: "b" }] };
    await expect(distilWith(scriptedModels([junk, junk]), chunkOf("Boats."))).rejects.toMatchObject({ code: "llm_output_invalid" });
  });
});

describe("attachments", () => {
  const attachment = { hash: "0".repeat(64), kind: "image", mediaType: "image/png", byteSize: 1, filename: null } as const;
  const [here, there] = ["0123456789ab", "ba9876543210"];
  const chunk = chunkOf(`The boat:\n\n⟦hs-att:${here}⟧\n\n⟦hs-att:ffffffffffff⟧`, {
    attachments: [
      { ...attachment, id: here },
      { ...attachment, id: there },
    ],
  });
  const named = async (attachments: unknown, settings = {}) =>
    (await readingsOf([fact("A boat.", { attachments })], settings, chunk))[0]?.attachments;

  test("of a fact are those that it names and that stand in its chunk", async () => {
    expect(await named([here])).toEqual([here]);
    expect(await named(`⟦hs-att:${here}⟧`)).toEqual([here]);
    expect(await named([there, "ffffffffffff", 7, null])).toEqual([]);
    expect(await named(undefined)).toEqual([]);
  });

  test("of a chunk kept verbatim are all that stand in it", async () => {
    expect(await named([], { mode: "verbatim" })).toEqual([here]);
  });
});
