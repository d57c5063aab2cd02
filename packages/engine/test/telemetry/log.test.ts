// Lines of the log: in text and in JSON, each with the call that it belongs to.

import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { loadSettings } from "../../src/config/index.js";
import { HindsightError } from "../../src/errors.js";
import { withinCall } from "../../src/telemetry/call-scope.js";
import { createLog, withCallFields } from "../../src/telemetry/index.js";

const CALL = { requestId: "req-1", operationId: "op-1", trace: null };

function logging(env: Readonly<Record<string, string>> = {}, isTerminal = false) {
  const lines: string[] = [];
  const log = createLog(loadSettings(env), "engine", { write: (line) => void lines.push(line), isTerminal });
  return { log, lines };
}

describe("a line of the log", () => {
  test("in text: time, severity, who says it, what, and its fields", () => {
    const { log, lines } = logging();
    withinCall(CALL, () => log.warn({ bank: "b 1", count: 3 }, "something\nhappened"));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /^\d{4}-\d\d-\d\dT[\d:.]+Z WARNING engine: something happened requestId=req-1 operation=op-1 bank="b 1" count=3\n$/,
    );
  });

  test("in text on a terminal: in colours", () => {
    const { log, lines } = logging({}, true);
    log.info("ready");
    expect(lines[0]).toContain("\u001b[32mINFO\u001b[0m");
    expect(lines[0]).not.toContain("\u001b[32mWARNING");
  });

  test("in JSON: the contract's keys", () => {
    const { log, lines } = logging({ HINDSIGHT_API_LOG_FORMAT: "json" });
    const cause = new Error("no route to host");
    withinCall(CALL, () => log.error({ err: new HindsightError("database_unavailable", "gone", { cause }), ms: 4 }, "it failed"));
    const line = JSON.parse(lines[0] ?? "") as Record<string, unknown>;
    expect(line).toMatchObject({ severity: "ERROR", message: "it failed", logger: "engine", ms: 4, requestId: "req-1", operation: "op-1" });
    expect(new Date(String(line.timestamp)).getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect(line.exception).toMatch(/gone[\s\S]*no route to host/);
    expect(Object.keys(line)).not.toContain("err");
  });

  test("in JSON, only the keys that are asked for", () => {
    const { log, lines } = logging({ HINDSIGHT_API_LOG_FORMAT: "json", HINDSIGHT_API_LOG_JSON_FIELDS: "message, severity,nothing" });
    log.info({ secret: 1 }, "ready");
    expect(JSON.parse(lines[0] ?? "")).toEqual({ message: "ready", severity: "INFO" });
  });

  test.each([
    ["warning", ["WARNING", "ERROR", "CRITICAL"]],
    ["critical", ["CRITICAL"]],
    ["silent", []],
  ])("the level %s lets through %j", (level, expected) => {
    const { log, lines } = logging({ HINDSIGHT_API_LOG_LEVEL: level });
    log.info("a");
    log.warn("b");
    log.error("c");
    log.fatal("d");
    expect(lines.map((line) => line.split(" ")[1])).toEqual(expected);
  });

  test("a caller's own logger goes on shaping its lines", () => {
    const lines: string[] = [];
    const formatters = { log: (fields: object) => ({ shaped: true, ...fields }) };
    const log = withCallFields(pino({ level: "info", formatters }, { write: (line: string) => void lines.push(line) }));
    withinCall(CALL, () => log.info({ a: 1 }, "x"));
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ shaped: true, requestId: "req-1", a: 1 });
  });

  test("a caller's own logger is told whose line it is too, and its own fields win", () => {
    const lines: string[] = [];
    const log = withCallFields(pino({ level: "info" }, { write: (line: string) => void lines.push(line) }));
    withinCall(CALL, () => log.info({ operation: "other" }, "a"));
    log.info("b");
    const [within, without] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(within).toMatchObject({ requestId: "req-1", operation: "other", msg: "a" });
    expect(without).not.toHaveProperty("requestId");
  });
});
