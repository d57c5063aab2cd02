import { HindsightError } from "@hindsight-memory/engine";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AccessRequest, accessOf, authorize, type Caller, coversBank, fullCaller } from "../../src/access/index.js";

const reader: Caller = { tenant: "public", subject: "key_1", access: "read", banks: ["team-*", "notes"] };
const ask = (caller: Caller, request: Partial<AccessRequest>) =>
  authorize(caller, { access: "read", bankId: "notes", operation: "recall", ...request }).then(
    () => "allowed",
    (error: unknown) => (error instanceof HindsightError ? error.code : "broken"),
  );

describe("authorize", () => {
  it("lets a caller do what its access includes, and nothing above it", async () => {
    const told = async (access: Caller["access"]) =>
      Promise.all((["read", "write", "admin"] as const).map((wanted) => ask({ ...reader, access }, { access: wanted })));
    expect(await told("read")).toEqual(["allowed", "forbidden", "forbidden"]);
    expect(await told("write")).toEqual(["allowed", "allowed", "forbidden"]);
    expect(await told("admin")).toEqual(["allowed", "allowed", "allowed"]);
  });

  it("keeps a caller to the banks that its scope names", async () => {
    expect(await ask(reader, { bankId: "team-a" })).toBe("allowed");
    expect(await ask(reader, { bankId: "notes" })).toBe("allowed");
    expect(await ask(reader, { bankId: "notes2" })).toBe("forbidden");
    expect(await ask(reader, { bankId: "my-team-a" })).toBe("forbidden");
    expect(await ask({ ...reader, banks: [] }, {})).toBe("forbidden");
    expect(await ask({ ...reader, banks: null }, { bankId: "any" })).toBe("allowed");
  });

  it("answers such a caller across banks only where the answer is narrowed to its own", async () => {
    expect(await ask(reader, { bankId: null, operation: "list_banks" })).toBe("allowed");
    expect(await ask(reader, { bankId: null, operation: "something_new" })).toBe("forbidden");
    expect(await ask({ ...reader, banks: null }, { bankId: null, operation: "something_new" })).toBe("allowed");
  });

  it("asks the validator last, and its refusal stands", async () => {
    const asked: AccessRequest[] = [];
    const validate = async (request: AccessRequest): Promise<void> => {
      asked.push(request);
      if (request.operation === "reflect") throw new HindsightError("spend_limit_reached", "No more today.");
    };
    expect(await ask({ ...reader, validate }, { bankId: "secret" })).toBe("forbidden");
    expect(asked).toEqual([]);
    expect(await ask({ ...reader, validate }, {})).toBe("allowed");
    expect(await ask({ ...reader, validate }, { operation: "reflect" })).toBe("spend_limit_reached");
    expect(asked.map(({ operation }) => operation)).toEqual(["recall", "reflect"]);
  });
});

describe("a pattern of banks", () => {
  const covers = (pattern: string, bank: string) => coversBank({ banks: [pattern] }, bank);

  it("takes any characters for a star and itself for all else", () => {
    expect(["", "a", "a*b"].map((bank) => covers("*", bank))).toEqual([true, true, true]);
    expect(covers("a*c*e", "abcde")).toBe(true);
    expect(covers("a*c*e", "abcdf")).toBe(false);
    expect(covers("a.c", "abc")).toBe(false);
    expect(covers("[ab]", "a")).toBe(false);
  });

  it("agrees with a regular expression of the same meaning", () => {
    const word = fc.stringMatching(/^[ab*]{0,8}$/);
    fc.assert(
      fc.property(word, fc.stringMatching(/^[ab]{0,10}$/), (pattern, name) => {
        const same = new RegExp(`^${pattern.replace(/\*+/g, ".*")}$`);
        expect(covers(pattern, name)).toBe(same.test(name));
      }),
    );
  });

  it("costs little however it is written", () => {
    expect(covers(`${"*a".repeat(200)}b`, "a".repeat(2_000))).toBe(false);
  });
});

describe("what an endpoint needs", () => {
  const needs = (operationId: string, method: "get" | "post", path = "/v1/default/banks/{bank_id}/x") =>
    accessOf({ operationId, method, path });

  it("is read for GET and write for all else, but for the tables", () => {
    expect(needs("list_documents", "get")).toBe("read");
    expect(needs("retain_memories", "post")).toBe("write");
    expect(needs("recall_memories", "post")).toBe("read");
    expect(needs("list_webhooks", "get")).toBe("admin");
  });

  it("is nothing for what the contract leaves open", () => {
    expect(needs("get_version", "get", "/version")).toBe(null);
    expect(needs("metrics_endpoint_metrics_get", "get", "/metrics")).toBe(null);
  });
});

it("whoever has the one key, or needs none, may do everything in every bank", async () => {
  expect(await ask(fullCaller("public"), { access: "admin", bankId: "x" })).toBe("allowed");
});
