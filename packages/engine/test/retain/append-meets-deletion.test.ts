// An append whose document is deleted between two looks at it: it begins the document anew, as if it had come after the deletion.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forgetDocument } from "../../src/forget/index.js";
import type { Database } from "../../src/store/db.js";
import { getDocument } from "../../src/store/documents/get-document.js";
import { operationStates } from "../../src/store/operations/operation-states.js";
import { DATABASES } from "../support/database.js";
import { NOT_LEARNING } from "../support/forgetting.js";
import { engineOn, type TestEngine } from "./open-engine.js";
import { wordEncoder } from "./word-encoder.js";

describe.each(DATABASES)("an append meets a deletion on $name", (database) => {
  let engine: TestEngine;
  /** Done once, before a document's text is read. */
  let between: (() => Promise<void>) | null = null;
  beforeAll(async () => {
    const db = await database.open();
    const query: Database["query"] = async (statement) => {
      const work = /original_text AS text\s+FROM document/.test(statement.text) ? between : null;
      if (work !== null) {
        between = null;
        await work();
      }
      return db.query(statement);
    };
    const watched = new Proxy({} as Database, {
      get(_, name) {
        if (name === "query") return query;
        const value: unknown = Reflect.get(db, name, db);
        return typeof value === "function" ? value.bind(db) : value;
      },
    });
    engine = engineOn(watched, { encoder: wordEncoder(), operations: { pollMs: 20 } });
  });
  afterAll(() => engine.close());

  test.each([false, true])("and begins the document anew (queued: %s)", async (isQueued) => {
    const bank = await engine.bank(`deleted-${isQueued}`);
    await engine.retain(bank, [{ content: "An old line.", documentId: "log" }]);
    between = () => engine.db.transaction(async (tx) => void (await forgetDocument(tx, bank, "log", NOT_LEARNING)));
    const result = await engine.retain(bank, [{ content: "A new line.", documentId: "log", updateMode: "append" }], { async: isQueued });
    await engine.idle();
    expect(between).toBeNull(); // control: it was deleted at that place
    if (result.operationId !== null) {
      const [operation] = await operationStates(engine.db, bank, result.operationId);
      expect(operation).toMatchObject({ status: "completed", errorMessage: null });
    }
    expect((await engine.memories(bank)).map(({ text }) => text)).toEqual(["A new line."]);
    expect(await getDocument(engine.db, bank, "log")).toMatchObject({ originalText: "A new line." });
  });
});
