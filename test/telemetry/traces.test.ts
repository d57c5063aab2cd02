// What a server did, as a collector sees it: one trace from the caller's own to the receiver of a webhook, on both databases, and no word of a memory in it.

import { beforeAll, describe, expect, it } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import { type OtlpReceiver, openOtlpReceiver, type ReceivedSpan } from "../../packages/engine/test/support/otlp-receiver.js";
import { type LlmCall, type LlmReply, type ScriptedLlm, startScriptedLlm } from "../../packages/engine/test/support/scripted-llm.js";
import { overHttp } from "../mcp/support/client.js";
import { creating, givenTo, isConsolidation } from "../support/consolidation.js";
import { openReceiver, type Receiver } from "../support/receiver.js";
import { memoriesOf, searching, tools, use } from "../support/reflection.js";
import { openServer } from "../support/server.js";
import { storyBank } from "../support/story.js";

/** In every text that is retained, and in every question. */
const WORD = "zanzibar";
const CALLER = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };
const TRACEPARENT = { traceparent: `00-${CALLER.traceId}-${CALLER.spanId}-01`, tracestate: "vendor=1" };

function answer(call: LlmCall): LlmReply {
  if (call.content !== "") return { json: { facts: [{ what: call.content.trim(), fact_type: "world", entities: [] }] } };
  if (isConsolidation(call)) return creating(`The cloves of ${WORD} are dear.`, givenTo(call).facts);
  if (tools(call).length > 0) {
    return searching(WORD, (each) => use("done", { answer: `Cloves of ${WORD}.`, memory_ids: memoriesOf(each).map(({ id }) => id) }))(
      call,
    ) as LlmReply;
  }
  return { text: `Cloves of ${WORD}.` };
}

interface Told {
  readonly otlp: OtlpReceiver;
  readonly llm: ScriptedLlm;
  readonly webhooks: Receiver;
  named(name: string): readonly ReceivedSpan[];
  one(name: string, where?: (span: ReceivedSpan) => boolean): ReceivedSpan;
  /** Names from a span up to the first of its trace in this server. */
  above(span: ReceivedSpan): readonly string[];
}

/** A server's whole life, closed at the end: what it had to send is sent then. */
async function live(engine: "pglite" | "postgres", more: Readonly<Record<string, string>> = {}): Promise<Told> {
  const [otlp, llm, webhooks] = await Promise.all([openOtlpReceiver(), startScriptedLlm(answer), openReceiver()]);
  const env = {
    HINDSIGHT_API_OTEL_TRACES_ENABLED: "true",
    HINDSIGHT_API_OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url,
    HINDSIGHT_API_OTEL_EXPORTER_OTLP_HEADERS: "x-key=a%20b",
    HINDSIGHT_API_OTEL_DEPLOYMENT_ENVIRONMENT: "tests",
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    HINDSIGHT_API_SKIP_LLM_VERIFICATION: "true",
    HINDSIGHT_API_WEBHOOK_ALLOWED_HOSTS: "127.0.0.1",
    HINDSIGHT_API_WEBHOOK_EVENT_TYPES: "retain.completed",
    HINDSIGHT_API_WEBHOOK_URL: webhooks.url,
    ...more,
  };
  const server = await openServer({ ...llm.env, ...env }, engine);
  try {
    const bank = storyBank(server, "spices");
    const path = "/v1/default/banks/spices";
    const call = (method: string, rest: string, body?: unknown) => server.call(method, path + rest, body, { headers: TRACEPARENT });
    await bank.retain(`Cloves grow on ${WORD}.`, { document_id: "cloves" });
    await call("POST", "/memories", { items: [{ content: `Nutmeg of ${WORD} is dear.`, document_id: "nutmeg" }], async: true });
    await server.idle();
    await call("POST", "/memories/recall", { query: `What grows on ${WORD}?` });
    await bank.call("POST", "/consolidate");
    await server.idle();
    await bank.call("POST", "/reflect", { query: `What of ${WORD}?` });
    await server.call("POST", "/v1/default/banks/nowhere/memories/recall", { query: WORD });
    const agent = await overHttp(`${server.url}/mcp`, { headers: { "X-Bank-Id": "spices" } });
    await agent.call("recall", { query: `What grows on ${WORD}?` });
    await agent.call("recall", { query: WORD, bank_id: "nowhere-else" });
    await agent.call("recall", { query: [WORD] });
    await agent.call("get_memory", { memory_id: WORD });
    await agent.call(`no_tool_${WORD}`);
    await agent.close();
    for (const probe of ["/health", "/health/live", "/metrics"]) await server.call("GET", probe);
  } finally {
    await server.close();
    webhooks.close();
    await llm.close();
    await otlp.close();
  }
  const named = (name: string) => otlp.spans.filter((span) => span.name === name);
  const byId = new Map(otlp.spans.map((span) => [span.spanId, span]));
  return {
    otlp,
    llm,
    webhooks,
    named,
    one(name, where = () => true) {
      const found = named(name).filter(where);
      expect(
        found.map((span) => span.attributes),
        name,
      ).toHaveLength(1);
      return found[0] as ReceivedSpan;
    },
    above(span) {
      const names: string[] = [];
      for (let up = byId.get(span.parentSpanId ?? ""); up !== undefined; up = byId.get(up.parentSpanId ?? "")) names.push(up.name);
      return names;
    },
  };
}

