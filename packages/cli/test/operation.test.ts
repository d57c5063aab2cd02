// hindsight operation: what its tables say, and that nothing of it is cut.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServer, type TestServer } from "../../../test/support/server.js";
import { upload } from "../../../test/support/upload.js";
import { operationFacts, operationRow, span } from "../src/operation-table.js";
import { run } from "./support/run.js";

describe("hindsight operation", { timeout: 120_000 }, () => {
  let server: TestServer;
  const env = () => ({ HINDSIGHT_API_URL: server.url });

  beforeAll(async () => {
    server = await openServer();
    await server.call("PUT", "/v1/default/banks/work", {});
    await upload(server, "work", [{ name: "broken.pdf", content: "no PDF \0" }], { files_metadata: [{ document_id: "papers/broken" }] });
    await server.call("POST", "/v1/default/banks/work/memories", { items: [{ content: "Ann rows.", document_id: "ann" }], async: true });
    await server.idle();
  });
  afterAll(() => server.close());

  test.each([80, 120])("lists them with file, document and age in %i columns", async (columns) => {
    const { output } = await run(["operation", "list", "work"], env(), columns);
    for (const word of ["broken.pdf", "papers/broken", "file_convert_retain", "failed", "ann", "ago"]) expect(output).toContain(word);
    expect(output).not.toContain("…");
    for (const line of output.split("\n")) expect(line.length).toBeLessThanOrEqual(columns);
  });

  test("shows the whole error of one, and the receipt of another", async () => {
    const { operations } = (await server.call("GET", "/v1/default/banks/work/operations")).body;
    const id = (status: string): string => operations.find((each: { status: string }) => each.status === status).operation_id;
    const failed = operations.find((each: { status: string }) => each.status === "failed");
    const { output } = await run(["operation", "get", "work", id("failed")], env(), 80);
    const flat = (text: string): string => text.replace(/[│\s]+/g, "");
    expect(flat(output)).toContain(flat(failed.error_message));
    expect((await run(["operation", "get", "work", id("completed")], env(), 80)).output).toMatch(/memories stored *│ 1 /);
  });
});

describe("the facts of an operation", () => {
  const now = new Date("2026-11-30T12:00:00Z");
  const operation = { operation_id: "o", operation_type: "retain", status: "pending", created_at: "2026-11-30T11:57:10Z", retry_count: 0 };

  test("count no try of what never ran, and one more for what runs", () => {
    expect(operationFacts(operation, now)).toMatch(/tries *│ 0 /);
    expect(operationFacts({ ...operation, status: "processing", retry_count: 1 }, now)).toMatch(/tries *│ 2 /);
  });

  test("name what models took", () => {
    const usage = { input_tokens: 1200, output_tokens: 80 };
    expect(operationFacts({ ...operation, status: "completed", result_metadata: { usage } }, now)).toContain("1200 in, 80 out");
    expect(operationFacts(operation, now)).not.toContain("tokens"); // control: nothing is said of what is not known
  });

  test("name progress and parts", () => {
    const child_operations = [{ operation_id: "part-1", status: "failed", items_count: 7, error_message: "Because." }];
    const text = operationFacts(
      { ...operation, status: "processing", progress: { stage: "extract", processed: 3, total: 9 }, child_operations },
      now,
    );
    for (const words of ["extract, 3 of 9", "part-1", "Because.", "2 min ago"]) expect(text).toContain(words);
    expect(operationRow({ ...operation, document_id: "d", items_count: 4 }, now)).toEqual([
      "o\nretain",
      "pending\n2 min ago",
      "d, 4 items",
    ]);
  });

  test.each([
    [900, "0 s"],
    [61_000, "1 min"],
    [7_300_000, "2 h"],
    [200_000_000, "2 d"],
  ])("%i ms is %s", (ms, text) => {
    expect(span(ms)).toBe(text);
  });
});
