// The victim of kill-nine: retains without end, and says on stdout what was acknowledged.
// In: argv: the database ("embedded:<folder>" or a URL), a name for this life. Out: one line per acknowledged statement.

import { writeSync } from "node:fs";
import { openDatabase } from "../../src/store/open-database.js";
import { engineOn } from "./open-engine.js";
import { wordEncoder } from "./word-encoder.js";

const [, , where = "", life = ""] = process.argv;
const db = await openDatabase(where.startsWith("embedded:") ? { dataDir: where.slice("embedded:".length) } : { url: where });
const engine = engineOn(db, { encoder: wordEncoder(), operations: { leaseMs: 2_000, pollMs: 50 } });
const bank = await engine.bank("victim");
const acknowledge = (statements: readonly string[]): void => {
  writeSync(1, statements.map((statement) => `ack ${statement}\n`).join(""));
};
writeSync(1, "open\n");

/** Statements that occur nowhere else, so that each can be counted. */
const statement = (kind: string, i: number): string => `Ann: Statement ${life}${kind}${i} was made.`;

async function synchronous(): Promise<void> {
  for (let i = 0; ; i++) {
    await engine.retain(bank, [{ content: statement("s", i), documentId: `${life}-s-${i}` }]);
    acknowledge([statement("s", i)]);
  }
}

async function asynchronous(): Promise<void> {
  for (let i = 0; ; i += 10) {
    const batch = Array.from({ length: 10 }, (_, k) => statement("a", i + k));
    await engine.retain(
      bank,
      batch.map((content, k) => ({ content, ...(i % 20 === 0 ? { documentId: `${life}-a-${i + k}` } : {}) })),
      { async: true },
    );
    acknowledge(batch);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function appending(): Promise<void> {
  for (let i = 0; ; i++) {
    const content = statement("p", i);
    await engine.retain(bank, [{ content, documentId: "shared", updateMode: "append" }], { async: i % 2 === 0 });
    acknowledge([content]);
  }
}

await Promise.all([synchronous(), asynchronous(), appending()]);
