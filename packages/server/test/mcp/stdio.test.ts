// What `hindsight mcp` writes on standard error, which agents show as failures.

import { loadSettings } from "@hindsight-memory/engine";
import { expect, test } from "vitest";
import { stdioLogSettings } from "../../src/mcp/stdio.js";

test.each<readonly [string, Readonly<Record<string, string>>, string | null, string]>([
  ["failures alone, unless", {}, null, "error"],
  ["a level is asked for, or", { HINDSIGHT_API_LOG_LEVEL: "info" }, null, "info"],
  ["it goes to a file", {}, "/tmp/mcp.log", "info"],
])("%s", (_, env, logFile, level) => {
  expect(stdioLogSettings(loadSettings(env), env, logFile).logLevel).toBe(level);
});
