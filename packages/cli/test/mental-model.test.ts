// hindsight mental-model: each verb against a server, as tables and as JSON, and what it says of bad input.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServer, type TestServer } from "../../../test/support/server.js";
import { type Cli, cliOf } from "./support/cli.js";

describe("hindsight mental-model", { timeout: 120_000 }, () => {
  let server: TestServer;
  let cli: Cli;

  beforeAll(async () => {
    server = await openServer();
    cli = cliOf(server.url);
    await server.retain("work", [{ content: "Ann likes green tea.", document_id: "tea" }]);
    await server.idle();
  });
  afterAll(() => server.close());

  test("create waits and shows what was written; list and get show it, also by the short name", async () => {
    const words = ["Tastes", "What does Ann like?", "--id", "tastes", "--mode", "delta", "--refresh-after-consolidation"];
    const made = await cli.text("mental-model", "create", "work", ...words, "--wait");
    for (const said of ["Tastes", "What does Ann like?", "mode delta", "refresh_after_consolidation", "fresh", "Ann likes green tea."])
      expect(made).toContain(said);
    expect(await cli.text("model", "list", "work")).toMatch(/tastes .*│ fresh +│ Tastes[\s\S]*1 of 1/);
    expect(await cli.json("model", "list", "work")).toMatchObject({ total: 1, items: [{ id: "tastes", is_stale: false }] });
    expect(await cli.text("model", "show", "work", "tastes", "--content")).toMatch(/^## What is known\s+- Ann likes green tea\.\s*$/);
    expect(await cli.json("mental-model", "get", "work", "tastes")).toMatchObject({ trigger: { mode: "delta", refresh_cron: null } });
  });

  test("create without --wait names the operation", async () => {
    const { mental_model_id, operation_id } = await cli.json(
      "model",
      "create",
      "work",
      "Drinks",
      "Which drinks are there?",
      "--tags",
      "a,b",
    );
    expect((await server.call("GET", `/v1/default/banks/work/mental-models/${mental_model_id}`)).body.tags).toEqual(["a", "b"]);
    expect(await cli.text("operation", "get", "work", operation_id, "--wait")).toContain("completed");
    expect(await cli.text("model", "delete", "work", mental_model_id)).toBe(`Deleted ${mental_model_id}.\n`);
  });

  test("update changes what is given, and unsets with an empty value", async () => {
    const changed = await cli.text(
      "model",
      "update",
      "work",
      "tastes",
      "-n",
      "Likes",
      "--no-refresh-after-consolidation",
      "--refresh-cron",
      "0 6 * * 1",
    );
    for (const said of ["Likes", "refresh_cron 0 6 * * 1"]) expect(changed).toContain(said);
    const reply = await cli.json(
      "model",
      "update",
      "work",
      "tastes",
      "--refresh-cron",
      "",
      "--trigger",
      '{"keep_trace":true}',
      "--budget",
      "low",
    );
    expect(reply.trigger).toMatchObject({
      mode: "delta",
      refresh_cron: null,
      keep_trace: true,
      budget: "low",
      refresh_after_consolidation: false,
    });
    const nothing = await cli("model", "update", "work", "tastes");
    expect(nothing).toMatchObject({ status: 1, output: "", errors: expect.stringContaining("nothing to change: give one of --name") });
  });

  test("refresh shows what it would do and keeps nothing, then does it; history tells what was said", async () => {
    await server.retain("work", [{ content: "Ann likes rowing on the canal.", document_id: "rowing" }]);
    await server.idle();
    const before = (await cli.json("model", "get", "work", "tastes")).content;
    const dry = await cli.text("model", "refresh", "work", "tastes", "--dry-run");
    expect(dry).toContain("+- Ann likes rowing on the canal.");
    expect(dry).toContain("Nothing was kept.");
    expect((await cli.json("model", "get", "work", "tastes")).content).toBe(before);
    expect(await cli.json("mental-model", "dry-run-refresh", "work", "tastes")).toMatchObject({ would_persist: true });

    const { operation_id } = await cli.json("model", "refresh", "work", "tastes");
    expect(operation_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(await cli.text("model", "refresh", "work", "tastes", "--full", "--wait")).toContain("Ann likes rowing on the canal.");
    expect(await cli.text("model", "history", "work", "tastes")).toContain("Ann likes green tea.");
    expect((await cli.json("model", "history", "work", "tastes")).at(-1).previous_content).toBe(before);
  });

  test("clear takes the text out, delete the model", async () => {
    expect(await cli.text("model", "clear", "work", "tastes")).toMatch(/^Cleared tastes\./);
    expect((await cli.json("model", "clear", "work", "tastes")).content).not.toContain("Ann");
    expect(await cli.json("model", "delete", "work", "tastes")).toEqual({ status: "deleted" });
    expect(await cli.text("model", "list", "work")).toContain("There are no mental models.");
  });

  test("bad input ends with status 1 and says what to do", async () => {
    const refused = async (...args: readonly string[]) => {
      const { status, output, errors } = await cli("mental-model", ...args);
      expect([status, output]).toEqual([1, ""]);
      return errors;
    };
    expect(await refused("list", "nobody")).toContain("Bank 'nobody' not found");
    expect(await refused("get", "work", "nothing")).toMatch(/'nothing'.*not found/);
    expect(await refused("create", "work", "Name")).toContain("missing required argument 'question'");
    expect(await refused("create", "work", "Name", "?", "--max-tokens", "many")).toContain("--max-tokens takes a whole number");
    expect(await refused("create", "work", "Name", "?", "--trigger", "[1]")).toContain("--trigger takes a JSON object");
    expect(await refused("create", "work", "Name", "?", "--refresh-cron", "never")).toContain("--refresh-cron");
    expect(await refused("refresh", "work", "nothing", "--wait")).toContain("nothing");
    expect(await refused("list", "..")).toContain("cannot be addressed");
  });
});
