import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { acceptsGzip } from "../../src/middleware/gzip.js";
import { headerValue } from "../../src/middleware/ignored-params.js";

describe("Accept-Encoding", () => {
  it("is read with its qualities", () => {
    for (const header of ["gzip", "gzip, deflate, br", "br;q=1.0, gzip;q=0.8", "X-GZIP", " gzip ; q=1"])
      expect(acceptsGzip(header), header).toBe(true);
    for (const header of [undefined, "", "br", "gzip;q=0", "gzip;q=0.000", "identity", "gzipped"])
      expect(acceptsGzip(header), header).toBe(false);
  });
});

describe("X-Ignored-Params", () => {
  it("names what is unknown, once", () => {
    expect(headerValue(["zoo", "query", "zoo", "b"])).toBe("zoo, query, b");
  });

  it("is a valid header value for any name", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1 }), (names) => {
        const value = headerValue(names);
        expect(() => new Headers({ "X-Ignored-Params": value })).not.toThrow();
        expect(value.length).toBeLessThanOrEqual(1_003);
        expect(value).toMatch(/^[\x20-\x7e]*$/);
      }),
    );
  });
});
