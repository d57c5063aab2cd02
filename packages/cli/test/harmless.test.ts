// What a bank holds cannot steer the terminal that shows it, whatever the server lets through.

import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { harmless, harmlessBesideColours } from "../src/harmless.js";
import { begun, table } from "../src/output.js";
import { cliOf } from "./support/cli.js";
import { hasTerminal, onTerminal } from "./support/terminal.js";

const ESC = "\u001b";
/** Clears the screen, sets the title and the clipboard, hides what follows, rings; C1 forms of the same; turns the text around. */
const EVIL = `${ESC}[2J${ESC}]0;owned\u0007${ESC}]52;c;ZXZpbA==\u0007${ESC}[8m\u009b2J\u0090x\u009c\u202eevil\u2066\r\b\u0000`;
const DANGEROUS = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/** Those that hold their text against it where it is made, or leave out what steers, and lines of our own words. */
const KNOWN = ["output.ts", "carry-out.ts", "commands/completion.ts", "commands/worker.ts", "main.ts"];

test("no command writes a text from elsewhere past it", () => {
  const folder = fileURLToPath(new URL("../src", import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const writes = files.flatMap((file) =>
    [...readFileSync(path.join(folder, file), "utf8").matchAll(/std(?:out|err)\.write\([^;]*\$\{[^;]*;/g)].map(
      ([code]) => [file, code] as const,
    ),
  );
  expect(writes.length).toBeGreaterThan(5); // control: they are found
  const past = writes.filter(([file, code]) => !code.includes("harmless(") && !KNOWN.includes(file.split(path.sep).join("/")));
  expect(past).toEqual([]);
});

describe("harmless", () => {
  test("writes out what steers, and nothing else", () => {
    expect(harmless(EVIL)).not.toMatch(DANGEROUS);
    expect(harmless("a\u001b[31mb")).toBe("a\\u001b[31mb");
    expect(harmless("Zeile 1\r\n\tZeile 2 – 名前 👩‍💻 עברית")).toBe("Zeile 1\n\tZeile 2 – 名前 👩‍💻 עברית");
    expect(JSON.parse(harmless(JSON.stringify({ name: EVIL })))).toEqual({ name: EVIL });
  });

  test("keeps the colours of tables beside it, and no others", () => {
    expect(harmlessBesideColours(`${ESC}[36mhead${ESC}[39m ${ESC}[8mhidden`)).toBe(`${ESC}[36mhead${ESC}[39m \\u001b[8mhidden`);
  });

  test("tables are harmless, and no wider for it", () => {
    const text = table(["name"], [[EVIL], ["plain"]]);
    expect(text).not.toMatch(DANGEROUS);
    expect(text).toContain("plain");
  });
});

describe("words of other scripts", () => {
  test("are broken where a cell ends, not cut", () => {
    const name = "发布说明应该怎么写".repeat(12);
    const text = table(["name"], [[name]]);
    expect(text).not.toContain("…");
    expect(text.replace(/[^\p{Script=Han}]/gu, "")).toBe(name);
  });

  test("begin where there is no space, with whole characters", () => {
    expect(begun("发布说明".repeat(10), 8)).toBe("发布说明发布说明 …");
    expect(begun("a😀😀", 2)).toBe("a …");
    expect(begun("one two three", 8)).toBe("one two …");
  });
});

describe("a server that lets everything through", { timeout: 120_000 }, () => {
  let server: Server;
  let url: string;
  const node = { id: "kp-1", kind: "page", name: EVIL, parent_id: null, tags: [EVIL], children: [] };
  const replies: Readonly<Record<string, unknown>> = {
    "/knowledge-base/tree": { roots: [node] },
    "/knowledge-base/pages/kp-1": { markdown: `# ${EVIL}`, body: EVIL },
    "/knowledge-base/search": { results: [{ id: EVIL, name: EVIL, snippet: EVIL }] },
    "/mental-models": { items: [{ id: EVIL, name: EVIL, tags: [EVIL] }], total: 1 },
    "/mental-models/m": { id: EVIL, name: EVIL, tags: [], content: EVIL, source_query: EVIL },
    "/directives": { items: [{ id: EVIL, name: EVIL, content: EVIL, priority: 0, is_active: true, tags: [EVIL] }], total: 1 },
    "/webhooks": { items: [{ id: EVIL, url: EVIL, event_types: [EVIL], enabled: true }], total: 1 },
    "/memories/list": {
      items: [{ id: EVIL, text: EVIL, fact_type: EVIL, date: "", document_id: EVIL, proof_count: 1, tags: [] }],
      total: 1,
    },
    "/documents/d/history": { document_id: EVIL, items: [{ kind: EVIL, facts_added: 1, facts_removed: 0 }], total: 1 },
    "/reflect": {
      text: EVIL,
      based_on: { memories: [{ id: EVIL, text: EVIL, type: EVIL, document_id: EVIL }], mental_models: [], directives: [] },
    },
    "/knowledge-base/export": { files: [{ path: "../outside.md", content: "x" }] },
  };

  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume();
      const rest = (request.url ?? "").split("?")[0]?.replace("/v1/default/banks/work", "") ?? "";
      const reply = replies[rest];
      response.writeHead(reply === undefined ? 404 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(reply ?? { detail: `Nothing called ${EVIL}` }));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test.each([
    ["pages list work"],
    ["pages search work x"],
    ["mental-model list work"],
    ["directive list work"],
    ["webhook list work"],
    ["memory list work"],
    ["observation list work"],
    ["document history work d"],
  ])("%s is harmless, in a pipe as well", async (line) => {
    const output = await cliOf(url).text(...line.split(" "));
    expect(output).not.toMatch(DANGEROUS);
    expect(output).toContain("\\u001b[2J"); // control: it was there
    expect(await cliOf(url).text(...line.split(" "), "--json")).not.toMatch(DANGEROUS);
  });

  test("an error that repeats a name is harmless", async () => {
    const { errors } = await cliOf(url)("mental-model", "get", "work", "none");
    expect(errors).not.toMatch(DANGEROUS);
    expect(errors).toContain("Nothing called \\u001b[2J");
  });

  test
    .skipIf(!hasTerminal)
    .each([["pages show work kp-1"], ["mental-model get work m"], ["mental-model get work m --content"], ["reflect work x --based-on"]])(
    "%s is harmless on a terminal",
    async (line) => {
      const { screen, status } = await onTerminal(line.split(" "), { HINDSIGHT_API_URL: url, NO_COLOR: "1" });
      expect(status).toBe(0);
      expect(screen).toContain("\\u001b[2J");
      for (const steering of [`${ESC}[2J`, `${ESC}]`, `${ESC}[8m`, "\u009b", "\u202e", "\u0007", "\b"])
        expect(screen).not.toContain(steering);
    },
  );

  test("a pipe gets a page byte for byte", async () => {
    expect(await cliOf(url).text("pages", "show", "work", "kp-1")).toBe(`# ${EVIL}\n`);
  });

  test("an export writes nothing outside of its folder", async () => {
    const { status, errors } = await cliOf(url)("pages", "export", "work", "--dir", "some/folder");
    expect(status).toBe(1);
    expect(errors).toContain("outside of some/folder: ../outside.md. Nothing was written.");
  });
});
