// The smaller commands: a look before a retain, reading again, what it took, and statistics that people can read.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServer, type TestServer } from "../../../test/support/server.js";
import { run, runJson } from "./support/run.js";

describe("hindsight", { timeout: 60_000 }, () => {
  let server: TestServer;
  let env: Readonly<Record<string, string>>;

  beforeAll(async () => {
    server = await openServer({ HINDSIGHT_API_SPEND_BANK_TOKENS_PER_DAY: "5000" });
    env = { HINDSIGHT_API_URL: server.url };
    await server.retain("work", [{ content: "Ann: I moved to Delft.\nBob: I row there.", document_id: "chat/1" }]);
  });
  afterAll(() => server.close());

  const memories = async (): Promise<number> => (await server.call("GET", "/v1/default/banks/work/stats")).body.total_nodes;

  test("dry-run shows memories and stores none", async () => {
    const before = await memories();
    const { output, error } = await run(["dry-run", "work", "Cleo: I sold my boat.\nAnn: When?"], env);
    expect(error).toBeNull();
    expect(output).toContain("I sold my boat");
    expect(output).toContain("Nothing was stored.");
    expect(await memories()).toBe(before);
    expect(before).toBe(2); // control: a retain of two turns stored two
  });

  test("document reprocess reads a document again, also one with a slash in its id", async () => {
    expect((await run(["document", "reprocess", "work", "chat/1"], env)).output).toMatch(
      /^Read chat\/1 again: \d+ memories in place of \d+\.\n$/,
    );
    expect(await memories()).toBe(2);
    expect((await run(["document", "reprocess", "work", "chat/2"], env)).error?.message).toContain("chat/2");
  });

  test("usage shows this hour and this day with the limit", async () => {
    const { output } = await run(["usage", "work"], env, 80);
    expect(output).toContain("0 of 5000");
    expect(output).toContain("no limit"); // the hour has none
    expect(await runJson(["usage", "work"], env)).toMatchObject({ day: { limit_tokens: 5000 } });
  });

  test("bank stats has no JSON in its cells", async () => {
    const { output } = await run(["bank", "stats", "work"], env, 80);
    expect(output).not.toMatch(/[{}"]/);
    expect(output).toMatch(/nodes by fact type *│ \w+ 2 /);
    expect(output).not.toMatch(/\d{4}-\d\d-\d\dT/);
  });
});
