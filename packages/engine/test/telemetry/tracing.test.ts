// Spans: nothing where nothing is traced, and what is sent where it is.

import { createRequire } from "node:module";
import { type ContextManager, context, ROOT_CONTEXT, trace } from "@opentelemetry/api";
import { pino } from "pino";
import { afterEach, describe, expect, test } from "vitest";
import { loadSettings } from "../../src/config/index.js";
import { HindsightError } from "../../src/errors.js";
import { currentCall } from "../../src/telemetry/call-scope.js";
import { annotate, inCall, inOperation, inSpan, openTracing, span, type Tracing } from "../../src/telemetry/index.js";
import { wantsTraces } from "../../src/telemetry/tracing.js";
import { type OtlpReceiver, openOtlpReceiver } from "../support/otlp-receiver.js";

/** Files of the SDK that this process has loaded, for this test file or for one before it. */
const sdkFiles = () => Object.keys(createRequire(import.meta.url).cache).filter((file) => file.includes("@opentelemetry/sdk-trace"));
const CALL = { requestId: "r", trace: { name: "GET /x", attributes: {}, headers: {} } };
const DUE = { "hindsight.a": 1, "hindsight.absent": null };

let receiver: OtlpReceiver | undefined;
let lost = 0;
let lines: string[] = [];
afterEach(async () => {
  await receiver?.close();
  receiver = undefined;
  lost = 0;
  lines = [];
});

function tracingWith(env: Readonly<Record<string, string>>): Promise<Tracing> {
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
  return openTracing({ settings: loadSettings(env), log, service: "hindsight-api", onLost: (spans) => (lost += spans) });
}

async function workIn(tracing: Tracing): Promise<void> {
  await inCall(tracing, CALL, async () =>
    span("hindsight.inner", DUE, async () => annotate({ "hindsight.b": "x" }, { "hindsight.query": "secret" })),
  );
}

describe("without traces", () => {
  test("the SDK is not loaded, and spans are their work alone", async () => {
    const before = sdkFiles();
    const tracing = await tracingWith({});
    let seen: unknown;
    await inCall(tracing, CALL, () =>
      span("hindsight.inner", DUE, async (own) => {
        seen = [own.isRecording, currentCall().requestId, currentCall().trace];
        annotate({ a: 1 });
      }),
    );
    expect(seen).toEqual([false, "r", null]);
    expect(sdkFiles()).toEqual(before);
    await tracing.close();
  });

  test.each<readonly [Readonly<Record<string, string>>, boolean]>([
    [{}, false],
    [{ HINDSIGHT_API_OTEL_TRACES_ENABLED: "true" }, true],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://c:4318" }, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://c:4318/t" }, true],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://c:4318", HINDSIGHT_API_OTEL_TRACES_ENABLED: "false" }, false],
    [{ HINDSIGHT_API_OTEL_TRACES_ENABLED: "true", OTEL_SDK_DISABLED: "true" }, false],
    [{ HINDSIGHT_API_OTEL_EXPORTER_OTLP_ENDPOINT: "http://c:4318" }, false],
  ])("%j asks for traces: %s", (env, isWanted) => {
    expect(wantsTraces(loadSettings(env))).toBe(isWanted);
  });

  test("gRPC is refused where traces are wanted, with what to do", async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://c:4317", OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" };
    await expect(tracingWith(env)).rejects.toThrow(/http\/protobuf or http\/json/);
  });
});

