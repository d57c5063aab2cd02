// The served specification against the contract's: every operation that is served has the same parameters, fields, defaults and statuses.

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharedFile } from "../support/contract.js";
import { openServer, type TestServer } from "../support/server.js";
import {
  ADDED_OPERATIONS,
  ADDED_PARAMETERS,
  ADDED_REQUEST_FIELDS,
  ADDITIONS,
  OPERATIONS_NOT_YET,
  REQUEST_FIELDS_NOT_YET,
} from "./not-yet.js";
import { type Fields, type JsonObject, type OperationShape, operations } from "./shapes.js";

const file = sharedFile("contract/openapi.json");

describe.skipIf(file === null)(`the contract (shared/contract/openapi.json${file === null ? " is not on this machine" : ""})`, () => {
  let server: TestServer;
  let served: ReadonlyMap<string, OperationShape>;
  const contract = operations(JSON.parse(file === null ? "{}" : readFileSync(file, "utf8")) as JsonObject);

  beforeAll(async () => {
    server = await openServer();
    served = operations((await server.call("GET", "/openapi.json")).body as JsonObject);
  });
  afterAll(() => server.close());

  it("is the one we know: 101 operations", () => expect(contract.size).toBe(101));

  it("is served, but for the operations that are listed as not yet there", () => {
    expect([...contract.keys()].filter((name) => !served.has(name)).sort()).toEqual([...OPERATIONS_NOT_YET].sort());
    expect([...served.keys()].filter((name) => !contract.has(name)).sort()).toEqual([...ADDED_OPERATIONS].sort());
  });

  it("gives each served operation its parameters, with types and defaults", () => {
    expect([...differences((each) => each.parameters)].sort()).toEqual(
      ADDED_PARAMETERS.map((added) => `${added}: not in the contract`).sort(),
    );
  });

  it("gives each served operation its request fields, with types, defaults and which are required", () => {
    expect([...differences((each) => each.request)].sort()).toEqual(
      [
        ...REQUEST_FIELDS_NOT_YET.map((name) => `${name}: missing`),
        ...ADDED_REQUEST_FIELDS.map((name) => `${name}: not in the contract`),
      ].sort(),
    );
    const optionalBodies = pairs().filter(([, theirs, ours]) => ours.bodyRequired !== theirs.bodyRequired);
    expect(optionalBodies.map(([name]) => name)).toEqual([]);
  });

  it("gives each served operation its replies, with every field", () => {
    const found: string[] = [];
    for (const [name, theirs, ours] of pairs()) {
      for (const [status, fields] of theirs.replies) {
        const reply = ours.replies.get(status);
        if (reply === undefined) found.push(`${name} ${status}: missing`);
        // The contract leaves the body of a 404 open; ours is described.
        else if (status !== "404") found.push(...compared(`${name} ${status}`, fields, reply));
      }
    }
    expect(found.filter((line) => !ADDITIONS.some((addition) => line.startsWith(addition)))).toEqual([]);
    expect(ADDITIONS.filter((addition) => !found.some((line) => line.startsWith(addition)))).toEqual([]);
  });

  it("has an id, a tag, a summary and described statuses for every operation", async () => {
    const spec = (await server.call("GET", "/openapi.json")).body;
    const seen = new Set<string>();
    for (const methods of Object.values<Record<string, Record<string, unknown>>>(spec.paths)) {
      for (const operation of Object.values(methods)) {
        expect(operation).toMatchObject({ operationId: expect.any(String), tags: [expect.any(String)], summary: expect.any(String) });
        expect(seen).not.toContain(operation.operationId);
        seen.add(operation.operationId as string);
      }
    }
    expect(seen.size).toBe(served.size);
  });

  function pairs(): readonly (readonly [string, OperationShape, OperationShape])[] {
    return [...served].flatMap(([name, ours]) => {
      const theirs = contract.get(name);
      return theirs === undefined ? [] : [[name, theirs, ours] as const];
    });
  }

  function differences(part: (each: OperationShape) => Fields): readonly string[] {
    return pairs().flatMap(([name, theirs, ours]) => compared(name, part(theirs), part(ours)));
  }
});

function compared(name: string, theirs: Fields, ours: Fields): readonly string[] {
  const found: string[] = [];
  for (const [field, wanted] of theirs) {
    const got = ours.get(field);
    if (got === undefined) found.push(`${name} ${field}: missing`);
    else if (JSON.stringify(got) !== JSON.stringify(wanted))
      found.push(`${name} ${field}: ${JSON.stringify(got)} instead of ${JSON.stringify(wanted)}`);
  }
  for (const field of ours.keys()) if (!theirs.has(field)) found.push(`${name} ${field}: not in the contract`);
  return found;
}
