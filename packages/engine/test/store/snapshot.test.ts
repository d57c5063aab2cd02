// A copy of an embedded database that is in use: of one moment, whoever writes meanwhile.

import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { saveDatabase } from "../../src/admin/database.js";
import { restoreEmbedded } from "../../src/admin/restore-embedded.js";
import { loadSettings } from "../../src/config/index.js";
import { sql } from "../../src/store/db.js";
import { openDatabase } from "../../src/store/open-database.js";
import { lockFolder } from "../../src/store/pglite/folder-lock.js";
import { askForSnapshot } from "../../src/store/pglite/snapshot.js";
import { everything, fill, folder, objectsIn } from "../admin/support.js";
import { freshDataDir } from "../support/database.js";

test("a backup of a database in use holds all that was acknowledged before it, and no half transaction", { timeout: 240_000 }, async () => {
  const dataDir = await freshDataDir();
  const target = folder();
  const db = await openDatabase({ dataDir });
  await fill(db, "one", "marka");
  const before = await everything(db);
  let isOver = false;
  let written = 0;
  /** Two rows at a time, while the copy is made. */
  const writing = (async () => {
    while (!isOver) {
      await db.transaction(async (tx) => {
        await tx.query(sql`INSERT INTO llm_usage (bank_id, hour) VALUES (1, to_timestamp(${written} * 3600))`);
        await tx.query(sql`INSERT INTO directive (bank_id, id, name, content) VALUES (1, gen_random_uuid(), 'pair', 'x')`);
      });
      written += 1;
    }
  })();
  // A copy takes a while, and nobody writes meanwhile: what is written is counted at its begin and at its end.
  writeFileSync(join(dataDir, "db", "ballast"), randomBytes(64 * 1024 * 1024));
  const during = { begin: -1, end: -1 };
  const clock = setInterval(() => {
    const isMaking = existsSync(join(dataDir, "db.snapshot-making"));
    if (during.begin < 0 && isMaking) during.begin = written;
    if (during.begin >= 0 && during.end < 0 && !isMaking) during.end = written;
  }, 1);
  const { checksums } = await saveDatabase(loadSettings({ HINDSIGHT_DATA_DIR: dataDir }), { file: target.file("b.tar.gz") });
  isOver = true;
  await writing;
  clearInterval(clock);
  expect(during.begin).toBeGreaterThan(0); // control: somebody wrote before
  expect(written).toBeGreaterThan(during.end); // and behind it
  expect(during.end - during.begin).toBeLessThan(5); // what a late look may see
  const rows = checksums.rows.public ?? {};
  const pairs = (rows.llm_usage ?? 0) - (before.llm_usage?.length ?? 0);
  expect((rows.directive ?? 0) - (before.directive?.length ?? 0)).toBe(pairs);
  expect(rows.memory).toBe(before.memory?.length);
  expect(readdirSync(dataDir).filter((name) => name.includes("snapshot"))).toEqual([]);
  await db.close();
  await restoreEmbedded(join(target.path, "db"), { file: target.file("b.tar.gz"), replace: false, objects: objectsIn(target.path) });
  target.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

test("who asks while another does is told, and a copy that fails says why", { timeout: 120_000 }, async () => {
  const dataDir = await freshDataDir();
  const at = join(dataDir, "db");
  writeFileSync(`${at}.snapshot-wanted`, "");
  await expect(askForSnapshot(at)).rejects.toMatchObject({ code: "operation_conflict" });
  rmSync(`${at}.snapshot-wanted`);
  // A process that has the folder and serves nobody: the real one is a version without this.
  const { serveSnapshots } = await import("../../src/store/pglite/snapshot.js");
  const lock = await lockFolder(at);
  const serving = serveSnapshots(at, () => Promise.reject(new Error("no room on the disk")), undefined);
  await expect(askForSnapshot(at)).rejects.toThrow("no room on the disk");
  await serving.stop();
  lock.release();
  expect(existsSync(`${at}.snapshot-failed`)).toBe(false);
  rmSync(dataDir, { recursive: true, force: true });
});
