import { describe, expect, test } from "vitest";
import { HindsightError } from "../../../src/errors.js";
import { contentOf, scriptedModels } from "../../support/scripted-models.js";
import { chunkOf, distilWith } from "./chunks.js";

const TEXT = "Emily  said:\n\nthe boat leaves on June 7.";

describe("a chunk kept verbatim is one reading, whose text is the chunk", () => {
  const read = async (facts: readonly unknown[]) =>
    (await distilWith(scriptedModels([{ facts }]), chunkOf(TEXT), { mode: "verbatim" })).readings;

  test("with what the model found in it", async () => {
    const event = {
      when: "N/A",
      fact_type: "assistant",
      fact_kind: "event",
      occurred_start: "2024-06-07",
      entities: ["Emily"],
      what: "Rewritten.",
    };
    expect(await read([event])).toEqual([
      {
        text: TEXT,
        kind: "experience",
        mentions: [{ name: "Emily", kind: "person", resolve: true }],
        occurred: { start: new Date("2024-06-06T22:00:00Z"), end: new Date("2024-06-07T21:59:59.999Z"), precision: "day" },
        tags: [],
        causedBy: [],
        attachments: [],
      },
    ]);
  });

  test("several entries are merged into the first", async () => {
    const entry = (more: object) => ({ when: "N/A", where: "N/A", who: "N/A", fact_type: "world", ...more });
    const readings = await read([
      entry({ entities: ["Emily"] }),
      entry({ entities: ["emily", "Delft"], fact_type: "assistant", fact_kind: "event", occurred_start: "2024" }),
    ]);
    expect(readings).toHaveLength(1);
    expect(readings[0]).toMatchObject({
      text: TEXT,
      kind: "world",
      mentions: [{ name: "Emily" }, { name: "Delft" }],
      occurred: { precision: "year" },
    });
  });

  test("no entry is a bare reading of the world", async () => {
    expect(await read([])).toEqual([{ text: TEXT, kind: "world", mentions: [], occurred: null, tags: [], causedBy: [], attachments: [] }]);
  });

  test("also when it had to be read in halves", async () => {
    const long = "The harbour was full of ships. ".repeat(30);
    const models = scriptedModels((request) =>
      contentOf(request).length > 600
        ? new HindsightError("llm_output_too_long", "cut")
        : { facts: [{ fact_type: "world", entities: ["Harbour"] }] },
    );
    const { readings, calls } = await distilWith(models, chunkOf(long), { mode: "verbatim" });
    expect(readings.map(({ text, mentions }) => [text === long, mentions.length])).toEqual([[true, 1]]);
    expect(calls).toBe(3);
  });
});
