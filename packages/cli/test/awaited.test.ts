// Waiting for what a model that is away holds up: it is said on stderr what is waited for, each time that it changes.

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openServer, type TestServer } from "../../../test/support/server.js";
import { type ScriptedLlm, startScriptedLlm } from "../../engine/test/support/scripted-llm.js";
import { tellWaits } from "../src/awaited.js";
import { type Cli, cliOf } from "./support/cli.js";

const waiting = { operation_id: "o", status: "pending", retry_count: 0 };

function notesOf(quietMs: number, operations: Parameters<ReturnType<typeof tellWaits>>[0][]): string {
  let said = "";
  const writing = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    said += String(text);
    return true;
  });
  const tell = tellWaits("Writing it", quietMs);
  for (const operation of operations) tell(operation);
  writing.mockRestore();
  return said;
}

test("status, tries and next try are said once each, and nothing of what is done soon", () => {
  const failed = { ...waiting, retry_count: 1, next_retry_at: "2026-03-01T10:15:03.400Z", error_message: "No\nanswer" };
  const again = { ...waiting, status: "processing", retry_count: 1 };
  const steps = [waiting, { ...waiting, status: "processing" }, failed, failed, again, again];
  const later = ["pending, 1 try failed, next try at 2026-03-01 10:15:03 UTC: No answer", "processing, try 2"];
  const lines = (texts: readonly string[]): string => texts.map((text) => `Writing it: ${text}\n`).join("");
  expect(notesOf(60_000, steps)).toBe(lines(later));
  expect(notesOf(0, steps)).toBe(lines(["pending", "processing, try 1", ...later]));
  expect(notesOf(60_000, steps.slice(0, 2))).toBe("");
});

describe("hindsight mental-model create --wait, with a model that is away", { timeout: 120_000 }, () => {
  let llm: ScriptedLlm;
  let server: TestServer;
  let cli: Cli;
  beforeAll(async () => {
    let calls = 0;
    llm = await startScriptedLlm(() => {
      calls += 1;
      return calls === 1 ? { text: "ready" } : { status: 503, message: "away" };
    });
    server = await openServer({ ...llm.env, HINDSIGHT_API_WORKER_MAX_RETRIES: "1", HINDSIGHT_API_WORKER_RETRY_BACKOFF: "48" });
    cli = cliOf(server.url);
  });
  afterAll(async () => {
    await server.close();
    await llm.close();
  });

  test("says which try failed and when the next is", async () => {
    const { status, output, errors } = await cli("mental-model", "create", "work", "Tastes", "What does Ann like?", "--wait");
    expect([status, output]).toEqual([1, ""]);
    expect(errors).toMatch(/^Writing Tastes: pending, 1 try failed, next try at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC: /m);
  });
});
