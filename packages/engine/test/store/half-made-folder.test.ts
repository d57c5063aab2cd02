// A folder that cannot be made whole leaves nothing behind: what a full disk holds of it would be in the way of whoever makes room.

import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ensureFolder } from "../../src/store/pglite/template.js";
import { freshDataDir } from "../support/database.js";

/** Longest path of Linux. In a folder that comes near it there is room for some of the files. */
const PATH_MAX = 4_096;

test.runIf(process.platform === "linux")("a database folder whose making fails in the middle is taken away", async () => {
  const dataDir = await freshDataDir();
  try {
    let parent = dataDir;
    while (parent.length + 202 < PATH_MAX - 60) parent = join(parent, "a".repeat(200));
    parent = join(parent, "a".repeat(Math.max(1, PATH_MAX - 35 - parent.length)));
    mkdirSync(parent, { recursive: true });
    await expect(ensureFolder(join(parent, "db"))).rejects.toMatchObject({ code: "ENAMETOOLONG" });
    expect(readdirSync(parent)).toEqual([]);
    await ensureFolder(join(dataDir, "db")); // control: elsewhere it is made
    expect(existsSync(join(dataDir, "db", "PG_VERSION"))).toBe(true);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
