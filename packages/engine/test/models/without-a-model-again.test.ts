// A document that a language model wrote, refreshed where there is none any more.

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createModel } from "../../src/models/index.js";
import { draftRefresh } from "../../src/models/refresh/draft.js";
import { reflectResponse } from "../../src/models/refresh/told.js";
import { sql } from "../../src/store/db.js";
import { readModelForRefresh } from "../../src/store/mental-models/read-model-for-refresh.js";
import { listModelSources } from "../../src/store/model-refresh/list-model-sources.js";
import { openEngine, type TestEngine } from "../retain/open-engine.js";
import { DATABASES } from "../support/database.js";

describe.each(DATABASES)("a delta without a language model on $name", (database) => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await openEngine(database);
  });
  afterAll(() => engine.close());

  const WRITTEN = "## Ann\n\nShe is fond of an infusion from Uji.\n\nHer home is a boat.\n";

  /** A model whose content stands on one memory that is gone, and on one that is there unless `isUnfounded`; the bank has one, or none. */
  async function drafted(name: string, isExtractive: boolean, { isUnfounded = false, isEmpty = false } = {}) {
    const bank = await engine.bank(name);
    if (!isEmpty) await engine.retain(bank, "Ann lives on a boat in Delft.");
    await engine.db.transaction((tx) =>
      createModel(engine.ctx, tx, bank, { id: "m", name: "Ann", sourceQuery: "Where does Ann live?", trigger: { mode: "delta" } }),
    );
    await engine.db.query(sql`UPDATE mental_model SET content = ${WRITTEN}, refreshed_source_query = source_query,
      last_refreshed_at = clock_timestamp(), last_memory_seen_at = clock_timestamp(),
      reflect_response = jsonb_build_object('extractive', ${isExtractive}::boolean) WHERE bank_id = ${bank.key}`);
    await engine.db.query(sql`INSERT INTO mental_model_source (bank_id, model_id, memory_id, text)
      SELECT bank_id, 'm', id, text FROM memory WHERE bank_id = ${bank.key} AND NOT ${isUnfounded}::boolean
      UNION ALL SELECT ${bank.key}, 'm', ${randomUUID()}::uuid, 'Ann likes green tea.'`);
    const model = await readModelForRefresh(engine.db, bank, "m");
    if (model === null) throw new Error("the model is there");
    const stored = await listModelSources(engine.db, bank, ["m"]);
    const work = { operation: "refresh_mental_model", operationId: null } as const;
    return draftRefresh(engine.ctx, bank, model, { stored, forgettings: null, work, once: null });
  }

  test("is written whole where a model worded what is gone, since nothing could take it out", async () => {
    const draft = await drafted("worded", false);
    expect(draft.baseline).toMatchObject({ requested: "delta", effective: "full", fallback: "no_baseline_content" });
    expect(draft.content).toContain("- Ann lives on a boat in Delft.");
    expect(draft.content).not.toContain("infusion");
    expect(reflectResponse(draft).extractive).toBe(true);
  });

  test("leaves what is there where only lines of memories were written: somebody may have added to them", async () => {
    const draft = await drafted("lines", true);
    expect(draft.baseline.effective).toBe("delta");
    expect(draft.content).toBe(WRITTEN);
  });

  test.each([true, false])("holds on to nothing when all that it stands on is gone (extractive: %s)", async (isExtractive) => {
    const draft = await drafted(`unfounded-${isExtractive}`, isExtractive, { isUnfounded: true });
    expect(draft.baseline).toMatchObject({ requested: "delta", effective: "full", fallback: "no_baseline_content" });
    expect(draft.content).toContain("- Ann lives on a boat in Delft.");
    expect(draft.content).not.toContain("infusion");
    expect(draft.retraction).toMatchObject({ gone: [{ text: "Ann likes green tea." }], applied: true });
    const empty = await drafted(`empty-${isExtractive}`, isExtractive, { isUnfounded: true, isEmpty: true });
    expect(empty.outcome).toBe("content_written");
    expect(empty.content).not.toContain("infusion");
  });
});
