import fc from "fast-check";
import { expect, test } from "vitest";
import { sanitise } from "../../../src/domain/text/sanitise.js";
import { readLabelGroups } from "../../../src/retain/distil/index.js";
import { readReply } from "../../../src/retain/distil/read-reply.js";
import { normaliseReply } from "../../../src/retain/distil/reply-schema.js";
import { chunkOf, SETTINGS } from "./chunks.js";

const labels = readLabelGroups([
  { key: "mood", values: [{ value: "glad" }], tag: true },
  { key: "topics", type: "multi-text" },
  { key: "place", type: "map", fields: { city: { type: "text" }, in: { type: "map", fields: { x: { type: "text" } } } } },
]);

const value = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: "binary" }),
  fc.constantFrom("2023-06-05T24:61", "event", "N/A", "caused_by", -1, 1e308),
);
const NAMES = ["what", "when", "who", "why", "text", "fact_type", "fact_kind", "occurred_start", "occurred_end", "entities", "attachments"];
const entry = fc.oneof(
  fc.jsonValue(),
  fc.record(
    {
      ...Object.fromEntries(NAMES.map((name) => [name, value])),
      causal_relations: fc.oneof(value, fc.array(fc.record({ target_index: value, relation_type: value }))),
      labels: fc.oneof(value, fc.record({ mood: value, topics: value, place: value }, { requiredKeys: [] })),
    },
    { requiredKeys: [] },
  ),
);

test("whatever a model answers, reading it does not throw and gives readings that can be stored", () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 6 }), fc.constantFrom("concise" as const, "verbatim" as const), (entries, mode) => {
      const { readings, dropped } = readReply(entries, chunkOf("Emily sails."), { ...SETTINGS, labels, mode });
      expect(readings.length + dropped).toBe(entries.length);
      for (const [place, { text, causedBy, occurred, mentions, tags }] of readings.entries()) {
        expect(text).not.toBe("");
        for (const stored of [text, ...mentions.map(({ name }) => name), ...tags]) {
          expect(sanitise(stored) === stored).toBe(true);
        }
        expect(causedBy.every((cause) => cause >= 0 && cause < place)).toBe(true);
        if (occurred !== null) expect(occurred.start <= occurred.end).toBe(true);
        expect(tags.every((tag) => mentions.some(({ name, kind }) => kind === "label" && name === tag))).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

test("so is its form", () => {
  fc.assert(fc.property(fc.jsonValue(), (reply) => void normaliseReply(reply)));
});

test("lists in lists to a great depth are no matter", () => {
  const deep = JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`) as unknown;
  const { readings } = readReply([{ what: "A thing.", who: deep, entities: deep, labels: { place: deep } }], chunkOf("x"), {
    ...SETTINGS,
    labels,
  });
  expect(readings[0]?.text).toBe("A thing.");
});
