// Every endpoint that changes something is audited, or stands on the list of those that change nothing.

import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { AuditOutcome, Hindsight } from "@hindsight-memory/engine";
import { describe, expect, test } from "vitest";
import { auditActionOf, noted, UNAUDITED } from "../../src/http/audit.js";
import type { Endpoint } from "../../src/http/endpoint.js";

const ROUTES = fileURLToPath(new URL("../../src/routes", import.meta.url));
const modules: readonly Readonly<Record<string, unknown>>[] = await Promise.all(
  readdirSync(ROUTES)
    .filter((file) => file.endsWith(".ts"))
    .map((file) => import(`../../src/routes/${basename(file, ".ts")}.ts`)),
);

/** The endpoints of every file of routes: what they do with the engine, they do when they are called. */
const endpoints: readonly Endpoint[] = modules.flatMap((module) =>
  Object.entries(module)
    .filter(([name, value]) => name.endsWith("Routes") && typeof value === "function" && !["docsRoutes", "metricsRoutes"].includes(name))
    .flatMap(([, make]) => (make as (engine: Hindsight) => readonly Endpoint[])({} as Hindsight)),
);

test("what changes something is audited", () => {
  expect(endpoints.length).toBeGreaterThan(60);
  const changing = endpoints.filter(({ method }) => method !== "get");
  const unheardOf = changing.filter((each) => auditActionOf(each) === null && !UNAUDITED.has(each.operationId));
  expect(unheardOf.map(({ operationId }) => operationId)).toEqual([]);
  const needless = changing.filter((each) => auditActionOf(each) !== null && UNAUDITED.has(each.operationId));
  expect(needless.map(({ operationId }) => operationId)).toEqual([]);
});

test("an audited endpoint names its bank in its path", () => {
  const audited = endpoints.filter((each) => auditActionOf(each) !== null);
  expect(audited.filter(({ path }) => !path.includes("{bank_id}")).map(({ operationId }) => operationId)).toEqual([]);
  expect(audited.map(({ method }) => method)).not.toContain("get");
});

describe("a call that is noted", () => {
  const call = { action: "reflect", transport: "http", bankId: "b", request: {} } as const;
  const opened = () => {
    const ended: AuditOutcome[] = [];
    const begin = async () => (outcome: AuditOutcome) => void ended.push(outcome);
    return { ended, audit: { begin } as unknown as Hindsight["audit"] };
  };

  test("ends with its reply, or with what it threw, which is thrown on", async () => {
    const { ended, audit } = opened();
    expect(
      await noted(
        audit,
        call,
        async () => "reply",
        () => null,
      ),
    ).toBe("reply");
    const wrong = new Error("wrong");
    await expect(
      noted(
        audit,
        call,
        () => Promise.reject(wrong),
        () => null,
      ),
    ).rejects.toBe(wrong);
    expect(ended).toEqual([{ response: "reply" }, { error: wrong }]);
  });

  test("whose reply is still being written ends when that does", async () => {
    const { ended, audit } = opened();
    let hangUp: (cause: Error) => void = () => undefined;
    const writing = new Promise<void>((_, reject) => {
      hangUp = reject;
    });
    expect(
      await noted(
        audit,
        call,
        async () => "stream",
        () => writing,
      ),
    ).toBe("stream");
    expect(ended).toEqual([]);
    const broken = new Error("the caller hung up");
    hangUp(broken);
    await writing.catch(() => undefined);
    expect(ended).toEqual([{ error: broken }]);
  });
});
