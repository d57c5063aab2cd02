// The worked examples of docs/extensions.md, loaded as an operator loads them, before a real server.

import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadSettings, unknownSettings } from "@hindsight-memory/engine";
import { startServer } from "@hindsight-memory/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import meteringValidator from "../../docs/examples/extensions/metering-validator.js";
import quotaValidator from "../../docs/examples/extensions/quota-validator.js";
import { freshDataDir } from "../../packages/engine/test/support/database.js";
import { type CallOptions, openServer, send, type TestServer } from "../support/server.js";
import { sendForm } from "../support/upload.js";

const example = (name: string) => fileURLToPath(new URL(`../../docs/examples/extensions/${name}`, import.meta.url));
const ENV = {
  HINDSIGHT_API_TENANT_EXTENSION: example("headers-tenant.ts"),
  HINDSIGHT_API_TENANT_GATEWAY_SECRET: "between us",
  HINDSIGHT_API_EXTENSION_PASSTHROUGH_HEADERS: "X-Tenant,x-user,x-role",
  HINDSIGHT_API_OPERATION_VALIDATOR_EXTENSION: example("quota-validator.ts"),
  HINDSIGHT_API_OPERATION_VALIDATOR_DAILY: "40",
  HINDSIGHT_API_OPERATION_VALIDATOR_REFLECT_HOURS: "0-0",
  HINDSIGHT_API_FILE_STORAGE_EXTENSION: example("memory-storage.ts"),
  HINDSIGHT_API_FILE_PARSER_EXTENSION: `${example("memory-storage.ts")}#subtitles`,
};

let server: TestServer;
beforeAll(async () => {
  server = await openServer(ENV);
});
afterAll(() => server.close());

const as = (user: string, role: string, tenant = "red") => ({
  headers: { authorization: "Bearer between us", "x-tenant": tenant, "x-user": user, "x-role": role },
});
const B = "/v1/default/banks/notes";
const item = { items: [{ content: "The red team meets on Monday." }] };

describe("a tenant extension", () => {
  test("says who calls, and challenges whoever did not come its way, over MCP as well", async () => {
    const refused = await server.call("GET", "/v1/default/banks");
    expect([refused.status, refused.body]).toEqual([401, { detail: "Authentication failed: this server is reached through its gateway" }]);
    expect(refused.headers["www-authenticate"]).toMatch(/resource_metadata=/);
    const mcp = await server.call("POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "tools/list" });
    expect([mcp.status, mcp.body]).toEqual([401, { error: "Authentication failed: this server is reached through its gateway" }]);
    expect(mcp.headers["www-authenticate"]).toMatch(/resource_metadata=/);
  });

  test("puts each caller into its tenant, with its access", async () => {
    expect((await server.call("POST", `${B}/memories`, item, as("ann", "member"))).status).toBe(200);
    expect((await server.call("POST", `${B}/memories`, item, as("gus", "guest"))).status).toBe(403);
    const seen = async (tenant: string) =>
      (await server.call("GET", "/v1/default/banks", undefined, as("gus", "guest", tenant))).body.banks;
    expect((await seen("red")).map((bank: { bank_id: string }) => bank.bank_id)).toEqual(["notes"]);
    expect(await seen("blue")).toEqual([]);
    expect((await server.call("GET", "/v1/default/banks", undefined, as("x", "guest", 'a"; DROP'))).status).toBe(401);
  });

  test("has a say in settings: its own lie between the server's and a bank's, and few may be changed", async () => {
    const owner = as("olga", "owner");
    expect((await server.call("GET", `${B}/config`, undefined, owner)).body.config.recall_max_tokens).toBe(1024);
    const patch = (updates: object) => server.call("PATCH", `${B}/config`, { updates }, owner);
    expect((await patch({ HINDSIGHT_API_RETAIN_MISSION: "Meetings." })).body.overrides).toEqual({ retain_mission: "Meetings." });
    const refused = await patch({ retain_mission: "x", recall_max_tokens: 9, retain_chunk_size: 9 });
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringMatching(/recall_max_tokens, retain_chunk_size/)]);
    expect((await server.call("PUT", B, { retain_chunk_size: 2000 }, owner)).status).toBe(403);
    expect((await server.call("DELETE", `${B}/config`, undefined, owner)).status).toBe(403);
    expect((await server.call("GET", `${B}/config`, undefined, owner)).body.overrides).toEqual({ retain_mission: "Meetings." });
  });
});

describe("a validator", () => {
  test("refuses with its own status and headers, before the body is read", async () => {
    const refused = await server.call("POST", `${B}/reflect`, "{ not even json", as("ann", "member"));
    expect([refused.status, refused.body]).toEqual([429, { detail: "Reflection is open from 0 to 0 o'clock UTC." }]);
    expect(refused.headers["retry-after"]).toBe("3600");
    expect((await server.call("POST", `${B}/memories/recall`, "{ not even json", as("ann", "member"))).status).toBe(422); // control
  });

  test("counts what a caller asks, route by route, until it is enough", async () => {
    // Not by the server's own call, which takes declared statuses alone: which one a validator chooses, no specification knows.
    const ask = () => send(server.url, "GET", "/v1/default/banks", undefined, as("eve", "guest"));
    const statuses: number[] = [];
    for (let i = 0; i < 42; i++) statuses.push((await ask()).status);
    expect(statuses).toEqual([...Array(40).fill(200), 402, 402]);
  });

  test("of the example begins anew each day", async () => {
    let now = new Date("2026-05-01T23:59:00Z");
    const { validate } = quotaValidator(
      { settings: { daily: "1" }, log: { info: () => undefined, warn: () => undefined }, tenants: {} as never },
      () => now,
    );
    const ask = () =>
      validate({
        operation: "recall",
        access: "read",
        bankId: "a",
        tenant: "t",
        subject: "s",
        headers: {},
        requestId: "r",
        transport: "http",
      });
    expect([await ask(), (await ask())?.status]).toEqual([undefined, 402]);
    now = new Date("2026-05-02T00:00:00Z");
    expect(await ask()).toBe(undefined);
  });
});