const RECALL = "POST /v1/default/banks/{bank_id}/memories/recall";
const RETAIN = "POST /v1/default/banks/{bank_id}/memories";
const ofCaller = ({ traceId }: ReceivedSpan): boolean => traceId === CALLER.traceId;

describe.each(["pglite", "postgres"] as const)("a server's traces, on %s", (engine) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;
  let told: Told;
  beforeAll(async () => {
    if (isThere) told = await live(engine);
  }, 180_000);
  const tell = it.skipIf(!isThere);

  tell("a call goes on in its caller's trace, and says what was called, without its path", () => {
    const span = told.one(RECALL, ofCaller);
    expect(span).toMatchObject({ kind: 2, parentSpanId: CALLER.spanId, status: 0 });
    expect(span.attributes).toMatchObject({
      "http.request.method": "POST",
      "http.route": "/v1/default/banks/{bank_id}/memories/recall",
      "http.response.status_code": 200,
      "hindsight.bank_id": "spices",
    });
    expect(span.resource).toMatchObject({
      "service.name": "hindsight-api",
      "deployment.environment.name": "tests",
      "service.version": expect.any(String),
    });
    expect(told.otlp.bodies[0]?.path).toBe("/v1/traces");
    expect(told.otlp.bodies[0]?.headers["x-key"]).toBe("a b");
  });

  tell("a recall shows its stages and its arms", () => {
    const recall = told.one("hindsight.recall", ofCaller);
    expect(told.above(recall)).toEqual([RECALL]);
    expect(recall.attributes).toMatchObject({
      "hindsight.operation": "recall",
      "hindsight.thinking_budget": "mid",
      "hindsight.max_tokens": 4096,
    });
    expect(recall.attributes["hindsight.results"]).toBeGreaterThan(0);
    const stages = told.otlp.spans.filter((span) => span.parentSpanId === recall.spanId).map(({ name }) => name);
    for (const stage of ["understand", "retrieval", "fusion", "rerank", "enrichment"])
      expect(stages).toContain(`hindsight.recall_${stage}`);
    for (const arm of ["keyword_arm", "graph_arm", "embedding"])
      expect(told.above(told.one(`hindsight.recall_${arm}`, ofCaller))).toEqual(["hindsight.recall_retrieval", "hindsight.recall", RECALL]);
  });

  tell("a model call is a span of the GenAI conventions, whose place its request carries to the provider", () => {
    const [span] = told.named("hindsight.retain_extract_facts").filter((each) => !ofCaller(each));
    expect(told.above(span as ReceivedSpan)).toEqual(["hindsight.retain_read", "hindsight.retain", RETAIN]);
    expect(span).toMatchObject({ kind: 3, events: [] });
    expect(span?.attributes).toMatchObject({
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "openai",
      "gen_ai.request.model": "scripted-1",
      "gen_ai.usage.input_tokens": 100,
      "gen_ai.usage.output_tokens": 20,
      "gen_ai.response.finish_reasons": ["stop"],
      "hindsight.scope": "retain_extract_facts",
    });
    expect(told.llm.calls.map(({ headers }) => headers.traceparent)).toContain(`00-${span?.traceId}-${span?.spanId}-01`);
  });

  tell("an operation goes on in the trace of the call that queued it, is linked to it, and so does what it tells", () => {
    const verb = told.one("hindsight.retain", (span) => ofCaller(span) && span.kind === 1);
    const operation = told.one("hindsight.retain", (span) => ofCaller(span) && span.kind === 5);
    expect(operation.parentSpanId).toBe(verb.spanId);
    expect(operation.links).toMatchObject([{ traceId: CALLER.traceId, spanId: verb.spanId }]);
    expect(operation.attributes).toMatchObject({ "hindsight.operation": "retain", "hindsight.bank_id": "spices", "hindsight.attempt": 1 });
    const delivery = told.one("hindsight.webhook_delivery", ofCaller);
    expect(told.above(delivery)).toContain("hindsight.retain");
    const headers = told.webhooks.calls.map((each) => each.headers);
    expect(headers.map(({ traceparent }) => traceparent)).toContain(`00-${CALLER.traceId}-${delivery.spanId}-01`);
    expect(headers.map(({ tracestate }) => tracestate)).toContain("vendor=1");
  });

  tell("a consolidation shows its batches, their recalls and their model calls", () => {
    const batch = told.one("hindsight.consolidation_batch");
    expect(batch.attributes).toMatchObject({ "hindsight.is_written": true });
    expect(told.above(batch)[0]).toBe("hindsight.consolidation");
    expect(told.above(told.one("hindsight.consolidation", (span) => span.kind === 3))).toContain("hindsight.consolidation_batch");
    expect(told.named("hindsight.consolidation_recall").length).toBeGreaterThan(0);
  });

  tell("a reflection shows its iterations, its tools and its model calls", () => {
    const [first] = told.named("hindsight.reflect_iteration");
    expect(told.above(first as ReceivedSpan)).toEqual(["hindsight.reflect", "POST /v1/default/banks/{bank_id}/reflect"]);
    const inside = told.named("hindsight.reflect_tool_call");
    const tool = inside.find(({ attributes }) => attributes["gen_ai.operation.name"] === "execute_tool");
    const chat = inside.find(({ attributes }) => attributes["gen_ai.operation.name"] === "chat");
    expect(tool?.attributes["gen_ai.tool.name"]).toEqual(expect.any(String));
    expect(chat?.attributes).toMatchObject({ "hindsight.tool_calls": 1 });
    for (const span of [tool, chat]) expect(told.above(span as ReceivedSpan)[0]).toBe("hindsight.reflect_iteration");
  });

  tell("a failure is told by its kind; probes are not traced", () => {
    const failed = told.one("hindsight.recall", ({ attributes }) => attributes["hindsight.bank_id"] === "nowhere");
    expect(failed).toMatchObject({ status: 2, attributes: { "error.type": "bank_not_found" } });
    expect(
      told.one(RECALL, ({ attributes }) => attributes["hindsight.bank_id"] === "nowhere").attributes["http.response.status_code"],
    ).toBe(404);
    expect(told.otlp.spans.filter(({ name }) => /health|metrics/.test(name))).toEqual([]);
  });

  tell(
    "a call of an MCP tool is a span above the engine's; what failed is told by its kind, and a name that is no tool's is in none",
    () => {
      const found = told.named("tools/call recall");
      expect(found.map(({ attributes }) => attributes["error.type"])).toEqual([undefined, "tool_error", "WrongArguments"]);
      const [span] = found;
      expect(span).toMatchObject({
        status: 0,
        attributes: { "mcp.method.name": "tools/call", "gen_ai.tool.name": "recall", "hindsight.bank_id": "spices" },
      });
      expect(told.above(span as ReceivedSpan)).toEqual(["POST /mcp"]);
      const below = told.named("hindsight.recall").filter(({ parentSpanId }) => parentSpanId === span?.spanId);
      expect(below).toHaveLength(1);
      expect(told.one("tools/call get_memory")).toMatchObject({ status: 2, attributes: { "error.type": expect.any(String) } });
      expect(told.one("tools/call")).toMatchObject({ status: 2, attributes: { "error.type": "tool_error" } });
    },
  );

  tell("no word of a memory, a question or a prompt is in a trace", () => {
    const sent = told.otlp.bodies.map(({ bytes }) => bytes.toString("utf8")).join("\n");
    expect(sent).toContain("spices"); // control: the name of the bank is
    expect(sent.match(/.{0,80}zanzibar.{0,80}/i)?.[0]).toBeUndefined();
  });
});

describe("traces that keep content", () => {
  let told: Told;
  beforeAll(async () => {
    told = await live("pglite", { HINDSIGHT_API_OTEL_CAPTURE_CONTENT: "true" });
  }, 180_000);
  it("have the question, and the messages of model calls", () => {
    expect(told.one("hindsight.recall", ofCaller).attributes["hindsight.query"]).toBe(`What grows on ${WORD}?`);
    const [span] = told.named("hindsight.retain_extract_facts");
    const [event] = span?.events ?? [];
    expect(event?.name).toBe("gen_ai.client.inference.operation.details");
    expect(event?.attributes["gen_ai.input.messages"]).toContain(WORD);
    expect(event?.attributes["gen_ai.output.messages"]).toContain(WORD);
  });
});
