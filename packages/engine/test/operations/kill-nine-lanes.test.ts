import { describe, expect, test } from "vitest";
import { sql } from "../../src/store/db.js";
import { openDatabase } from "../../src/store/open-database.js";
import { freshTarget, liveAndDie } from "../retain/kill-nine.js";
import { engineOn } from "../retain/open-engine.js";
import { wordEncoder } from "../retain/word-encoder.js";
import { DATABASES } from "../support/database.js";
import { ITEMS } from "./kill-nine-lanes.js";

/** Milliseconds after the acknowledgement at which each life ends. */
const DEATHS = [350, 700, 450];

describe.each(DATABASES)("kill -9 with several lanes on $name", (database) => {
  test("in the middle of an asynchronous retain of 200 documents leaves each stored once, whole", { timeout: 300_000 }, async () => {
    const { where, dispose } = await freshTarget(database.name);
    try {
      const unfinished: number[] = [];
      for (const [round, ms] of DEATHS.entries()) {
        const { acknowledged } = await liveAndDie(where, `L${round}`, ms, "../operations/kill-nine-lanes-child.ts");
        unfinished.push(Number(acknowledged[0]));
      }
      expect(unfinished[0]).toBeGreaterThan(5); // control: there was work for several lanes,
      expect(unfinished[1]).toBeGreaterThan(0); // and the first death came before its end

      const db = await openDatabase(where.startsWith("embedded:") ? { dataDir: where.slice("embedded:".length) } : { url: where });
      const engine = engineOn(db, { encoder: wordEncoder(), operations: { leaseMs: 2_000, pollMs: 50, slots: 6 } });
      try {
        const bank = await engine.bank("victim");
        await engine.idle();
        const { rows: states } = await db.query<{ status: string; n: number }>(
          sql`SELECT status, count(*) AS n FROM operation GROUP BY status`,
        );
        expect(states.map(({ status }) => status)).toEqual(["completed"]);

        const memories = await engine.memories(bank);
        const texts = memories.map(({ text }) => text);
        const timesSaid = ITEMS.map((_, i) => texts.filter((text) => text.includes(`Marker m${i}x `)).length);
        expect(timesSaid).toEqual(ITEMS.map(() => 1));
        expect(texts.length).toBe(new Set(texts).size);

        const { rows: chunks } = await db.query<{ document_id: string; chunks: number; last: number; text: string }>(sql`
          SELECT document_id, count(*) AS chunks, max(chunk_index) AS last, string_agg(text, ' ' ORDER BY chunk_index) AS text
          FROM chunk WHERE bank_id = ${bank.key} GROUP BY document_id`);
        expect(chunks).toHaveLength(ITEMS.length);
        for (const { document_id, chunks: count, last, text } of chunks) {
          expect(last).toBe(count - 1);
          expect(text.split("Marker").length).toBe(2);
          expect(text).toContain(`pier ${document_id.slice(1)} wrote in line 23`);
        }
        const { rows: orphans } = await db.query(sql`
          SELECT c.document_id FROM chunk c WHERE c.bank_id = ${bank.key} AND NOT EXISTS (
            SELECT FROM memory m WHERE m.bank_id = c.bank_id AND m.document_id = c.document_id AND m.chunk_index = c.chunk_index)`);
        expect(orphans).toEqual([]);
        const { rows: halves } = await db.query(sql`SELECT document_id FROM document WHERE bank_id = ${bank.key} AND writing IS NOT NULL`);
        expect(halves).toEqual([]);
      } finally {
        await engine.close();
      }
    } finally {
      await dispose();
    }
  });
});