describe("with traces", () => {
  test("OpenTelemetry's own variables are heeded", async () => {
    receiver = await openOtlpReceiver();
    const tracing = await tracingWith({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/elsewhere`,
      OTEL_EXPORTER_OTLP_HEADERS: "a=1,b=2",
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/json",
      OTEL_SERVICE_NAME: "memory",
      OTEL_RESOURCE_ATTRIBUTES: "team=blue,deployment.environment.name=stage",
    });
    await workIn(tracing);
    await tracing.close();
    expect(sdkFiles()).not.toEqual([]); // control of the test above
    expect(receiver.bodies).toMatchObject([{ path: "/elsewhere", headers: { a: "1", b: "2" } }]);
    const [inner, outer] = receiver.spans;
    expect(inner).toMatchObject({
      name: "hindsight.inner",
      parentSpanId: outer?.spanId,
      attributes: { "hindsight.a": 1, "hindsight.b": "x" },
    });
    expect(Object.keys(inner?.attributes ?? {}).sort()).toEqual(["hindsight.a", "hindsight.b"]);
    expect(outer?.resource).toMatchObject({ "service.name": "memory", team: "blue", "deployment.environment.name": "stage" });
  });

  test("our settings come before them", async () => {
    receiver = await openOtlpReceiver();
    const tracing = await tracingWith({
      HINDSIGHT_API_OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`,
      HINDSIGHT_API_OTEL_SERVICE_NAME: "ours",
      HINDSIGHT_API_OTEL_CAPTURE_CONTENT: "true",
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:1",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_SERVICE_NAME: "theirs",
    });
    await workIn(tracing);
    await tracing.close();
    expect(receiver.bodies.map(({ path }) => path)).toEqual(["/v1/traces"]);
    expect(receiver.spans[0]).toMatchObject({ attributes: { "hindsight.query": "secret" }, resource: { "service.name": "ours" } });
  });

  test("they are sent as protobuf unless JSON is asked for", async () => {
    receiver = await openOtlpReceiver();
    const tracing = await tracingWith({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
    await workIn(tracing);
    await tracing.close();
    expect(receiver.bodies).toMatchObject([{ path: "/v1/traces", headers: { "content-type": "application/x-protobuf" } }]);
    expect(receiver.bodies[0]?.bytes.includes("hindsight.inner")).toBe(true);
  });

  test("two engines of a process send each their own", async () => {
    receiver = await openOtlpReceiver();
    const others = await openOtlpReceiver();
    const json = { OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" };
    const one = await tracingWith({ ...json, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
    const two = await tracingWith({ ...json, OTEL_EXPORTER_OTLP_ENDPOINT: others.url });
    await Promise.all([workIn(one), workIn(two)]);
    await Promise.all([one.close(), two.close()]);
    expect([receiver.spans.length, others.spans.length]).toEqual([2, 2]);
    await others.close();
  });

  test("a program around the engine that traces by itself has our spans below its own", async () => {
    receiver = await openOtlpReceiver();
    const tracing = await tracingWith({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" });
    const ids = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331", traceFlags: 1 };
    const active = trace.setSpanContext(ROOT_CONTEXT, ids);
    const manager = { active: () => active, with: () => undefined, bind: () => undefined, enable: () => manager, disable: () => manager };
    context.setGlobalContextManager(manager as unknown as ContextManager);
    await workIn(tracing);
    context.disable();
    await workIn(tracing);
    await tracing.close();
    const outer = receiver.spans
      .filter(({ name }) => name === "GET /x")
      .map(({ traceId, parentSpanId }) => [traceId === ids.traceId, parentSpanId]);
    expect(outer).toEqual([
      [true, ids.spanId],
      [false, undefined],
    ]);
  });

  test("named work is a span of its call, and a call of its own where there is none, in the caller's trace", async () => {
    receiver = await openOtlpReceiver();
    const tracing = await tracingWith({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" });
    const parent = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" };
    const named = (name: string) => ({ name, attributes: {}, requestId: "own", parent });
    const seen = await inSpan(tracing, named("alone"), async () => currentCall().requestId);
    await inCall(tracing, CALL, () => inSpan(tracing, named("within"), async () => undefined));
    await expect(inSpan(tracing, named("failing"), () => Promise.reject(new HindsightError("bank_not_found", "secret")))).rejects.toThrow();
    await tracing.close();
    const one = (name: string) => receiver?.spans.find((each) => each.name === name);
    expect(seen).toBe("own");
    expect(one("alone")).toMatchObject({ parentSpanId: "b7ad6b7169203331", kind: 2, status: 0 });
    expect(one("within")).toMatchObject({ parentSpanId: one("GET /x")?.spanId, traceId: one("GET /x")?.traceId, kind: 1 });
    expect(one("failing")).toMatchObject({ status: 2, attributes: { "error.type": "bank_not_found" } });
  });

  test("an operation without a call begins a trace; one with a broken context does too", async () => {
    receiver = await openOtlpReceiver();
    const tracing = await tracingWith({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" });
    const work = { operationId: "o", type: "refresh_mental_model", bankId: "b", attempts: 2 };
    const broken = { requestId: null, traceparent: "00-zz-1-01", tracestate: null };
    for (const origin of [null, broken]) await inOperation(tracing, { ...work, origin }, async () => undefined);
    await expect(
      inOperation(tracing, { ...work, origin: null }, () => Promise.reject(new HindsightError("llm_refused", "secret words"))),
    ).rejects.toThrow();
    await tracing.close();
    expect(receiver.spans.map(({ name, links, status }) => [name, links.length, status])).toEqual([
      ["hindsight.mental_model_refresh", 0, 0],
      ["hindsight.mental_model_refresh", 0, 0],
      ["hindsight.mental_model_refresh", 0, 2],
    ]);
    expect(receiver.spans[2]?.attributes["error.type"]).toBe("llm_refused");
    expect(receiver.bodies.map(({ bytes }) => bytes.toString("utf8")).join("")).not.toContain("secret words");
  });

  test("a collector that refuses costs spans, which are counted, and one line in the log", async () => {
    receiver = await openOtlpReceiver(400);
    const tracing = await tracingWith({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
    await workIn(tracing);
    await tracing.close();
    expect(lost).toBe(2);
    expect(lines.filter((line) => line.includes("could not be sent"))).toHaveLength(1);
  });
});
