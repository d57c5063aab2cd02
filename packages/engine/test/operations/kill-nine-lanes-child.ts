// The victim of kill-nine-lanes: queues two hundred documents once, and works them in several lanes of one bank until it is killed.
// In: argv: the database ("embedded:<folder>" or a URL), a name for this life. Out: "ack <unfinished operations>", then nothing.

import { writeSync } from "node:fs";
import { sql } from "../../src/store/db.js";
import { openDatabase } from "../../src/store/open-database.js";
import { engineOn } from "../retain/open-engine.js";
import { wordEncoder } from "../retain/word-encoder.js";
import { ITEMS } from "./kill-nine-lanes.js";

const [, , where = "", life = ""] = process.argv;
const db = await openDatabase(where.startsWith("embedded:") ? { dataDir: where.slice("embedded:".length) } : { url: where });
if (life === "L0") {
  // The built-in extraction keeps a bank's operations in one line; here each names its documents, as those that a language model reads do.
  await db.script(`
    CREATE FUNCTION name_documents() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      NEW.documents := (SELECT array_agg(d ->> 'document_id') FROM jsonb_array_elements(NEW.payload -> 'documents') AS d);
      RETURN NEW;
    END $$;
    CREATE TRIGGER name_documents BEFORE INSERT ON operation FOR EACH ROW WHEN (NEW.payload IS NOT NULL) EXECUTE FUNCTION name_documents()`);
}
const engine = engineOn(db, { encoder: wordEncoder(), operations: { leaseMs: 2_000, pollMs: 50, slots: 6 } });
const bank = await engine.bank("victim");
writeSync(1, "open\n");
if (life === "L0") await engine.retain(bank, ITEMS, { async: true });
const { rows } = await db.query<{ n: number }>(
  sql`SELECT count(*) AS n FROM operation WHERE status IN ('pending', 'processing') AND payload IS NOT NULL`,
);
writeSync(1, `ack ${rows[0]?.n ?? 0}\n`);
setInterval(() => undefined, 1_000); // the worker alone keeps no process