test("the meter of the example counts what models used, refuses calls over the limit, and puts work off until midnight", async () => {
  const now = () => new Date("2026-05-01T23:00:00Z");
  const context = { settings: { daily_tokens: "100" }, log: { info: () => undefined, warn: () => undefined }, tenants: {} as never };
  const { validate, completed, validateWork } = meteringValidator(context, now);
  const call = {
    operation: "reflect",
    access: "read",
    bankId: "a",
    tenant: "t",
    subject: "s",
    headers: {},
    requestId: "r",
    transport: "http",
  } as const;
  const work = { type: "consolidation", operationId: "o", tenant: "t", bankId: "a", attempts: 1, requestId: null };
  const asked = async () => [await validate(call), await validateWork?.(work)];
  expect(await asked()).toEqual([undefined, undefined]);
  await completed?.({ ...call, request: {}, result: { usage: { total_tokens: 100 } }, error: null, durationMs: 1 });
  const [refusal, later] = await asked();
  expect([refusal, later]).toMatchObject([{ status: 429 }, { deferUntil: new Date("2026-05-02T00:00:00Z") }]);
  expect(await validate({ ...call, operation: "recall" })).toBe(undefined);
  expect(await validate({ ...call, tenant: "other" })).toBe(undefined);
});

test.each(["red", "public"])("files are read and kept by modules of one's own, in the tenant %s", async (tenant) => {
  const ann = as("ann", "member", tenant);
  expect((await server.call("POST", `${B}/memories`, item, ann)).status).toBe(200);
  const form = new FormData();
  form.append("files", new Blob(["1\n00:00:01,000 --> 00:00:02,000\nThe harbour opens at dawn.\n"]), "film.srt");
  form.append("files", new Blob(["1\n00:00:01,000 --> 00:00:02,000\n"]), "silent.srt");
  form.append("request", "{}");
  const asAnn = {
    call: (method: string, path: string, body: unknown, more: CallOptions = {}) =>
      server.call(method, path, body, { headers: { ...more.headers, ...ann.headers } }),
  };
  const sent = await sendForm(asAnn as TestServer, `${B}/files/retain`, form);
  expect(sent.status, sent.text).toBe(200);
  const [film, silent] = sent.body.operation_ids;
  const ended = async (id: string) => {
    for (;;) {
      const { body } = await asAnn.call("GET", `${B}/operations/${id}`, undefined);
      if (body.status === "completed" || body.status === "failed") return body;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  expect(await ended(silent)).toMatchObject({ status: "failed", error_message: expect.stringMatching(/nothing is said in it/) });
  expect((await ended(film)).status).toBe("completed");
  await expect
    .poll(async () => JSON.stringify((await asAnn.call("GET", `${B}/memories/list`, undefined)).body.items))
    .toMatch(/The harbour opens at dawn/);
});

describe("an extension that cannot be used ends the start, and says why", () => {
  test.each([
    ["./no-such-module.js", /could not be loaded/],
    [`${example("memory-storage.ts")}#nothing`, /exports no function "nothing"/],
    [`${example("memory-storage.ts")}#subtitles`, /lacks authenticate/],
  ])("%s", async (reference, message) => {
    const env = { ...ENV, HINDSIGHT_API_PORT: "0", HINDSIGHT_API_LOG_LEVEL: "silent", HINDSIGHT_API_TENANT_EXTENSION: reference };
    await expect(startServer({ env, engine: { tenant: "public", tenants: {} } as never })).rejects.toThrow(message);
  });

  test("and leaves nothing open behind it", async () => {
    const dataDir = await freshDataDir();
    const env = { HINDSIGHT_DATA_DIR: dataDir, HINDSIGHT_API_PORT: "0", HINDSIGHT_API_LOG_LEVEL: "silent" };
    await expect(startServer({ env: { ...env, HINDSIGHT_API_TENANT_EXTENSION: "./no-such-module.js" } })).rejects.toThrow(
      /could not be loaded/,
    );
    await (await startServer({ env })).close(); // the folder is free
    rmSync(dataDir, { recursive: true, force: true });
  });

  test("its settings are nobody's slip of the pen, and without it they are", () => {
    expect(unknownSettings(ENV)).toEqual([]);
    expect(unknownSettings({ HINDSIGHT_API_TENANT_GATEWAY_SECRET: "x" })).toHaveLength(1);
    expect(loadSettings(ENV).extensionPassthroughHeaders).toEqual(["X-Tenant", "x-user", "x-role"]);
  });

  test("a closed server may listen anywhere, an open one may not", async () => {
    const start = (env: Record<string, string>) =>
      startServer({
        env: { HINDSIGHT_API_HOST: "0.0.0.0", HINDSIGHT_API_PORT: "0", HINDSIGHT_API_LOG_LEVEL: "silent", ...env },
        engine: { tenant: "public", tenants: {}, warm: async () => undefined } as never,
      });
    await expect(start({})).rejects.toThrow(/HINDSIGHT_API_TENANT_EXTENSION/);
  });
});
