// Every endpoint that changes something is audited, or stands on the list of those that change nothing.

import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Hindsight } from "@hindsight-memory/engine";
import { expect, test } from "vitest";
import { auditActionOf, UNAUDITED } from "../../src/http/audit.js";
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
