// The pure parts of the reflect lab: citations, the schema's rows, the stream, the cost.

import { expect, test } from "vitest";
import { citedOf, sourceOfLink } from "../../src/pages/reflect/citations.js";
import { costOf } from "../../src/pages/reflect/price.js";
import { fieldsOf, schemaOf } from "../../src/pages/reflect/schema.js";
import { eventsOf } from "../../src/pages/reflect/stream.js";

const ID = (last: string) => `00000000-0000-4000-8000-00000000000${last}`;
const memory = (last: string) => ({ id: ID(last), text: `Memory ${last}.` });

test("ids that a model cites become numbers in the order of the text; others stay as they are", () => {
  const text = `Rows [${ID("2")}, ${ID("1")}], see ${ID("2").toUpperCase()} and [${ID("9")}].`;
  const cited = citedOf({ text, extractive: false, based_on: { memories: [memory("1"), memory("2"), memory("3")] } });
  expect(cited.markdown).toBe(`Rows [\\[1\\]](#source-1)[\\[2\\]](#source-2), see [\\[1\\]](#source-1) and [${ID("9")}].`);
  expect(cited.sources.map((source) => source.kind === "memory" && source.memory.text)).toEqual(["Memory 2.", "Memory 1.", "Memory 3."]);
  expect([...cited.named]).toEqual([1, 2]);
  expect([sourceOfLink("#source-2"), sourceOfLink("https://example.com/#source-2")]).toEqual([2, null]);
});

test("an answer without a model keeps its numbers, and loses the line of ids", () => {
  const text = `**What is known**\n- Has [7] oars [1]\n- Rows [2]\n\nSources: [1] ${ID("2")}, [2] ${ID("1")}`;
  const cited = citedOf({ text, extractive: true, based_on: { memories: [memory("1"), memory("2")] } });
  expect(cited.markdown).toBe("**What is known**\n- Has [7] oars [\\[1\\]](#source-1)\n- Rows [\\[2\\]](#source-2)");
  expect(cited.sources.map((source) => source.kind === "memory" && source.memory.id)).toEqual([ID("2"), ID("1")]);
});

test("rows and schema say the same, and what rows cannot show stays JSON", () => {
  const fields = [
    { name: "city", type: "string", isRequired: true, description: "Where" },
    { name: "days", type: "strings", isRequired: false, description: "" },
  ] as const;
  const schema = schemaOf([...fields, { name: " ", type: "string", isRequired: true, description: "" }]);
  expect(fieldsOf(schema)).toEqual(fields);
  expect([schemaOf([]), fieldsOf(undefined)]).toEqual([undefined, []]);
  for (const other of ["{", "[]", '{"type":"object","properties":{"a":{"type":"object"}}}', '{"type":"object","properties":{},"$defs":{}}'])
    expect(fieldsOf(other), other).toBeNull();
});

test("events are read however the stream is cut", async () => {
  const bytes = new TextEncoder().encode('event: evidence\ndata: {"é":1}\n\nevent: answer\r\ndata: {}\r\n\r\n');
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const events = [];
  for await (const event of eventsOf(stream)) events.push(event);
  expect(events).toEqual([
    { name: "evidence", data: '{"é":1}' },
    { name: "answer", data: "{}" },
  ]);
});

test("the cost is that of the newest trace with as many tokens, and unknown where one of its calls has no price", () => {
  const call = (trace_id: string, total_tokens: number, cost_usd: number | null) => ({ trace_id, total_tokens, llm_info: { cost_usd } });
  const calls = [call("c", 5, 9), call("b", 100, 0.25), call("b", 20, 0.5), call("a", 120, 3)];
  expect(costOf(calls, 120)).toEqual({ usd: 0.75 });
  expect(costOf([...calls, call("d", 7, null)], 7)).toEqual({ usd: null });
  expect(costOf(calls, 1)).toBeNull();
});
