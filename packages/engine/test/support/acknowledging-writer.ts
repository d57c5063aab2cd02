// A child process for the kill test: inserts rows one by one and prints the number of each as soon as it is acknowledged.
// In: the data folder and the first number, as arguments. Out: one number per line, until it is killed.

import { sql } from "../../src/store/db.js";
import { openDatabase } from "../../src/store/open-database.js";

const [dataDir = "", first = "0"] = process.argv.slice(2);
const db = await openDatabase({ dataDir });
for (let n = Number(first); ; n++) {
  await db.transaction(async (tx) => {
    await tx.query(sql`INSERT INTO bank (external_id, name) VALUES (${`a${n}`}, ${"x".repeat(500)})`);
    await tx.query(sql`INSERT INTO bank (external_id, name) VALUES (${`b${n}`}, ${"y".repeat(500)})`);
  });
  process.stdout.write(`${n}\n`);
}
