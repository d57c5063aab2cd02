// hindsight reflect: answers with and without a model, piped and on a terminal.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { memoriesOf, openReflection, type Reflection, searching, use } from "../../../test/support/reflection.js";
import { openServer, type TestServer } from "../../../test/support/server.js";
import { type Cli, cliOf, processOf } from "./support/cli.js";
import { hasTerminal, onTerminal } from "./support/terminal.js";

describe("hindsight reflect", { timeout: 120_000 }, () => {
  let reflection: Reflection;
  let without: TestServer;
  let cli: Cli;
  let folder: string;
  const question = "Where does Alice Moreau work?";

  beforeAll(async () => {
    reflection = await openReflection("pglite");
    without = await openServer();
    cli = cliOf(reflection.server.url);
    folder = mkdtempSync(join(tmpdir(), "hindsight-reflect-"));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await without.close();
    await reflection.close();
  });

  /** The model searches, and answers from what it found. */
  const answering = () =>
    reflection.play(
      searching("Alice Moreau", (call) =>
        use("done", {
          answer: "Alice works at Initech.",
          memory_ids: memoriesOf(call)
            .slice(0, 1)
            .map(({ id }) => id),
        }),
      ),
    );

  test("answers in plain text with what it stands on", async () => {
    answering();
    const { bank } = reflection;
    const { status, output, errors } = await cli("reflect", bank.id, question);
    expect([status, errors]).toEqual([0, ""]);
    expect(output).toMatch(
      /^Alice works at Initech\.\n\nBased on:\n {2}staff, .*: Alice Moreau works at Initech as a release engineer\.\n$/,
    );
    expect(await cli.json("memory", "reflect", bank.id, question)).toMatchObject({
      text: "Alice works at Initech.",
      based_on: { memories: [{ document_id: "staff" }] },
    });
  });

  test("--based-on shows ids, models and directives", async () => {
    answering();
    const { bank } = reflection;
    await bank.call("POST", "/directives", { name: "Tone", content: "Answer in one sentence." });
    const output = await cli.text("reflect", bank.id, question, "--based-on", "--budget", "low", "--tags", "team", "--fact-types", "world");
    expect(output).toMatch(/Memories:\n {2}[0-9a-f-]{36} \(world, staff, .*\)\n {4}Alice Moreau works at Initech/);
    expect(output).toContain("Directives in force:\n  Tone\n    Answer in one sentence.");
    expect(await cli.text("reflect", bank.id, question, "--include-facts")).toContain("Memories:");
  });

  test("--schema gives the answer in a form, and fails when there is none", async () => {
    const schema = join(folder, "schema.json");
    writeFileSync(schema, JSON.stringify({ type: "object", properties: { company: { type: "string" } }, required: ["company"] }));
    await without.retain("work", [{ content: "Alice Moreau works at Initech." }]);
    const plain = await cliOf(without.url)("reflect", "work", question, "--schema", schema);
    expect(plain).toMatchObject({
      status: 1,
      output: expect.stringContaining("Initech"),
      errors: expect.stringContaining("not in the form of --schema"),
    });

    reflection.play((call) => {
      if (
        ((call.body.tools ?? []) as readonly unknown[]) &&
        JSON.stringify(call.body).includes("company") &&
        !JSON.stringify(call.body.tools ?? []).includes("recall")
      )
        return { json: { company: "Initech" } };
      return searching("Alice Moreau", () => use("done", { answer: "Alice works at Initech.", memory_ids: [] }))(call);
    });
    expect(await cli.text("reflect", reflection.bank.id, question, "-s", schema)).toContain('{\n  "company": "Initech"\n}');
  });

  test.skipIf(!hasTerminal)("tells on a terminal what it searches, and leaves the answer alone in the end", async () => {
    answering();
    const { status, screen } = await onTerminal(["reflect", reflection.bank.id, question], { HINDSIGHT_API_URL: reflection.server.url });
    expect(status).toBe(0);
    expect(screen).toContain("Reflecting");
    expect(screen).toContain("search observations: Alice Moreau");
    expect(screen).toMatch(/recall: \d+ found/);
    expect(screen.split("\u001b[K").at(-1)).toMatch(/^Alice works at Initech\.\r\n\r\nBased on:/);
  });

  test.skipIf(!hasTerminal)("an error behind the first event is told, and ends with status 1", async () => {
    const broken = await answered((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(
        'event: tool_call\ndata: {"tool":"recall","input":{"query":"x"}}\n\nevent: error\ndata: {"status":504,"detail":"It took too long."}\n\n',
      );
    });
    const failed = await onTerminal(["reflect", "work", question], { HINDSIGHT_API_URL: broken.url });
    expect(failed.status).toBe(1);
    expect(failed.screen).toContain("Error: It took too long.");
    broken.server.close();

    const cut = await answered((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end('event: tool_call\ndata: {"tool":"recall"}\n\n');
    });
    const ended = await onTerminal(["reflect", "work", question], { HINDSIGHT_API_URL: cut.url });
    expect(ended.status).toBe(1);
    expect(ended.screen).toContain("ended its reply before the answer");
    cut.server.close();
  });

  test.skipIf(!hasTerminal)("takes the whole answer of a server that tells no progress", async () => {
    const whole = await answered((response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end('{"text":"It is so."}');
    });
    const { screen, status } = await onTerminal(["reflect", "work", question], { HINDSIGHT_API_URL: whole.url });
    expect(status).toBe(0);
    expect(screen).toContain("It is so.");
    whole.server.close();
  });

  test("a process of its own: text on stdout, nothing on stderr, and a status", async () => {
    answering();
    const process = processOf(reflection.server.url);
    expect(await process("reflect", reflection.bank.id, question)).toMatchObject({
      status: 0,
      errors: "",
      output: expect.stringMatching(/^Alice works/),
    });
    expect(await process("reflect", "work")).toMatchObject({
      status: 1,
      output: "",
      errors: expect.stringContaining("missing required argument 'query'"),
    });
  });

  test("bad input ends with status 1 and says what to do", async () => {
    const refused = async (...args: readonly string[]) => {
      const { status, output, errors } = await cli("reflect", reflection.bank.id, question, ...args);
      expect([status, output]).toEqual([1, ""]);
      return errors;
    };
    const list = join(folder, "list.json");
    writeFileSync(list, "[]");
    expect(await refused("--schema", join(folder, "none.json"))).toContain("none.json cannot be read");
    expect(await refused("--schema", list)).toContain("takes a JSON object");
    expect(await refused("--budget", "endless")).toContain("budget");
    expect(await refused("--max-tokens", "-1")).toContain("--max-tokens takes a whole number from 1");
  });
});

type Answer = (response: import("node:http").ServerResponse) => void;

async function answered(answer: Answer): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => answer(response));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
