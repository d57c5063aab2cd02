// The smaller commands: a look before a retain, reading again, what it took, and statistics that people can read.

import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServer, type TestServer } from "../../../test/support/server.js";
import { welcome } from "../src/commands/serve.js";
import { cliOf, flat } from "./support/cli.js";
import { run, runJson } from "./support/run.js";

describe("hindsight", { timeout: 120_000 }, () => {
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

  test("document list takes tags, all the documents page by page", async () => {
    const tagged = ["ann", "ann,vip", "ben"].map((tags, at) => ({
      content: `Ticket ${at}.`,
      document_id: `ticket-${at}`,
      tags: tags.split(",").map((each) => `customer:${each}`),
    }));
    await server.retain("tickets", [...tagged, { content: "Nobody's.", document_id: "loose" }]);
    const ids = async (...options: readonly string[]): Promise<readonly string[]> =>
      (await runJson(["document", "list", "tickets", ...options], env)).items.map(({ id }: { id: string }) => id).toSorted();
    expect(await ids()).toHaveLength(4); // control
    expect(await ids("--tags", "customer:ann")).toEqual(["ticket-0", "ticket-1"]);
    expect(await ids("--tags", "customer:ann, customer:vip", "--tags-match", "all_strict")).toEqual(["ticket-1"]);
    expect(await ids("--tags", "customer:ben", "--tags-match", "any")).toEqual(["loose", "ticket-2"]);
    const pages = [await ids("--tags", "customer:ann", "-l", "1"), await ids("--tags", "customer:ann", "-l", "1", "--offset", "1")];
    expect(pages.flat().toSorted()).toEqual(["ticket-0", "ticket-1"]);
    expect((await run(["document", "list", "tickets", "--tags", "customer:nobody"], env)).output).toBe("No documents.\n");
  });

  test("usage shows this hour and this day with the limit", async () => {
    const { output } = await run(["usage", "work"], env, 80);
    expect(output).toContain("0 of 5000");
    expect(output).toContain("no limit"); // the hour has none
    expect(await runJson(["usage", "work"], env)).toMatchObject({ day: { limit_tokens: 5000 } });
  });

  test("what memory defense did is told by name, and what the server ignored is told once", async () => {
    const cli = cliOf(server.url);
    const rules = [
      { on: "email_address", action: "redact" },
      { on: "githubtoken", action: "block" },
      { on: "iban", action: "block" },
    ];
    const set = await cli("bank", "set-config", "guarded", `memory_defense=${JSON.stringify({ enabled: true, rules })}`);
    expect([set.status, set.errors]).toEqual([
      0,
      "Warning: the server ignored what it does not know: the memory-defense detector githubtoken (is github_token meant?).\n",
    ]);
    const redacted = await cli("retain", "guarded", "Write to ann@canal.nl about the boat.", "-d", "letter");
    expect([redacted.status, redacted.errors]).toEqual([0, ""]);
    expect(flat(redacted.output)).toContain("redactedwhatmemorydefensetookoutletteremail_address");
    expect((await cli.json("retain", "guarded", "Write to ben@canal.nl.")).redactions).toEqual([
      { item: "text 1", detectors: ["email_address"] },
    ]);
    const blocked = await cli("retain", "guarded", "Ann pays from DE89370400440532013000.");
    expect(blocked.status).toBe(1);
    expect(blocked.errors).toMatch(/^Error: Text 1 is not stored: it holds iban/);
    expect(blocked.errors).not.toContain("{");
  });

  test("errors speak the words of the command line, and repeat nothing that may be secret", async () => {
    const cli = cliOf(server.url);
    const said = async (...args: readonly string[]): Promise<string> => (await cli(...args)).errors;
    expect(await said("recall", "work", "boats", "--budget", "huge")).toMatch(/^Error: --budget: Must be 'low', 'mid' or 'high'\.\n$/);
    expect(await said("audit", "list", "work", "--since", "yore")).toMatch(/^Error: --since 'yore' is not/);
    expect(await said("bank", "create", "w", "--skepticism", "9")).toMatch(/^Error: --skepticism: /);
    expect(await said("memory", "get", "work", "xyz")).toMatch(/^Error: <memory> 'xyz' is not a UUID/);
    expect(await said("bank", "set-config", "work", "retain_chunk_size=x")).not.toMatch(/body/);
    expect(await said("memory", "list", "work", "-t", "fact")).toContain("Allowed choices are world, experience, observation");
    const secret = await said("retain", "work", "-----BEGIN PRIVATE KEY-----\nMIIEvQ");
    expect(secret).toContain("hindsight retain BANK -- TEXT");
    expect(secret).not.toMatch(/BEGIN|MIIEvQ/);
    expect(await said("retain", "work", "--api-kee=sk-secret", "x")).toContain("unknown option '--api-kee'\n");
    expect(await said("recall", "work", "boats", "--limt", "3")).toContain("Did you mean --limit?"); // control
    expect(await said("retain", "work", "notes/LICENCE")).toContain("There is no file or folder notes/LICENCE");
    expect(await said("retain", "words", "tulip")).toBe("No file or folder here is called tulip: it is taken as the text itself.\n");
    await cli.text("mental-model", "create", "words", "Tone", "How to write?", "--id", "tone");
    expect(await said("mental-model", "create", "words", "Tone", "How to speak?")).toMatch(/called "Tone" as well: tone\.\n$/);
    expect(await cli.text("tag", "list", "words")).toMatch(/^No tags\. "hindsight retain words/);
    const found = async (least: string) => (await cli.json("recall", "work", "I row there", "--min-score", least)).results.length;
    expect([(await found("0.0001")) > 0, await found("1000")]).toEqual([true, 0]);
  });

  test("mcp --help names the command by its whole path, for agents that start elsewhere", async () => {
    const { output } = await cliOf(server.url)("mcp", "--help");
    const [, file = ""] = /-- node (\S+) mcp --bank/.exec(output) ?? [];
    expect([isAbsolute(file), existsSync(file)]).toEqual([true, true]);
  });

  test("the banner names what the commands need: another address, a base path, a key", () => {
    const plain = welcome("http://127.0.0.1:8888", false, null);
    expect(plain).not.toMatch(/export|console/);
    const said = welcome("http://127.0.0.1:8888/memory", true, "http://127.0.0.1:9999/");
    expect(said).toMatch(/Web console +http:..127.0.0.1:9999.\n/);
    expect(said).toMatch(/export HINDSIGHT_API_URL=http:..127.0.0.1:8888.memory\n +export HINDSIGHT_API_KEY=.*\n +npx hindsight retain/);
    expect(said).toContain("http://127.0.0.1:8888/memory/health");
  });

  test("bank stats has no JSON in its cells", async () => {
    const { output } = await run(["bank", "stats", "work"], env, 80);
    expect(output).not.toMatch(/[{}"]/);
    expect(output).toMatch(/nodes by fact type *│ \w+ 2 /);
    expect(output).not.toMatch(/\d{4}-\d\d-\d\dT/);
  });
});
