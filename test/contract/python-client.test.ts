// The published Python client against a real server: every check in python-client/ passes.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pythonPrograms, runPython } from "../support/python.js";
import { openServer, type TestServer } from "../support/server.js";

const script = fileURLToPath(new URL("python-client/run.py", import.meta.url));

describe.skipIf(pythonPrograms() === null)("the published Python client (needs `node scripts/test-python.mjs`)", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openServer();
  });
  afterAll(() => server.close());

  it("passes every check", { timeout: 180_000 }, async () => {
    const { code, output } = await runPython("python", ["-W", "ignore", script], { env: { BASE_URL: server.url } });
    expect(output.trimEnd().split("\n").at(-1), output).toMatch(/^[67]\d passed, 0 failed$/);
    expect(code).toBe(0);
  });

  it("runs as the documentation shows it", async () => {
    const page = readFileSync(new URL("../../docs/other-languages.md", import.meta.url), "utf8");
    const [, program = ""] = /^```python\n([\s\S]*?)^```/m.exec(page) ?? [];
    const promised = /^# → (.+)$/m.exec(program)?.[1];
    const { code, output } = await runPython("python", ["-W", "ignore", "-c", program], { env: { HINDSIGHT_API_URL: server.url } });
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(promised ?? "a promise") });
  });
});
