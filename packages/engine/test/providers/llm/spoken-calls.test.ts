// Calls of tools that small models write into their text, in the forms of their families; and texts that only look like calls.

import { describe, expect, test } from "vitest";
import { spokenCalls } from "../../../src/providers/llm/spoken-calls.js";

const TOOLS = [
  { name: "recall", description: "Searches.", parameters: { type: "object", properties: { query: { type: "string" } } } },
  { name: "done", description: "Ends.", parameters: { type: "object", properties: {} } },
];
const calls = (text: string) => spokenCalls(text, TOOLS).map(({ name, input }) => [name, input]);
const RECALL = ["recall", { query: "Ann's tea" }];

describe("a call is found", () => {
  test.each([
    ["as Qwen and Hermes write it", '<tool_call>\n{"name": "recall", "arguments": {"query": "Ann\'s tea"}}\n</tool_call>'],
    ["not closed", 'I will look.\n<tool_call>{"name": "recall", "arguments": {"query": "Ann\'s tea"}}'],
    [
      "behind its reasoning",
      '<think>\nWhat does {"name": "done"} do?\n</think>\n<tool_call>{"name":"recall","arguments":{"query":"Ann\'s tea"}}</tool_call>',
    ],
    ["as Llama writes it", '<function=recall>{"query": "Ann\'s tea"}</function>'],
    ["as Llama 3.1 writes it", '<|python_tag|>{"name": "recall", "parameters": {"query": "Ann\'s tea"}}'],
    ["as Qwen Coder writes it", "<tool_call>\n<function=recall>\n<parameter=query>\nAnn's tea\n</parameter>\n</function>\n</tool_call>"],
    ["as Mistral writes it", '[TOOL_CALLS] [{"name": "recall", "arguments": {"query": "Ann\'s tea"}}]'],
    ["as a bare object", '{"name": "recall", "arguments": {"query": "Ann\'s tea"}}'],
    ["in a fence", '```json\n{"name": "recall", "arguments": {"query": "Ann\'s tea"}}\n```'],
    [
      "in OpenAI's form",
      '{"tool_calls": [{"type": "function", "function": {"name": "recall", "arguments": "{\\"query\\": \\"Ann\'s tea\\"}"}}]}',
    ],
    ["with a trailing comma", '{"name": "recall", "arguments": {"query": "Ann\'s tea",},}'],
  ])("%s", (_, text) => {
    expect(calls(text)).toEqual([RECALL]);
  });

  test("two of them, in their order", () => {
    const text = '<tool_call>{"name":"recall","arguments":{"query":"a"}}</tool_call><tool_call>{"name":"done","arguments":{}}</tool_call>';
    expect(calls(text)).toEqual([
      ["recall", { query: "a" }],
      ["done", {}],
    ]);
  });

  test("with arguments that are none: said to the model as a problem", () => {
    expect(spokenCalls('{"name": "recall", "arguments": "tea"}', TOOLS)).toMatchObject([
      { name: "recall", input: {}, problem: expect.stringContaining("not a JSON object") },
    ]);
  });
});

describe("a text stays a text", () => {
  test.each([
    ["prose that names a tool", "I would call recall for that."],
    ["prose with an example", 'One calls it so: {"name": "recall", "arguments": {"query": "x"}} and then reads.'],
    ["an object that is an answer", '{"name": "Ann", "drinks": "recall tea"}'],
    ["a tool that was not offered", '<tool_call>{"name": "delete_all", "arguments": {"why": "recall"}}</tool_call>'],
    ["reasoning alone", '<think>{"name": "recall", "arguments": {}}</think>'],
    ["nothing", ""],
  ])("%s", (_, text) => {
    expect(calls(text)).toEqual([]);
  });
});
