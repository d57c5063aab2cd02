// hindsight consolidate, observation, memory, document history, and what deletions report: against a server that learns without a model.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServer, type TestServer } from "../../../test/support/server.js";
import { type Cli, cliOf } from "./support/cli.js";

describe("hindsight", { timeout: 120_000 }, () => {
  let server: TestServer;
  let cli: Cli;

  beforeAll(async () => {
    server = await openServer();
    cli = cliOf(server.url);
    for (const [id, content] of [
      ["a", "Ann likes green tea."],
      ["b", "Ann likes green tea."],
      ["c", "Ann really likes green tea."],
      ["d", "Ben bought a boat."],
    ]) {
      await server.retain("work", [{ content, document_id: id, tags: ["drinks"] }]);
    }
    await server.idle();
  });
  afterAll(() => server.close());

  const observed = async (): Promise<string> => (await cli.json("observation", "list", "work")).items[0].id;

  test("consolidate queues, waits, and says when nothing waited", async () => {
    expect(await cli.text("observation", "list", "work")).toContain('"hindsight consolidate BANK --wait" does it now');
    const { operation_id, deduplicated } = await cli.json("consolidate", "work", "--scope", "nothing");
    expect(deduplicated).toBe(false);
    expect(await cli.text("operation", "get", "work", operation_id, "--wait")).toContain("completed");
    const told = await cli.text("consolidate", "work", "--wait", "--poll-interval", "1");
    expect(told).toMatch(/facts consolidated *│ 4 /);
    expect(told).toMatch(/observations made *│ 1 /);
    expect(await cli.json("bank", "consolidate", "work", "--wait")).toMatchObject({ memories_processed: 0, observations_created: 0 });
    expect(await cli.text("consolidate", "work", "--wait")).toBe("No fact waited for consolidation.\n");
    expect(await cli.text("consolidate", "work")).toMatch(/^(Queued|One waits already): hindsight operation get work \S+ --wait\n$/);
    await server.idle();
  });

  test("consolidation recover says how many wait again", async () => {
    expect(await cli.text("consolidation", "recover", "work")).toBe("No fact had failed.\n");
    expect(await cli.json("bank", "consolidation-recover", "work")).toEqual({ retried_count: 0 });
  });

  test("observation lists, shows the evidence, and counts scopes", async () => {
    const id = await observed();
    expect(await cli.text("observation", "list", "work", "-q", "tea")).toMatch(/Ann likes green tea\.[\s\S]*3 facts, drinks[\s\S]*1 of 1/);
    const shown = await cli.text("observation", "show", "work", id);
    for (const said of ["Ann really likes green tea.", "facts behind it", "trend", "It has not changed since it was made."])
      expect(shown).toContain(said);
    const reply = await cli.json("observation", "get", "work", id);
    expect(reply).toMatchObject({ type: "observation", proof_count: 3, history: [] });
    expect(reply.source_memories).toHaveLength(3);
    expect(await cli.text("observation", "scopes", "work")).toMatch(/│ 1 +│ drinks /);
    expect(await cli.json("observation", "scopes", "work")).toMatchObject({ scopes: [{ tags: ["drinks"], count: 1 }] });
    const fact: string = reply.source_memories[0].id;
    expect(await cli("observation", "show", "work", fact)).toMatchObject({
      status: 1,
      errors: expect.stringContaining("is no observation but a fact"),
    });
  });

  test("memory lists and reads", async () => {
    const id = await observed();
    await server.retain("work", [{ content: "Ann likes green tea!", document_id: "e", tags: ["drinks"] }]);
    await server.idle();
    await cli.text("consolidate", "work", "--wait");
    expect(await cli.text("memory", "list", "work", "-t", "world", "-d", "d")).toMatch(/Ben bought a boat\.[\s\S]*world,[\s\S]*1 of 1/);
    expect(await cli.json("memory", "list", "work", "--tags", "drinks", "-t", "world")).toMatchObject({ total: 5 });
    expect(await cli.text("memory", "get", "work", id)).toMatch(/kind *│ observation/);
    expect(await cli.text("memory", "history", "work", id)).toBe("It has not changed since it was made.\n");
  });

  test("document history tells what became of a document", async () => {
    expect(await cli.text("document", "history", "work", "a")).toMatch(
      /consolidation *│ 1 observation [\s\S]*retain *│ 1 fact added [\s\S]*of \d/,
    );
    expect((await cli.json("document", "history", "work", "a", "-l", "1")).items).toHaveLength(1);
    expect(await cli.text("document", "history", "work", "nothing")).toContain("Nothing is noted of nothing");
  });

  test("each verb that deletes reports what went with it", async () => {
    const report = { memories: expect.any(Number), observations: expect.any(Number), requeued: expect.any(Number) };
    const { output: without } = await cli("document", "delete", "work", "d");
    expect(without).toBe("Deleted d: 1 memory.\n");
    const told = await cli.text("document", "delete", "work", "a", "--report");
    expect(told).toMatch(
      /^Deleted a: 1 memory\.\n[\s\S]*memories that went *│ 1 [\s\S]*observations that went *│ 1 [\s\S]*consolidated again *│ 3 /,
    );
    expect(await cli.json("document", "delete", "work", "b", "--report")).toMatchObject({ report });

    await cli.text("consolidate", "work", "--wait");
    const fact: string = (await cli.json("observation", "get", "work", await observed())).source_memories[0].id;
    expect(await cli.text("memory", "clear-observations", "work", fact, "--report")).toMatch(
      /^Deleted 1 observation\.\n[\s\S]*consolidated again *│ 2 /,
    );
    await cli.text("consolidate", "work", "--wait");
    expect(await cli.text("observation", "clear", "work", "--yes", "--report")).toMatch(/^Deleted 1 observation of work\.\n[\s\S]*│ 1 /);
    expect(await cli.json("bank", "clear-observations", "work", "-y", "--report")).toMatchObject({ deleted_count: 0, report });
    expect(await cli.text("memory", "clear", "work", "-t", "observation", "-y")).toBe("Deleted 0 memories.\n");
    expect(await cli.json("memory", "clear", "work", "-y", "--report")).toMatchObject({ deleted_count: 2, report: { memories: 2 } });
    expect(await cli.text("bank", "delete", "work", "-y", "--report")).toMatch(
      /^Deleted work: 0 memories\.\n[\s\S]*memories that went *│ 0 /,
    );
  });

  test("bad input ends with status 1 and says what to do", async () => {
    const refused = async (...args: readonly string[]) => {
      const { status, output, errors } = await cli(...args);
      expect([status, output]).toEqual([1, ""]);
      return errors;
    };
    for (const args of [
      ["consolidate"],
      ["consolidation", "recover"],
      ["observation", "list"],
      ["observation", "scopes"],
      ["memory", "list"],
    ])
      expect(await refused(...args, "nobody")).toContain("Bank 'nobody' not found");
    expect(await refused("consolidate")).toContain("missing required argument 'bank'");
    expect(await refused("consolidate", "work", "--wait", "--poll-interval", "often")).toContain("--poll-interval takes a whole number");
    await server.call("PUT", "/v1/default/banks/empty", {});
    expect(await refused("memory", "get", "empty", "no-id")).toContain("is not a UUID");
    expect(await refused("memory", "history", "empty", "00000000-0000-4000-8000-000000000000")).toContain("not found");
    expect(await refused("memory", "clear", "empty")).toContain(
      'Delete all memories and documents of bank "empty"? Nobody can be asked here: add --yes.',
    );
    expect(await refused("observation", "clear", "empty")).toContain("add --yes");
  });
});
