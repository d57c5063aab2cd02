import fc from "fast-check";
import { RE2JS } from "re2js";
import { expect, test } from "vitest";
import { DETECTORS } from "../../../src/guard/defense/detectors/index.js";
import { find } from "../../../src/guard/defense/find.js";
import { redact } from "../../../src/guard/defense/redact.js";
import { CONTRACT, FURTHER } from "./samples.js";

test("a hint repeats nothing without bound, so that it looks at a bounded number of characters from each place", () => {
  for (const { name, hint } of DETECTORS) {
    const bare = hint.source.replace(/\\./g, "x").replace(/\[(?:[^\]])*\]/g, "x");
    expect(bare, name).not.toMatch(/[*+]|\{\d+,\}/);
    expect(hint.flags, name).toBe("");
  }
});

test("each pattern is one that RE2 takes: no look-around and no back-reference, which is what makes engines go back", () => {
  for (const { name, pattern } of DETECTORS) {
    expect(() => RE2JS.compile(pattern), name).not.toThrow();
    expect(pattern, name).not.toMatch(/\(\?[=!<]|\\[1-9]/);
  }
});

test("every sample passes its hint: what is cheap to see is never what hides a secret", () => {
  for (const [name, { found }] of Object.entries({ ...CONTRACT, ...FURTHER })) {
    const hint = DETECTORS.find((one) => one.name === name)?.hint;
    for (const text of found) expect(hint?.test(text), text).toBe(true);
  }
});

test("the last line of a block is looked for once, however many first lines there are", () => {
  const header = ["-----BEGIN ", "PRIVATE", " KEY-----"].join("");
  const pem = DETECTORS.find(({ name }) => name === "private_key_pem");
  if (pem === undefined) throw new Error("There is no detector of private keys.");
  const steps = [100, 1_000].map((count) => {
    const searches: number[] = [];
    const text = `${header} `.repeat(count);
    const original = String.prototype.indexOf;
    String.prototype.indexOf = function counted(this: string, what: string, from?: number): number {
      if (what === pem.closing?.begin) searches.push(this.length - (from ?? 0));
      return original.call(this, what, from);
    };
    try {
      expect(find(pem, text)).toHaveLength(count);
    } finally {
      String.prototype.indexOf = original;
    }
    return searches.reduce((sum, one) => sum + one, 0) / text.length;
  });
  expect(Math.max(...steps)).toBeLessThanOrEqual(1);
});

test("whatever a text is made of, matches come from left to right, lie apart, and are gone from the redacted text", () => {
  const actions = new Map(DETECTORS.map((detector) => [detector, "redact" as const]));
  const secrets = Object.entries({ ...CONTRACT, ...FURTHER }).flatMap(([, { found, missed }]) => [...found, ...missed]);
  const piece = fc.oneof(
    fc.constantFrom(...secrets),
    fc.constantFrom("密", "_", "-", ".", " ", "sk-", "eyJ", "://", "ab1"),
    fc.string({ maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join("");
      const { text: clean, hits } = redact(text, actions);
      let end = 0;
      let rest = "";
      for (const hit of hits) {
        expect(hit.start).toBeGreaterThanOrEqual(end);
        expect(hit.end).toBeGreaterThan(hit.start);
        rest += `${text.slice(end, hit.start)}[REDACTED:${hit.label}]`;
        end = hit.end;
      }
      expect(clean).toBe(rest + text.slice(end));
    }),
    { numRuns: 150 },
  );
});
