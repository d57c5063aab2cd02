// Settings of the environment that would be taken and then do something else than they say: refused at the start, with the variable and what it takes.

import { expect, test } from "vitest";
import { loadSettings } from "../../src/config/index.js";

test.each(["memory", "/memory", "/memory/", " //memory// "])("the base path %j is /memory", (path) => {
  expect(loadSettings({ HINDSIGHT_API_BASE_PATH: path }).basePath).toBe("/memory");
});

test.each([
  ["HINDSIGHT_API_BASE_PATH", "/a/../b"],
  ["HINDSIGHT_API_BASE_PATH", "/a?b"],
  ["HINDSIGHT_API_BASE_PATH", "https://example.com/memory"],
  // A timer that is set further off than Node counts goes off at once.
  ["HINDSIGHT_API_ADMISSION_RECALL_MAX_WAIT_MS", "99999999999"],
  ["HINDSIGHT_API_ADMISSION_REFLECT_MAX_WAIT_MS", "99999999999"],
  ["HINDSIGHT_API_CONSOLIDATION_WALL_TIMEOUT", "99999999"],
  ["HINDSIGHT_API_MENTAL_MODEL_REFRESH_TICK_SECONDS", "99999999"],
  ["HINDSIGHT_API_LLM_MAX_BACKOFF", "99999999"],
  ["HINDSIGHT_API_RETAIN_LLM_MAX_BACKOFF", "99999999"],
  ["HINDSIGHT_API_EMBEDDINGS_RETRY_BUDGET", "99999999"],
  ["HINDSIGHT_API_WEBHOOK_URL", "example.com/hook"],
  ["HINDSIGHT_API_WEBHOOK_ALLOWED_HOSTS", "localhost, 10.0.0.0/99"],
  ["HINDSIGHT_CP_MAX_UPLOAD_SIZE", "ten"],
  ["HINDSIGHT_CP_MAX_UPLOAD_SIZE", "-1"],
  ["HINDSIGHT_CP_DATAPLANE_API_URL", "localhost:8888"],
  ["HINDSIGHT_CP_PORT", "99999"],
])("%s does not take %j", (name, value) => {
  expect(() => loadSettings({ [name]: value })).toThrow(
    expect.objectContaining({ code: "configuration_invalid", message: expect.stringContaining(name) }),
  );
});

test.each([
  ["1048576", 1_048_576],
  ["500kb", 512_000],
  ["100mb", 104_857_600],
  [" 1.5 GB ", 1_610_612_736],
  ["2m", 2_097_152],
  ["7b", 7],
])("%s is a size of %i bytes", (text, bytes) => {
  expect(loadSettings({ HINDSIGHT_CP_MAX_UPLOAD_SIZE: text }).consoleMaxUpload).toBe(bytes);
});

test("settings that must fit one another do so in the environment too", () => {
  expect(loadSettings({ HINDSIGHT_API_RECALL_BUDGET_MIN: "10", HINDSIGHT_API_RECALL_BUDGET_MAX: "20" }).bank.recall_budget_max).toBe(20);
  expect(() => loadSettings({ HINDSIGHT_API_RECALL_BUDGET_MIN: "50", HINDSIGHT_API_RECALL_BUDGET_MAX: "20" })).toThrow(
    expect.objectContaining({ code: "configuration_invalid", message: expect.stringContaining("recall_budget_min would be 50") }),
  );
});
