// hindsight audit and hindsight bank graph against a server, as tables and as JSON.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServer, type TestServer } from "../../../test/support/server.js";
import { type Cli, cliOf, flat } from "./support/cli.js";

describe("hindsight", { timeout: 120_000 }, () => {
  let server: TestServer;
  let cli: Cli;
  beforeAll(async () => {
    server = await openServer();
    cli = cliOf(server.url);
  });
  afterAll(() => server.close());

  test("audit lists, shows and counts calls, and says how a bank comes to keep them", async () => {
    await cli.text("bank", "create", "work");
    expect(await cli.text("audit", "list", "work")).toContain("hindsight bank set-config work audit_log_enabled=true");
    expect(await cli.text("audit", "stats", "work")).toBe("No calls in this time.\n");
    await cli.text("bank", "set-config", "work", "audit_log_enabled=true");
    await server.retain("work", [{ content: "Ann rows on the canal.", document_id: "ann" }]);
    const { items, total } = await cli.json("audit", "list", "work");
    expect([total, items.map(({ action }: { readonly action: string }) => action)]).toEqual([2, ["retain", "update_bank_config"]]);
    const listed = await cli.text("audit", "list", "work", "-a", "retain");
    expect(flat(listed)).toContain(flat(items[0].id));
    expect(listed).toContain("1 of 1");
    expect(listed).not.toContain("update_bank_config");
    expect(await cli.text("audit", "list", "work", "--transport", "mcp")).toContain("No calls.");
    expect((await cli.json("audit", "list", "work", "--before", "2020-01-01")).total).toBe(0);
    const shown = await cli.text("audit", "get", "work", items[0].id);
    for (const said of ["retain", "ann", "text of 22 characters", "request_id"]) expect(flat(shown)).toContain(flat(said));
    expect(shown).not.toContain("canal");
    expect(flat(await cli.text("audit", "stats", "work", "--period", "1d"))).toMatch(/retain1/);
    expect(await cli("audit", "get", "work", "none")).toMatchObject({ status: 1, output: "", errors: expect.stringContaining("none") });
  });

  test("bank graph shows memories with what ties them", async () => {
    await cli.text("bank", "create", "drawn");
    expect(await cli.text("bank", "graph", "drawn")).toBe("No memories.\n");
    const entities = [{ text: "Ann", type: "person" }];
    await server.retain("drawn", [
      { content: "Ann rows on the canal.", entities },
      { content: "Ann keeps bees.", entities },
    ]);
    const shown = await cli.text("bank", "graph", "drawn");
    expect(shown).toMatch(/2 of 2 memories, .*entity 1/);
    expect(flat(shown)).toContain(flat("world Ann Ann keeps bees."));
    expect(await cli.text("bank", "graph", "drawn", "-l", "1")).toMatch(/1 of 2 memories, tied by nothing/);
    const { nodes, edges } = await cli.json("bank", "graph", "drawn", "-t", "world");
    expect([nodes.length, edges.some(({ data }: { readonly data: { readonly entityName: string } }) => data.entityName === "Ann")]).toEqual(
      [2, true],
    );
    expect(await cli.text("bank", "graph", "drawn", "--type", "observation")).toBe("No memories.\n");
  });
});
