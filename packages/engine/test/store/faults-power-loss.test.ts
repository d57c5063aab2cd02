// The power goes at random moments of a database's life: nothing that was acknowledged is lost.
// Here a few moments; `node test/power-loss.mjs` tries 200 (or HINDSIGHT_POWER_LOSS_CUTS).

import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, type Statement, sql } from "../../src/store/db.js";
import { listMigrations, migrate } from "../../src/store/migrate.js";
import { openDatabase } from "../../src/store/open-database.js";
import { durableFileSystem, type EmscriptenModule } from "../../src/store/pglite/durable-file-system.js";
import { START_PARAMETERS } from "../../src/store/pglite/parameters.js";
import { ensureFolder } from "../../src/store/pglite/template.js";
import { type Recording, recordFolder } from "../support/power-loss.js";

const CUTS = Number(process.env.HINDSIGHT_POWER_LOSS_CUTS ?? 6);
const SEED = Number(process.env.HINDSIGHT_POWER_LOSS_SEED ?? 20_260);

/** mulberry32: the same cuts for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What was acknowledged when: the bank `id` is there (with this name), or gone (null), from the operation `moment` on. */
interface Acknowledged {
  readonly moment: number;
  readonly id: string;
  readonly name: string | null;
}

/** A busy life: migrations, single writes, updates, deletions, bulk loads over several log segments, checkpoints, a vacuum. */
async function live(folder: string, recording: Recording, spoil: (module: EmscriptenModule) => void): Promise<Acknowledged[]> {
  const arrange = (module: EmscriptenModule): void => {
    spoil(module);
    recording.arrange(module);
  };
  const db = await PGlite.create({ fs: durableFileSystem(folder, arrange), extensions: { vector }, startParams: START_PARAMETERS });
  const acknowledged: Acknowledged[] = [];
  await migrate(asDatabase(db), await listMigrations());
  const put = async (id: string, name: string) => {
    await db.query("INSERT INTO bank (external_id, name) VALUES ($1, $2) ON CONFLICT (external_id) DO UPDATE SET name = $2", [id, name]);
    acknowledged.push({ moment: recording.length, id, name });
  };
  for (let n = 0; n < 120; n++) {
    await put(`b${n}`, `first ${n}`);
    if (n % 3 === 2) await put(`b${n - 1}`, `second ${n}`);
    if (n % 10 === 9) {
      await db.query("DELETE FROM bank WHERE external_id = $1", [`b${n - 5}`]);
      acknowledged.push({ moment: recording.length, id: `b${n - 5}`, name: null });
    }
    if (n % 40 === 20) {
      await db.query("INSERT INTO bank (external_id, name) SELECT $1 || i, repeat(md5(i::text), 20) FROM generate_series(1, 3000) i", [
        `bulk${n}-`,
      ]);
      acknowledged.push({ moment: recording.length, id: `bulk${n}-2999`, name: createHash("md5").update("2999").digest("hex").repeat(20) });
    }
    if (n % 40 === 35) await db.exec("CHECKPOINT");
    if (n === 70) await db.exec("VACUUM (ANALYZE) bank");
  }
  return acknowledged; // not closed: the power is about to go
}

/** As much of the database door as migrations need. */
function asDatabase(db: PGlite): Pick<Database, "query" | "script"> {
  return {
    async query<Row>({ text, values }: Statement) {
      const { rows, affectedRows } = await db.query<Row>(text, [...values]);
      return { rows, affected: affectedRows ?? 0 };
    },
    async script(text) {
      await db.exec(text);
    },
  };
}

/** What should be there after `moment`, by the last acknowledgement before it. */
function expectedAt(acknowledged: readonly Acknowledged[], moment: number): Map<string, string | null> {
  return new Map(acknowledged.filter((entry) => entry.moment <= moment).map(({ id, name }) => [id, name]));
}

/** Names that may be there instead: what was asked for next but not acknowledged yet. */
function nextAfter(acknowledged: readonly Acknowledged[], moment: number): Acknowledged | undefined {
  return acknowledged.find((entry) => entry.moment > moment);
}

async function lostAfter(recording: Recording, acknowledged: readonly Acknowledged[], moment: number, torn: (() => number) | null) {
  const dataDir = mkdtempSync(join(tmpdir(), "hindsight-power-"));
  try {
    recording.materialise(moment, join(dataDir, "db"), torn);
    const db = await openDatabase({ dataDir });
    try {
      const { rows } = await db.query<{ id: string; name: string }>(sql`SELECT external_id AS id, name FROM bank`);
      const found = new Map(rows.map(({ id, name }) => [id, name]));
      const next = nextAfter(acknowledged, moment);
      const lost: string[] = [];
      for (const [id, name] of expectedAt(acknowledged, moment)) {
        const is = found.get(id) ?? null;
        if (is !== name && !(next?.id === id && is === next.name)) lost.push(`${id}: ${is} instead of ${name}`);
      }
      return lost;
    } finally {
      await db.close();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

describe("power loss", () => {
  const parents: string[] = [];
  async function record(spoil: (module: EmscriptenModule) => void = () => {}) {
    const parent = mkdtempSync(join(tmpdir(), "hindsight-power-"));
    parents.push(parent);
    const folder = join(parent, "db");
    await ensureFolder(folder);
    const recording = recordFolder(folder);
    return { recording, acknowledged: await live(folder, recording, spoil) };
  }
  afterAll(() => {
    for (const parent of parents) rmSync(parent, { recursive: true, force: true });
  });

  let life: Awaited<ReturnType<typeof record>>;
  beforeAll(async () => {
    life = await record();
  });

  test("each acknowledged write was synced before it was acknowledged", () => {
    expect(life.recording.syncs).toBeGreaterThan(life.acknowledged.length);
  });

  const random = seeded(SEED);
  const cuts = Array.from({ length: CUTS }, (_, n) => ({ n, at: random(), kind: n % 2 === 0 ? "strict" : "torn" }));
  test.each(cuts)("cut $n ($kind): everything acknowledged is there", { timeout: 120_000 }, async ({ at, kind, n }) => {
    const moment = Math.floor(at * life.recording.length);
    const torn = kind === "torn" ? seeded(SEED + n) : null;
    expect(await lostAfter(life.recording, life.acknowledged, moment, torn)).toEqual([]);
  });

  test("control: without our fsync the same test loses writes", { timeout: 120_000 }, async () => {
    const careless = await record((module) => {
      delete module.FS.filesystems.NODEFS.stream_ops.fsync;
    });
    expect(careless.recording.syncs).toBe(0);
    const lost = await lostAfter(careless.recording, careless.acknowledged, careless.recording.length, null);
    expect(lost.length).toBeGreaterThan(100);
  });
});
