// hindsight directive and hindsight webhook: each verb against a server, as tables and as JSON.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServer, type TestServer } from "../../../test/support/server.js";
import { type Cli, cliOf, flat } from "./support/cli.js";

describe("hindsight", { timeout: 120_000 }, () => {
  let server: TestServer;
  let cli: Cli;

  beforeAll(async () => {
    server = await openServer({ HINDSIGHT_API_WEBHOOK_ALLOWED_HOSTS: "127.0.0.1" });
    cli = cliOf(server.url);
    await server.call("PUT", "/v1/default/banks/work", {});
  });
  afterAll(() => server.close());

  test("directive creates, lists, changes and deletes rules", async () => {
    expect(await cli.text("directive", "list", "work")).toContain("No directives in force.");
    const { id } = await cli.json(
      "directive",
      "create",
      "work",
      "Tone",
      "Answer in one sentence.",
      "--priority",
      "-3",
      "--tags",
      "user:ann",
    );
    const made = await cli.text("directive", "create", "work", "Later", "Name the source.", "--inactive");
    for (const said of ["Later", "Name the source.", "none: for every reflection"]) expect(made).toContain(said);
    const listed = await cli.text("directive", "list", "work");
    expect(flat(listed)).toContain(flat(`${id} -3 Answer in one sentence.`));
    expect(listed).toContain("(user:ann)");
    expect(listed).not.toContain("Later");
    expect(await cli.text("directive", "list", "work", "--all")).toContain("(not in force)");
    expect(await cli.json("directive", "list", "work", "--all")).toMatchObject({ total: 2 });
    expect(await cli.text("directive", "show", "work", id)).toMatch(/in force *│ yes/);
    expect(await cli.text("directive", "update", "work", id, "--no-active", "--tags", "")).toMatch(/in force *│ no/);
    expect(await cli.json("directive", "update", "work", id, "-c", "Be brief.", "--active")).toMatchObject({
      content: "Be brief.",
      is_active: true,
      tags: [],
      priority: -3,
    });
    expect(await cli.text("directive", "delete", "work", id)).toBe(`Deleted ${id}.\n`);
    const again = await cli("directive", "delete", "work", id);
    expect(again).toMatchObject({ status: 1, output: "", errors: expect.stringContaining(id) });
  });

  test("webhook creates, lists, changes and deletes them, and shows what was told", async () => {
    const receiver = createServer((_, response) => response.writeHead(500).end("no")).listen(0, "127.0.0.1");
    await new Promise((resolve) => receiver.once("listening", resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    expect(await cli.text("webhook", "list", "work")).toContain("No webhooks.");
    const made = await cli.text(
      "webhook",
      "create",
      "work",
      url,
      "-e",
      "retain.completed",
      "--secret",
      "a long secret",
      "-H",
      "X-Team=a=b",
      "--timeout",
      "7",
    );
    for (const said of ["retain.completed", "POST, within 7 s", "X-Team: a=b", url]) expect(made).toContain(said);
    expect(made).not.toContain("a long secret");
    expect(made).not.toContain("alone");
    const { items } = await cli.json("webhook", "list", "work");
    const id: string = items[0].id;
    expect(await cli.text("webhook", "list", "work")).toContain(id);
    expect(await cli.text("webhook", "deliveries", "work", id)).toBe("Nothing was told to it yet.\n");

    await server.retain("work", [{ content: "Ann rows.", document_id: "ann" }]);
    const tried = async (): Promise<boolean> =>
      (await cli.json("webhook", "deliveries", "work", id)).items[0]?.last_response_status === 500;
    while (!(await tried())) await new Promise((resolve) => setTimeout(resolve, 100));
    const deliveries = await cli.text("webhook", "deliveries", "work", id);
    expect(deliveries).toMatch(/ (1 try|\d tries) /);
    for (const said of ["retain.completed", "answered 500", "next try at"]) expect(deliveries).toContain(said);

    const changed = await cli.json("webhook", "update", "work", id, "--no-enabled", "--no-secret", "--timeout", "9");
    expect(changed).toMatchObject({ enabled: false, http_config: { timeout_seconds: 9, headers: { "X-Team": "a=b" } }, url });
    expect(await cli.text("webhook", "update", "work", id, "-e", "consolidation.completed", "--enabled")).toMatch(/state *│ on/);
    expect(await cli.text("webhook", "delete", "work", id)).toBe(`Deleted ${id}.\n`);
    expect(await cli.json("webhook", "list", "work")).toMatchObject({ total: 0 });
    receiver.closeAllConnections();
    receiver.close();
  });

  test("says that a webhook without --events is told of consolidations alone", async () => {
    const made = await cli.text("webhook", "create", "no-events", "https://example.com/hook");
    expect(made).toContain("No --events: it is told of consolidation.completed alone.");
    expect(made).toMatch(/webhook update no-events \S+ --events/);
    expect((await cli("webhook", "create", "--help")).output.replace(/\s+/g, " ")).toContain("(default: consolidation.completed alone)");
  });

  test("takes the secret of a webhook from the environment", async () => {
    const withSecret = cliOf(server.url, { HINDSIGHT_WEBHOOK_SECRET: "from the environment" });
    const { id } = await withSecret.json("webhook", "create", "other", "https://example.com/hook", "--disabled");
    expect(await cli.json("webhook", "list", "other")).toMatchObject({ items: [{ id, enabled: false }] });
  });

  test("bad input ends with status 1 and says what to do", async () => {
    const refused = async (...args: readonly string[]) => {
      const { status, output, errors } = await cli(...args);
      expect([status, output]).toEqual([1, ""]);
      return errors;
    };
    expect(await refused("directive", "list", "nobody")).toContain("Bank 'nobody' not found");
    expect(await refused("directive", "create", "work", "Name")).toContain("missing required argument 'rule'");
    expect(await refused("directive", "create", "work", "Name", "Rule", "--priority", "high")).toContain("--priority takes a whole number");
    expect(await refused("directive", "update", "work", "some-id")).toContain("nothing to change");
    expect(await refused("webhook", "list", "nobody")).toContain("Bank 'nobody' not found");
    expect(await refused("webhook", "create", "work", "http://10.0.0.1/hook")).toContain("10.0.0.1");
    expect(await refused("webhook", "create", "work", "https://example.com", "-H", "nonsense")).toContain("--header takes name=value");
    expect(await refused("webhook", "update", "work", "some-id", "--timeout", "5")).toContain("There is no webhook some-id");
    expect(await refused("webhook", "deliveries", "work")).toContain("missing required argument 'webhook'");
  });
});
