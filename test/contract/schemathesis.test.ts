// Schemathesis makes two thousand requests of the served specification, well-formed and not, against a bank that has one of everything:
// none ends in a fault of the server, none with a status that the specification does not declare.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pythonPrograms, runPython } from "../support/python.js";
import { bankPath, openServer, type Reply, type TestServer } from "../support/server.js";

const BANK = "st";
const CASES = 2_000;
/** Requests of each operation. */
const EACH = 25;

describe.skipIf(pythonPrograms() === null)("requests made of the specification (needs `node scripts/test-python.mjs`)", () => {
  let server: TestServer;
  const folder = mkdtempSync(path.join(tmpdir(), "hindsight-schemathesis-"));

  beforeAll(async () => {
    server = await openServer();
    const lines = Object.entries(await oneOfEverything()).map(([name, id]) => `"path.${name}" = ${JSON.stringify(id)}`);
    writeFileSync(path.join(folder, "ids.toml"), ["[parameters]", ...lines, ""].join("\n"));
    writeFileSync(path.join(folder, "no-ids.toml"), "");
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it(`end with a status that is declared, and none of ${CASES} in a fault`, { timeout: 300_000 }, async () => {
    const made = await requests("ids.toml", ["--exclude-method", "DELETE"]);
    expect((await server.call("GET", bankPath(BANK, "/stats"))).status).toBe(200); // control: they met a bank that is there
    // What deletes meets made-up ids, so that the bank lasts.
    expect(made + (await requests("no-ids.toml", ["--include-method", "DELETE"]))).toBeGreaterThanOrEqual(CASES);
  });

  /** Number of requests that were made, all of which ended well. */
  async function requests(config: string, which: readonly string[]): Promise<number> {
    const { code, output } = await runPython(
      "st",
      [
        ...["--config-file", path.join(folder, config), "run", `${server.url}/openapi.json`, "--url", server.url, ...which],
        ...["--phases", "fuzzing", "--max-examples", String(EACH), "--checks", "not_a_server_error,status_code_conformance"],
        ...["--generation-deterministic", "--continue-on-failure", "--no-color"],
      ],
      { cwd: folder },
    );
    expect(code, output).toBe(0);
    return Number(/(\d+) generated/.exec(output)?.[1]);
  }

  /** Ids by the names that path parameters have. */
  async function oneOfEverything(): Promise<Readonly<Record<string, string>>> {
    const post = async (rest: string, body: unknown): Promise<Reply> => {
      const reply = await server.call("POST", bankPath(BANK, rest), body);
      expect(reply.status, reply.text).toBeLessThan(300);
      return reply;
    };
    const first = async (rest: string): Promise<string> => (await server.call("GET", bankPath(BANK, rest))).body.items[0].id;
    await server.retain(BANK, [
      {
        content: "Ann moved to Delft in 2021. She works with Ben at the port.",
        document_id: "doc",
        tags: ["a", "b"],
        metadata: { k: "v" },
      },
      { content: "Ben rows on the canal.", document_id: "canal" },
    ]);
    const model = await post("/mental-models", { id: "ann", name: "Ann", source_query: "Who is Ann?" });
    const directive = await post("/directives", { name: "brief", content: "Be brief." });
    const page = await post("/knowledge-base/pages", { name: "Ben", source_query: "Who is Ben?" });
    const hook = await post("/webhooks", { url: "https://example.com/hook", event_types: ["retain.completed"] });
    await post("/aliases", { alias: "st-too" });
    await server.idle();
    return {
      bank_id: BANK,
      memory_id: await first("/memories/list"),
      entity_id: await first("/entities"),
      document_id: "doc",
      chunk_id: `${BANK}_doc_0`,
      alias: "st-too",
      mental_model_id: model.body.mental_model_id,
      directive_id: directive.body.id,
      page_id: page.body.id ?? page.body.page_id,
      node_id: page.body.id ?? page.body.page_id,
      webhook_id: hook.body.id,
      operation_id: model.body.operation_id,
    };
  }
});
