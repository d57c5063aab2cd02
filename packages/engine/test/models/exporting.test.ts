// An export of many pages asks the database a few times, not once for each page.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BankScope } from "../../src/domain/scope.js";
import { exportPages } from "../../src/models/pages/export.js";
import { type Database, sql } from "../../src/store/db.js";
import { openEngine, type TestEngine } from "../retain/open-engine.js";
import { DATABASES } from "../support/database.js";

const PAGES = 1_200;

describe.each(DATABASES)("an export on $name", (database) => {
  let engine: TestEngine;
  let bank: BankScope;
  beforeAll(async () => {
    engine = await openEngine(database);
    bank = await engine.bank("many-pages");
    const { db } = engine;
    const numbers = sql`generate_series(1, ${PAGES}::integer) AS n`;
    await db.query(sql`INSERT INTO mental_model (bank_id, id, name, source_query, content, max_tokens, trigger, created_at, updated_at)
      SELECT ${bank.key}, 'mm-' || n, 'Page ' || n, 'What?', 'Now', 512, '{}'::jsonb, now(), now() FROM ${numbers}`);
    await db.query(sql`INSERT INTO knowledge_node (bank_id, id, kind, name, mental_model_id, created_at, updated_at)
      SELECT ${bank.key}, 'kp-' || n, 'page', 'Page ' || n, 'mm-' || n, now(), now() FROM ${numbers}`);
    await db.query(sql`INSERT INTO mental_model_history (bank_id, model_id, version, kind, previous_content, changed_at)
      SELECT ${bank.key}, 'mm-' || n, version, 'edit', CASE WHEN version < 3 THEN 'Page ' || n || ' said ' || version END, '2026-03-01T10:00:00Z'
      FROM ${numbers}, generate_series(1, 3) AS version WHERE n > 1`);
  }, 120_000);
  afterAll(() => engine.close());

  /** The export, and how many statements it took. */
  async function exported(layout: "flat" | "tree") {
    let asked = 0;
    const db: Database = {
      ...engine.db,
      query(statement) {
        asked += 1;
        return engine.db.query(statement);
      },
    };
    const { files } = await exportPages({ db }, bank, layout);
    return { asked, files: new Map(files.map(({ path, content }) => [path, content])) };
  }

  test("it asks for the pages once, and once for what a thousand of them said before", async () => {
    const { asked, files } = await exported("flat");
    expect(asked).toBe(3);
    const day = "## 2026-03-01T10:00:00.000Z";
    for (const n of [2, 1_000, 1_001, PAGES]) {
      expect(files.get(`kp-${n}.log.md`)).toBe(
        `# Page ${n}: what it said before\n\n${day}\n\nPage ${n} said 2\n\n${day}\n\nPage ${n} said 1\n`,
      );
    }
    expect([...files.keys()].filter((path) => path.endsWith(".log.md"))).toHaveLength(PAGES - 1);
    expect(files.has("kp-1.md")).toBe(true);
  });

  test("in the tree, which has no histories, it asks for none", async () => {
    const { asked, files } = await exported("tree");
    expect([asked, files.size]).toEqual([1, PAGES + 1]);
  });
});
