// Search over mental models and pages: by words in any language, by meaning, within tags; an index follows what a model says.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BankScope } from "../../src/domain/scope.js";
import { indexModel } from "../../src/models/index.js";
import type { EmbeddingProvider } from "../../src/providers/embedding/provider.js";
import { findModels, type ModelSearch } from "../../src/recall/index.js";
import { sql } from "../../src/store/db.js";
import { openEngine, type TestEngine } from "../retain/open-engine.js";
import { DATABASES } from "../support/database.js";
import { sharedEncoder } from "../support/encoder.js";

const MODELS = [
  {
    id: "coffee",
    name: "Coffee",
    content: "# Coffee\n\nAnna drinks an espresso every morning and never takes sugar.",
    tags: ["user:anna"],
  },
  { id: "deploy", name: "Deployments", content: "Releases go out on Tuesday with `deploy_v2.sh`; a failed one is rolled back.", tags: [] },
  { id: "garden", name: "花园", content: "王小明每个周末都在花园里种番茄。", tags: ["user:wang"] },
  { id: "haus", name: "Wohnen", content: "Die Häuser in der Altstadt gehören der Familie Schneider.", tags: [] },
] as const;

describe.each(DATABASES)("models are found on $name", (database) => {
  let engine: TestEngine;
  let bank: BankScope;

  beforeAll(async () => {
    engine = await openEngine(database, {});
    bank = await engine.bank();
    for (const model of MODELS) {
      await engine.db.query(sql`INSERT INTO mental_model (bank_id, id, name, source_query, content, tags, max_tokens)
        VALUES (${bank.key}, ${model.id}, ${model.name}, 'What is known?', ${model.content}, ${[...model.tags]}::text[], 2048)`);
      await indexModel(engine.ctx, bank, model.id);
    }
    await engine.db.query(
      sql`INSERT INTO knowledge_node (bank_id, id, kind, name, mental_model_id) VALUES (${bank.key}, 'kp-1', 'page', 'Coffee', 'coffee')`,
    );
  });
  afterAll(() => engine.close());

  const ids = async (search: Omit<ModelSearch, "limit"> & { readonly limit?: number }, encoder?: EmbeddingProvider) =>
    (await findModels({ ...engine.ctx, ...(encoder === undefined ? {} : { encoder }) }, bank, { limit: 10, ...search })).map(
      ({ id }) => id,
    );

  const down: EmbeddingProvider = {
    model: sharedEncoder().model,
    embedQuery: () => Promise.reject(new Error("the encoder is down")),
    embedPassages: () => Promise.reject(new Error("the encoder is down")),
    close: () => Promise.resolve(),
  };

  test("by their words, in any language, also when the encoder is down", async () => {
    expect(await ids({ query: "deploy_v2.sh" }, down)).toEqual(["deploy"]);
    expect(await ids({ query: "番茄" }, down)).toEqual(["garden"]);
    expect(await ids({ query: "Haus" }, down)).toEqual(["haus"]);
    expect(await ids({ query: "zeppelin" }, down)).toEqual([]);
  });

  test("by meaning, with none of their words", async () => {
    expect((await ids({ query: "What hot beverage does she like?" }))[0]).toBe("coffee");
    expect(await ids({ query: "What hot beverage does she like?" }, down)).toEqual([]); // control: no word of it is there
  });

  test("within tags, pages alone, and without those left out", async () => {
    const query = "espresso deploy_v2.sh 番茄";
    expect((await ids({ query }, down)).sort()).toEqual(["coffee", "deploy", "garden"]);
    expect(await ids({ query, filter: { tags: ["user:anna"], tagsMatch: "all_strict" } }, down)).toEqual(["coffee"]);
    expect((await ids({ query, filter: { tags: ["user:anna"], tagsMatch: "any" } }, down)).sort()).toEqual(["coffee", "deploy"]);
    expect(await ids({ query, filter: { tags: [], tagsMatch: "exact" } }, down)).toEqual(["deploy"]);
    expect(await ids({ query, filter: { tagGroups: [{ not: { tags: ["user:anna"] } }] } }, down)).not.toContain("coffee");
    expect(await ids({ query, filter: { isKnowledgePage: true } }, down)).toEqual(["coffee"]);
    expect((await ids({ query, filter: { isKnowledgePage: false, except: ["garden"] } }, down)).sort()).toEqual(["deploy"]);
    expect(await ids({ query, limit: 2 }, down)).toHaveLength(2);
  });

  test("scores are reciprocal ranks, and a find by both ways stands before one by one way", async () => {
    const [first, ...rest] = await findModels(engine.ctx, bank, { query: "espresso in the morning", limit: 10 });
    expect(first).toMatchObject({ id: "coffee", score: 2 / 61, name: "Coffee", nodeId: "kp-1", tags: ["user:anna"] });
    for (const { score } of rest) expect(score).toBeLessThan(2 / 61);
  });

  test("an index follows the text, and an index of an earlier text changes nothing", async () => {
    const insert = (id: string, content: string) =>
      engine.db.query(
        sql`INSERT INTO mental_model (bank_id, id, name, source_query, content, max_tokens) VALUES (${bank.key}, ${id}, 'Pets', 'q', ${content}, 2048)`,
      );
    await insert("pets", "A parrot lives here.");
    await indexModel(engine.ctx, bank, "pets");
    expect(await ids({ query: "parrot" }, down)).toEqual(["pets"]);

    // while the encoder thinks about the parrot, the model begins to speak of a tortoise
    const slow: EmbeddingProvider = {
      ...down,
      async embedPassages(texts) {
        await engine.db.query(sql`UPDATE mental_model SET content = 'A tortoise lives here.' WHERE bank_id = ${bank.key} AND id = 'pets'`);
        await indexModel(engine.ctx, bank, "pets");
        return sharedEncoder().embedPassages(texts);
      },
    };
    await indexModel({ ...engine.ctx, encoder: slow }, bank, "pets");
    expect(await ids({ query: "parrot" }, down)).toEqual([]);
    expect(await ids({ query: "tortoise" }, down)).toEqual(["pets"]);

    await indexModel({ ...engine.ctx, encoder: down }, bank, "pets");
    const { rows } = await engine.db.query<{ n: number }>(
      sql`SELECT count(*)::integer AS n FROM mental_model_vector WHERE bank_id = ${bank.key} AND id = 'pets'`,
    );
    expect(rows).toEqual([{ n: 0 }]); // no vector rather than one of another text
    expect(await ids({ query: "tortoise" })).toContain("pets");
    await indexModel(engine.ctx, bank, "no such model");
  });

  test("before the first refresh a model is found by its name and not by the placeholder", async () => {
    await engine.db.query(sql`INSERT INTO mental_model (bank_id, id, name, source_query, content, max_tokens)
      VALUES (${bank.key}, 'new', 'Lighthouses', 'q', 'Generating content...', 2048)`);
    await indexModel(engine.ctx, bank, "new");
    expect(await ids({ query: "lighthouse" }, down)).toEqual(["new"]);
    expect(await ids({ query: "generating content" }, down)).toEqual([]);
  });
});
