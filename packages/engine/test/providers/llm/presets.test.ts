// Every provider of the contract by its name: address, authentication, default model and form of the body, against a stand-in of its wire.

import { afterEach, describe, expect, test } from "vitest";
import type { ModelAdapter, ModelCall } from "../../../src/providers/llm/adapter.js";
import { createAdapter } from "../../../src/providers/llm/adapters/index.js";
import { PRESETS } from "../../../src/providers/llm/presets.js";
import { ROWS, type Row, WITHOUT_WIRE } from "./preset-rows.js";
import { type AskedAt, callOf, GOOD, SCHEMA, type Wire, type WireStub, wireStub } from "./wires.js";

const stubs: WireStub[] = [];
afterEach(async () => {
  await Promise.all(stubs.splice(0).map((stub) => stub.close()));
});

async function open(
  row: Row,
  replies?: Parameters<typeof wireStub>[0],
): Promise<{ readonly adapter: ModelAdapter; readonly stub: WireStub }> {
  const stub = await wireStub(replies);
  stubs.push(stub);
  const spec = {
    model: "",
    apiKey: "key-1",
    baseUrl: "",
    headers: { "x-team": "memory" },
    extraBody: { trace: "on" },
    reasoningEffort: "",
    options: {},
  };
  const adapter = await createAdapter({ provider: row.provider, ...spec, ...row.given }, { fetch: stub.fetch, env: row.env ?? {} });
  return { adapter, stub };
}

async function asked(row: Row, changes: Partial<ModelCall>, replies?: Parameters<typeof wireStub>[0]): Promise<AskedAt> {
  const { adapter, stub } = await open(row, replies);
  await adapter.call(callOf(changes));
  const [one, ...others] = stub.asked();
  expect(others).toEqual([]);
  if (one === undefined) throw new Error("nobody was asked");
  return one;
}

const TOOLS = [
  { name: "search", description: "Looks things up.", parameters: { type: "object", properties: { query: { type: "string" } } } },
  { name: "finish", description: "Ends the work.", parameters: { type: "object", properties: {} } },
];

test("every name of the table is tested here, or asks nobody over HTTP", () => {
  expect([...ROWS.map(({ provider }) => provider), ...WITHOUT_WIRE].sort()).toEqual(Object.keys(PRESETS).sort());
});

