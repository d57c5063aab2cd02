// What a preview does besides showing: it reads settings, and nothing that was remembered; it writes nothing and asks nobody.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bankDirectory } from "../../src/banks/index.js";
import type { EngineContext } from "../../src/context.js";
import type { PreviewedOperation } from "../../src/domain/prompt-preview.js";
import { addDirective } from "../../src/models/index.js";
import { NO_MODELS } from "../../src/providers/llm/index.js";
import { promptPreview } from "../../src/resources/prompts.js";
import type { Database, Db } from "../../src/store/db.js";
import { engineOn, type TestEngine } from "../retain/open-engine.js";
import { DATABASES } from "../support/database.js";
import { everyRow } from "../support/filled-bank.js";
import { LEARNING } from "../support/forgetting.js";
import { scriptedModels } from "../support/scripted-models.js";

const OPERATIONS: readonly PreviewedOperation[] = ["retain", "consolidation", "reflect"];

/** A database that tells what it is asked. */
function watched(db: Database, asked: string[]): Database {
  const noting = (inner: Db): Db["query"] => {
    return (statement) => {
      asked.push(statement.text.trim());
      return inner.query(statement);
    };
  };
  return {
    query: noting(db),
    transaction: (work) => db.transaction((tx) => work({ query: noting(tx) })),
    script: (text) => db.script(text),
    inSchema: (schema) => db.inSchema(schema),
    capabilities: db.capabilities,
    health: () => db.health(),
    close: () => db.close(),
  };
}

describe.each(DATABASES)("a preview on $name", (database) => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = engineOn(await database.open());
    const bank = await engine.bank("previewed");
    await engine.retain(bank, "Ann likes tea.");
    await addDirective(engine.ctx, bank, { name: "Tone", content: "Be brief." });
    await engine.idle();
  });
  afterAll(() => engine?.close());

  function previewer(more: Partial<EngineContext>) {
    const { db, tenant } = engine;
    const ctx = { ...engine.ctx, ...more };
    const used = more.db ?? db;
    return promptPreview(ctx, {
      db: used,
      tenant,
      banks: bankDirectory(used, tenant),
      defaults: ctx.settings.bank,
      origins: ctx.settings.bankOrigins,
      engine: LEARNING,
    });
  }

  test.each(OPERATIONS)("of %s reads settings alone, asks no model, and leaves every row as it is", async (operation) => {
    const bank = await engine.bank("previewed");
    const before = await everyRow(engine.db, bank.key);
    const asked: string[] = [];
    const models = scriptedModels([]);
    const preview = await previewer({ db: watched(engine.db, asked), models })("previewed", { operation, strategy: null });
    expect(preview.messages.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(models.requests).toEqual([]);
    expect(asked.length).toBeGreaterThan(0); // control: it was watched
    expect(asked.filter((text) => !/^SELECT\b/.test(text) || /\b(INSERT|UPDATE|DELETE)\b/.test(text))).toEqual([]);
    expect(asked.filter((text) => /\b(FROM|JOIN)\s+(memory|chunk|document|entity|posting)/i.test(text))).toEqual([]);
    expect(await everyRow(engine.db, bank.key)).toEqual(before);
    expect(Object.values(before).flat().length).toBeGreaterThan(3); // control: there are rows
  });

  test.each<[PreviewedOperation, string]>([
    ["retain", "the built-in extraction reads"],
    ["consolidation", "gathered in their own words"],
    ["reflect", "the memories' own words"],
  ])("of %s without a language model says what is done instead, and what a model would be told", async (operation, instead) => {
    const preview = await previewer({ models: NO_MODELS })("previewed", { operation, strategy: null });
    expect(preview.skippedReason).toContain(instead);
    expect(preview.messages).toHaveLength(2);
    expect(preview.runSettings).toContainEqual({ field: "llm_model", value: null, kind: "text", choices: null, editable: false });
    const withModel = await previewer({ models: scriptedModels([]) })("previewed", { operation, strategy: null });
    expect(withModel).toMatchObject({ skippedReason: null, messages: preview.messages, responseSchema: preview.responseSchema });
  });

  test("of a bank that is not there makes none", async () => {
    for (const operation of OPERATIONS)
      await expect(previewer({})("nowhere", { operation, strategy: null })).rejects.toMatchObject({ code: "bank_not_found" });
    expect(await bankDirectory(engine.db, engine.tenant).find("nowhere")).toBeNull();
  });
});
