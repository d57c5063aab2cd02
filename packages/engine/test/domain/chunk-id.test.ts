import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bankIdProblem } from "../../src/domain/bank-id.js";
import { chunkAddresses, chunkId } from "../../src/domain/chunk-id.js";

describe("chunk ids", () => {
  test("every id can be read back, whatever bank and document hold", () => {
    const name = fc.oneof(fc.string({ minLength: 1 }), fc.stringMatching(/^[a_/%:ü]{1,6}$/));
    fc.assert(
      fc.property(name, name, fc.nat(), (bankId, documentId, chunkIndex) => {
        const address = { bankId, documentId, chunkIndex };
        const addresses = chunkAddresses(chunkId(address));
        expect(addresses).toContainEqual(address);
        for (const other of addresses) expect(chunkId(other)).toBe(chunkId(address));
      }),
    );
  });

  test("the longest bank comes first", () => {
    expect(chunkAddresses("a_b_c_0").map((address) => address.bankId)).toEqual(["a_b", "a"]);
  });

  test("a hostile id has no more readings than a bank's name has bytes", () => {
    const addresses = chunkAddresses(`${"a_".repeat(8_000)}b_0`);
    expect(addresses.length).toBe(96);
    expect(addresses[0]?.bankId).toHaveLength(191);
    expect(chunkAddresses(`${"ü".repeat(97)}_b_0`)).toEqual([]); // 194 bytes
    expect(chunkAddresses(`${"ü".repeat(96)}_b_0`)).toHaveLength(1); // control
  });

  test.each(["", "a", "a_0", "a_b", "a_b_", "a_b_-1", "a_b_01", "a_b_1.5", "a_b_99999999999", "a_b_2147483648", "_b_0", "a__0"])(
    "%j is no chunk id",
    (id) => expect(chunkAddresses(id)).toEqual([]),
  );
});

describe("bank ids", () => {
  test.each(["a", "user:1", "a/b", "50%", "..", "a::b", "ü", "日本", " ", "a_b", "x".repeat(192), "ü".repeat(96)])(
    "%j names a bank",
    (id) => expect(bankIdProblem(id)).toBeNull(),
  );
  test.each(["", "_a", "a\0b", "a\nb", "a\u0085b", "x".repeat(193), "ü".repeat(97), "a\ud800b"])("%j does not", (id) =>
    expect(bankIdProblem(id)).toMatch(/\.$/),
  );
});
