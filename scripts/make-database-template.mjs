// Makes packages/engine/assets/database-template.br: the folder of a fresh embedded database, so that the first start needs no initdb.
// In: nothing. Out: the file. Run it after an update of PGlite (a test says so): `node scripts/make-database-template.mjs`.
// initdb takes 4.7 s and leaves 500 MB behind in the process (measured); unpacking this takes 0.3 s.

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";

const target = fileURLToPath(new URL("../packages/engine/assets/database-template.br", import.meta.url));
const pgliteMain = createRequire(import.meta.url).resolve("@electric-sql/pglite");
const { version } = JSON.parse(readFileSync(path.join(path.dirname(pgliteMain), "..", "package.json"), "utf8"));

const parent = mkdtempSync(path.join(tmpdir(), "hindsight-template-"));
const folder = path.join(parent, "db");
const database = await PGlite.create({
  dataDir: folder,
  extensions: { vector },
  // Small segments: a new one is written full of zeros, and a fresh folder holds two.
  initDbStartParams: ["--wal-segsize=4", "--data-checksums"],
  startParams: [...PGlite.defaultStartParams, "-c", "wal_level=minimal", "-c", "max_wal_senders=0", "-c", "min_wal_size=8MB"],
});
await database.exec("CREATE EXTENSION vector");
// Nothing ever connects to template0 and template1, and two thirds of all files are theirs. DROP DATABASE waits for other processes, of
// which there are none, for ever; so they leave the catalogue as DROP DATABASE would have it, and their folders go below.
const { rows: others } = await database.query("SELECT oid::int AS oid FROM pg_database WHERE datname <> current_database()");
for (const { oid } of others) {
  await database.exec(`
    DELETE FROM pg_shdescription WHERE classoid = 'pg_database'::regclass AND objoid = ${oid};
    DELETE FROM pg_shdepend WHERE dbid = ${oid} OR (classid = 'pg_database'::regclass AND objid = ${oid});
    DELETE FROM pg_database WHERE oid = ${oid};`);
}
await database.exec("VACUUM (FREEZE, ANALYZE)");
await database.exec("CHECKPOINT");
await database.close();
for (const { oid } of others) rmSync(path.join(folder, "base", String(oid)), { recursive: true });

const entries = [];
const contents = [];
(function gather(relative) {
  for (const name of readdirSync(path.join(folder, relative)).sort()) {
    const file = path.posix.join(relative, name);
    const stat = statSync(path.join(folder, file));
    if (stat.isDirectory()) {
      entries.push({ path: file });
      gather(file);
    } else if (name !== "postmaster.pid") {
      entries.push({ path: file, size: stat.size });
      contents.push(readFileSync(path.join(folder, file)));
    }
  }
})("");
const header = Buffer.from(`${JSON.stringify({ pglite: version, entries })}\n`);
const raw = Buffer.concat([header, ...contents]);
const packed = brotliCompressSync(raw, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length },
});
writeFileSync(target, packed);
rmSync(parent, { recursive: true });
console.log(
  `${entries.length} entries of PGlite ${version}, ${raw.length} bytes, packed ${packed.length}: ${path.relative(process.cwd(), target)}`,
);
