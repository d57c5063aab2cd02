// Downloads of archives: which keys name one, who may fetch it, and that a browser only ever saves it.

import type { AuditedCall, Hindsight } from "@hindsight-memory/engine";
import { HindsightError } from "@hindsight-memory/engine";
import { Hono } from "hono";
import { beforeEach, describe, expect, test } from "vitest";
import { type Caller, fullCaller } from "../../src/access/index.js";
import { mount } from "../../src/http/mount.js";
import type { HttpContext, HttpEnv, HttpParts } from "../../src/http/types.js";
import { errorReply } from "../../src/middleware/errors.js";
import { downloadRoutes } from "../../src/routes/downloads.js";
import { exportAddress } from "../../src/wire/exports.js";

const ID = "0b2f9c1e-1111-4222-8333-444455556666";

const asked: string[] = [];
const audited: AuditedCall[] = [];
const engine = {
  files: {
    async download(bankId: string, exportId: string) {
      asked.push(`${bankId} ${exportId}`);
      if (bankId === "none") throw new HindsightError("bank_not_found", "Bank 'none' not found");
      return { bankId, filename: `${bankId}-documents.zip`, size: 3, body: new Response("PK!").body };
    },
  },
  banks: { aliases: async () => ({ aliases: [] }) },
} as unknown as Hindsight;
const audit = {
  run: (call: AuditedCall, work: () => Promise<unknown>) => {
    audited.push(call);
    return work();
  },
} as Hindsight["audit"];

function serverFor(caller: Caller): (path: string) => Promise<Response> {
  const app = new Hono<HttpEnv>();
  app.onError((cause, context) => errorReply(cause, context as HttpContext));
  app.use("*", async (context, next) => {
    context.set("caller", caller);
    context.set("requestId", "r1");
    await next();
  });
  const settings = { basePath: "", maxBodyMb: 1, gzipMinSize: -1 };
  const parts = { options: { settings, shutdown: new AbortController().signal }, gates: {}, audit } as unknown as HttpParts;
  for (const endpoint of downloadRoutes(engine)) mount(app, endpoint, parts);
  return async (path) => app.request(`http://localhost/v1/default/files/download/${path}`);
}

beforeEach(() => {
  asked.length = 0;
  audited.length = 0;
});

describe("a key", () => {
  test("names the bank and the export, whatever the bank is called", () => {
    for (const bankId of ["b", "a:b", "a/b", "exports/x", `banks/x/exports/${ID}/transfer.zip`, "..", "%2e"]) {
      expect(exportAddress(`banks/${bankId}/exports/${ID}/transfer.zip`)).toEqual({ bankId, exportId: ID });
    }
  });

  test.each([
    "",
    "transfer.zip",
    "banks/7/files/abc",
    "../../etc/passwd",
    `banks/b/exports/${ID}/transfer.zip/..`,
    `banks/b/exports/${ID}/other.zip`,
    `banks/b/exports/../${ID}/transfer.zip`,
    `banks/b/exports/${ID.slice(0, -1)}/transfer.zip`,
    `banks//exports/${ID}/transfer.zip`,
    `x/banks/b/exports/${ID}/transfer.zip`,
    `banks/b/exports/${ID}/transfer.zip\n`,
  ])("%j names nothing, and the engine is not asked", async (key) => {
    expect(exportAddress(key)).toBeNull();
    const reply = await serverFor(fullCaller("public"))(encodeURIComponent(key));
    expect(reply.status).toBe(404);
    expect(asked).toEqual([]);
  });
});

test("an archive comes as a file to be saved: no type to guess, nothing to run, not kept by caches", async () => {
  const reply = await serverFor(fullCaller("public", "key-1"))(`banks/a%2Fb"%3Cscript%3E/exports/${ID}/transfer.zip`);
  expect(reply.status).toBe(200);
  expect(await reply.text()).toBe("PK!");
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    "content-type": "application/zip",
    "content-length": "3",
    "content-disposition": `attachment; filename="a_b__script_-documents.zip"; filename*=UTF-8''a%2Fb%22%3Cscript%3E-documents.zip`,
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
    "cache-control": "private, no-store",
  });
  expect(asked).toEqual([`a/b"<script> ${ID}`]);
  expect(audited).toMatchObject([{ action: "download_file", bankId: 'a/b"<script>', metadata: { request_id: "r1", caller: "key-1" } }]);
});

test("slashes of the key may be encoded or not; a bank that is gone is a 404", async () => {
  const get = serverFor(fullCaller("public"));
  expect((await get(encodeURIComponent(`banks/b/exports/${ID}/transfer.zip`))).status).toBe(200);
  expect((await get(`banks/b/exports/${ID}/transfer.zip`)).status).toBe(200);
  expect((await get(`banks/none/exports/${ID}/transfer.zip`)).status).toBe(404);
});

test("a caller of other banks is refused by the bank in the key, and so is one that may only read; the engine is not asked", async () => {
  const path = (bankId: string): string => `banks/${bankId}/exports/${ID}/transfer.zip`;
  const limited = serverFor({ ...fullCaller("public"), banks: ["mine-*"] });
  expect((await limited(path("mine-1"))).status).toBe(200);
  asked.length = 0;
  expect((await limited(path("other"))).status).toBe(403);
  expect((await limited(path(`mine-1/exports/${ID}/transfer.zip/banks/other`))).status).toBe(200); // a bank of that very name
  expect(asked).toEqual([`mine-1/exports/${ID}/transfer.zip/banks/other ${ID}`]);
  asked.length = 0;
  expect((await serverFor({ ...fullCaller("public"), access: "read" })(path("mine-1"))).status).toBe(403);
  expect(
    (await serverFor({ ...fullCaller("public"), validate: () => Promise.reject(new HindsightError("forbidden", "no")) })(path("b"))).status,
  ).toBe(403);
  expect(asked).toEqual([]);
});
