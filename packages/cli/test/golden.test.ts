// What the main verbs show, as text and as JSON, held against test/golden/: ids, dates of today and scores are masked.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServer, type TestServer } from "../../../test/support/server.js";
import { type Cli, cliOf } from "./support/cli.js";

const SAID = ["-d", "chat", "-t", "2024-05-01T10:00:00Z", "--tags", "boat"];
/** In this order: the first ones make what the others show. */
const LINES: readonly (readonly string[])[] = [
  ["bank", "create", "work", "--name", "Work", "--mission", "Remember boats."],
  ["retain", "work", "Ann rows on the canal in Delft.", ...SAID],
  ["recall", "work", "Where does Ann row?"],
  ["reflect", "work", "Where does Ann row?"],
  ["bank", "list"],
  ["bank", "disposition", "work"],
  ["document", "list", "work"],
  ["memory", "list", "work"],
  ["tag", "list", "work"],
  ["entity", "list", "work"],
  ["operation", "list", "empty"],
];

describe("what the main verbs show", { timeout: 120_000 }, () => {
  let server: TestServer;
  let cli: Cli;

  beforeAll(async () => {
    server = await openServer();
    cli = cliOf(server.url);
    await cli.text("bank", "create", "empty");
    await server.retain("warm", [{ content: "Bob sails." }]); // loads the encoder: the first retain shown would not wait for that
    await server.idle();
    await server.call("DELETE", "/v1/default/banks/warm");
  });
  afterAll(() => server.close());

  test.each(["json", "yaml"])("a failure under -o %s: nothing on standard output, words on standard error", async (format) => {
    const { status, output, errors } = await cli("recall", "nowhere", "Who rows?", "-o", format);
    expect([status, output]).toEqual([1, ""]);
    expect(errors).toMatch(/^Error: .*nowhere/);
  });

  test("as text, and as JSON", async () => {
    const said: { readonly text: string[]; readonly json: string[] } = { text: [], json: [] };
    for (const line of LINES) {
      const head = `$ hindsight ${line.map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(" ")}`;
      said.text.push(`${head}\n${masked(await cli.text(...line))}`);
      said.json.push(`${head} --json\n${masked(await cli.text(...line, "--json"))}`);
    }
    await expect(said.text.join("\n")).toMatchFileSnapshot("golden/text.txt");
    await expect(said.json.join("\n")).toMatchFileSnapshot("golden/json.txt");
    const entities = said.text[LINES.findIndex(([noun]) => noun === "entity")] ?? "";
    expect(Math.max(...entities.split("\n").map((line) => line.length)), "fits a terminal of 80 columns").toBeLessThan(80);
    expect(said.text.join("\n")).toContain("Ann rows on the canal in Delft."); // control
  });
});

/** Of the same length, so that tables keep their widths. */
const masked = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "00000000-0000-0000-0000-000000000000")
    .replace(/(?<=│ )[0-9a-f]{8}(?= │)/g, "00000000")
    .replace(/20(?!24)\d\d-\d\d-\d\d([T ])\d\d:\d\d/g, "YYYY-MM-DD$1hh:mm")
    .replace(/(?<=YYYY-MM-DDThh:mm):\d\d(?:\.\d+)?/g, ":ss.s")
    .replace(/(?<=": )\d+\.\d+(?:e-?\d+)?/g, "0.0")
    .replace(/(?<=│ )\d\.\d{3}(?= │)/g, "0.000");