describe.each(ROWS.map((row) => [row.provider, row] as const))("%s", (_, row) => {
  test("is asked at its address, with its key, for its default model", async () => {
    const { adapter, stub } = await open(row);
    const reply = await adapter.call(callOf());
    const [one] = stub.asked();
    expect(one?.method).toBe("POST");
    expect(one?.url).toBe(row.url);
    for (const header of ["authorization", "x-api-key", "x-goog-api-key", "api-key"]) {
      const expected = row.auth?.[0] === header ? row.auth[1] : undefined;
      if (expected === undefined) expect(one?.headers[header], header).toBeUndefined();
      else expect(one?.headers[header]).toMatch(expected instanceof RegExp ? expected : new RegExp(`^${expected}$`));
    }
    expect(one?.headers["x-team"]).toBe("memory");
    expect(one?.url + String(one?.body.model)).toContain(
      row.wire === "bedrock" ? encodeURIComponent(row.model) : row.model.replace(/^google\//, ""),
    );
    expect(adapter.traits.seesImages).toBe(row.seesImages);
    expect(reply).toMatchObject({ text: "Good day.", toolCalls: [], finishReason: "stop" });
    const thoughts = ["anthropic", "bedrock", "ollama"].includes(row.wire) ? 0 : 2;
    const cached = row.wire === "ollama" ? 0 : 4; // it tells of neither
    expect(reply.usage).toEqual({ input: 10, output: 5 - thoughts, total: 15, cached, thoughts });
  });

  test("gets the messages, the token limit and the temperature in its form, and the extra body last", async () => {
    const { body } = await asked(row, {});
    expect(wordsIn(row.wire, body)).toEqual(["Be brief.", "Good morning."]);
    expect(limitIn(row, body)).toBe(1234);
    expect(temperatureIn(row.wire, body)).toBe(row.temperature === undefined ? 0.3 : (row.temperature ?? undefined));
    expect(row.wire === "bedrock" ? body.additionalModelRequestFields : body).toMatchObject({ trace: "on" });
  });

  test("gets a named tool as the only one, required where it heeds that", async () => {
    const { body } = await asked(row, { tools: TOOLS, toolChoice: { name: "finish" } });
    expect(toolsIn(row.wire, body)).toEqual(["finish"]);
    expect(choiceIn(row.wire, body)).toBe(row.sendsToolChoice ? "required" : undefined);
  });

  test("is asked for objects in the way it understands", async () => {
    const replies = (wire: Wire) => ({ json: OBJECT[wire] });
    for (const isStrict of [true, false]) {
      const { body } = await asked(row, { schema: { name: "facts", json: SCHEMA, isStrict } }, replies);
      expectObjectForm(row, isStrict, body);
    }
  });
});

/** The object as each wire brings it. */
const OBJECT: Readonly<Record<Wire, unknown>> = {
  ...GOOD,
  anthropic: {
    ...(GOOD.anthropic as object),
    content: [{ type: "tool_use", id: "t", name: "facts", input: { facts: [] } }],
    stop_reason: "tool_use",
  },
  bedrock: {
    ...(GOOD.bedrock as object),
    output: { message: { role: "assistant", content: [{ toolUse: { toolUseId: "t", name: "facts", input: { facts: [] } } }] } },
    stopReason: "tool_use",
  },
};

type Body = AskedAt["body"];

function expectObjectForm(row: Row, isStrict: boolean, body: Body): void {
  const form = isStrict ? row.strict : row.loose;
  if (form === "json_schema") {
    expect(body.response_format).toEqual({ type: "json_schema", json_schema: { name: "facts", schema: SCHEMA, strict: true } });
  } else if (form === "json_object") expect(body.response_format).toEqual({ type: "json_object" });
  else if (form === "none") expect(body).not.toHaveProperty("response_format");
  else expect(ownForm(row, body, isStrict)).toBe(true);
}

function ownForm({ wire }: Row, body: Body, isStrict: boolean): boolean {
  switch (wire) {
    case "ollama":
      return body.stream === false && body.format.properties.facts !== undefined;
    case "responses":
      return body.text.format.type === (isStrict ? "json_schema" : "json_object");
    case "anthropic":
      return body.tool_choice.name === "facts" && body.tools[0].input_schema.properties.facts !== undefined;
    case "gemini":
      return (
        body.generationConfig.responseMimeType === "application/json" && body.generationConfig.responseSchema.properties.facts !== undefined
      );
    case "bedrock":
      return (
        body.toolConfig.toolChoice.tool.name === "facts" &&
        body.toolConfig.tools[0].toolSpec.inputSchema.json.properties.facts !== undefined
      );
    default:
      return false;
  }
}

function wordsIn(wire: Wire, body: Body): readonly string[] {
  switch (wire) {
    case "responses":
      return [body.input[0].content, body.input[1].content[0].text];
    case "anthropic":
      return [body.system[0].text, body.messages[0].content[0].text];
    case "gemini":
      return [body.systemInstruction.parts[0].text, body.contents[0].parts[0].text];
    case "bedrock":
      return [body.system[0].text, body.messages[0].content[0].text];
    default:
      expect(body.messages.map(({ role }: { role: string }) => role)).toEqual(["system", "user"]);
      return body.messages.map(({ content }: { content: string }) => content);
  }
}

function limitIn({ wire, limit }: Row, body: Body): unknown {
  if (limit !== "other") {
    expect(body).not.toHaveProperty(limit === "max_tokens" ? "max_completion_tokens" : "max_tokens");
    return body[limit];
  }
  return {
    anthropic: body.max_tokens,
    responses: body.max_output_tokens,
    gemini: body.generationConfig?.maxOutputTokens,
    bedrock: body.inferenceConfig?.maxTokens,
    chat: 0,
    ollama: body.options?.num_predict,
  }[wire];
}

function temperatureIn(wire: Wire, body: Body): unknown {
  const places: Partial<Record<Wire, Body>> = { gemini: body.generationConfig, bedrock: body.inferenceConfig, ollama: body.options };
  return (places[wire] ?? body).temperature;
}

function toolsIn(wire: Wire, body: Body): readonly string[] {
  const tools = wire === "gemini" ? body.tools[0].functionDeclarations : wire === "bedrock" ? body.toolConfig.tools : body.tools;
  return tools.map((tool: Body) => tool.function?.name ?? tool.toolSpec?.name ?? tool.name);
}

function choiceIn(wire: Wire, body: Body): unknown {
  const any = {
    anthropic: body.tool_choice?.type === "any",
    gemini: body.toolConfig?.functionCallingConfig?.mode === "ANY",
    bedrock: body.toolConfig?.toolChoice?.any !== undefined,
    responses: body.tool_choice === "required",
    chat: body.tool_choice === "required",
    ollama: false,
  }[wire];
  return any ? "required" : body.tool_choice;
}
