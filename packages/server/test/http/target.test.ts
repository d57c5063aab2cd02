import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { checkPath, targetOf } from "../../src/http/target.js";

const raw = (url: string, base = "") => targetOf(new Request("http://localhost/"), { incoming: { url } as IncomingMessage }, base);

describe("the request target", () => {
  it("keeps what a URL parser would fold away", () => {
    expect(raw("/v1/default/banks/%2E%2E/stats").path).toBe("/v1/default/banks/%2E%2E/stats");
    expect(raw("/v1/default/banks/../stats").path).toBe("/v1/default/banks/../stats");
    expect(new URL("http://x/v1/default/banks/%2E%2E/stats").pathname).toBe("/v1/default/stats");
  });

  it("splits the query off, drops a fragment, scheme and host", () => {
    expect(raw("/a?b=1?c#d")).toEqual({ path: "/a", query: "b=1?c" });
    expect(raw("http://user@host:8888/a/b?c=d")).toEqual({ path: "/a/b", query: "c=d" });
    expect(raw("http://host")).toEqual({ path: "/", query: "" });
  });

  it("takes a base path off, and only a whole one", () => {
    expect(raw("/memory/health", "/memory").path).toBe("/health");
    expect(raw("/memory", "/memory").path).toBe("/");
    expect(raw("/memoryhealth", "/memory").path).toBe("/memoryhealth");
    expect(raw("/health", "/memory").path).toBe("/health");
  });

  it("uses the request's URL where there is no Node message", () => {
    expect(targetOf(new Request("http://localhost/a%2Fb?c=1"), undefined, "")).toEqual({ path: "/a%2Fb", query: "c=1" });
  });
});

describe("checking a path", () => {
  it("refuses what does not decode and what no database holds", () => {
    for (const path of ["/%zz", "/%", "/%ff", "/%C3", "/a%00b"]) expect(() => checkPath(path), path).toThrowError(/path/);
    for (const path of ["/%25", "/%2F%2E%2E", "/%C3%BC", "/plain"]) expect(() => checkPath(path), path).not.toThrow();
  });
});
