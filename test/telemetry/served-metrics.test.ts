// Every metric of the contract, with its type and its labels, is served after real work, on both databases.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import { type Exposition, parseExposition } from "../../packages/engine/test/support/metrics-text.js";
import { type LlmCall, type LlmReply, type ScriptedLlm, startScriptedLlm } from "../../packages/engine/test/support/scripted-llm.js";
import { openServer, type TestServer } from "../support/server.js";
import { storyBank } from "../support/story.js";
import { CONTRACT, type MetricRow, ON_DEMAND, OWN, SCOPE } from "./metric-table.js";

const USAGE = {
  prompt_tokens: 100,
  completion_tokens: 20,
  total_tokens: 120,
  prompt_tokens_details: { cached_tokens: 40 },
  completion_tokens_details: { reasoning_tokens: 8 },
};

/** Reads texts, all but poison; says nothing that a consolidation could use. */
function answer(call: LlmCall): LlmReply {
  if (call.content === "" || call.content.includes("poison")) return { text: "no JSON at all", usage: USAGE };
  return { json: { facts: [{ what: call.content.trim(), fact_type: "world", entities: [] }] }, usage: USAGE };
}

const SWITCHES = {
  HINDSIGHT_API_METRICS_INCLUDE_BANK_ID: "true",
  HINDSIGHT_API_METRICS_INCLUDE_TENANT: "true",
  HINDSIGHT_API_METRICS_BACKLOG_ENABLED: "true",
  HINDSIGHT_API_LOOP_LAG_METRIC: "true",
  HINDSIGHT_API_SKIP_LLM_VERIFICATION: "true",
  HINDSIGHT_API_WORKER_MAX_RETRIES: "0",
  HINDSIGHT_API_LLM_MAX_RETRIES: "0",
  HINDSIGHT_API_CONSOLIDATION_MAX_ATTEMPTS: "1",
};

/** Counters that nothing here makes count: they are declared, and have no series yet. */
const UNTOUCHED: ReadonlySet<string> = new Set([
  "hindsight_llm_spend_refusals_total",
  "hindsight_llm_trace_dropped_total",
  "hindsight_llm_cost_usd_total", // the price of the scripted model is not known
  "hindsight_metrics_refresh_failures_total",
]);

/** The name of the metric that a sample belongs to. */
function metricOf({ types }: Exposition, sample: string): string {
  const base = sample.replace(/_(?:bucket|sum|count)$/, "");
  return types.get(base) === "histogram" || types.get(base) === "summary" ? base : sample;
}

function labelSets(served: Exposition, name: string): readonly (readonly string[])[] {
  const own = served.samples.filter((sample) => metricOf(served, sample.name) === name);
  const sets = own.map(({ labels }) => Object.keys(labels).filter((label) => label !== "le" && !SCOPE.includes(label)));
  return [...new Set(sets.map((labels) => labels.sort().join(",")))].map((set) => (set === "" ? [] : set.split(",")));
}

describe.each(["pglite", "postgres"] as const)("the metrics, on %s", (engine) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;
  let llm: ScriptedLlm;
  let server: TestServer;
  let served: Exposition;

  beforeAll(async () => {
    if (!isThere) return;
    llm = await startScriptedLlm(answer);
    server = await openServer({ ...llm.env, ...SWITCHES }, engine);
    const bank = storyBank(server, "measured");
    await bank.retain("Alice works at Initech.", { document_id: "staff" });
    await bank.retainLater([{ content: "Bob rows on the canal.", document_id: "bob" }]);
    await bank.retainLater([{ content: "This is poison.", document_id: "lost" }]);
    await server.idle();
    await bank.recallTexts("Where does Alice work?", { max_tokens: 1234 });
    await bank.call("POST", "/consolidate");
    await server.idle();
    await server.call("POST", "/v1/default/banks/measured/reflect", { query: "Who rows?" });
    await server.call("GET", "/no/such/route");
    served = parseExposition((await server.call("GET", "/metrics")).text);
  }, 180_000);
  afterAll(async () => {
    await server?.close();
    await llm?.close();
  });

  it.skipIf(!isThere).each(Object.entries({ ...CONTRACT, ...OWN }))("%s", (name: string, { type, labels }: MetricRow) => {
    expect(served.types.get(name)).toBe(type);
    const sets = labelSets(served, name);
    if (!UNTOUCHED.has(name)) expect(sets.length).toBeGreaterThan(0);
    for (const set of sets) expect(set).toEqual([...labels].sort());
  });

  it.skipIf(!isThere)("nothing of ours is served that the table does not have, and every series has the scope's labels", () => {
    const ours = [...served.types.keys()].filter((name) => /^(?:hindsight|http)_/.test(name));
    expect(ours.filter((name) => !(name in CONTRACT) && !(name in OWN))).toEqual([]);
    const bare = served.samples.filter(({ name, labels }) => /^(?:hindsight|http)_/.test(name) && !SCOPE.every((label) => label in labels));
    expect(bare).toEqual([]);
    for (const name of ["target_info", "process_cpu_seconds_total", "nodejs_eventloop_lag_seconds", "process_resident_memory_bytes"])
      expect(served.types.has(name), name).toBe(true);
  });

  it.skipIf(!isThere)("the values say what happened", () => {
    const values = (name: string, labels: Readonly<Record<string, string>>) =>
      served.samples.filter(
        (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
      );
    const total = (name: string, labels: Readonly<Record<string, string>> = {}) =>
      values(name, labels).reduce((sum, { value }) => sum + value, 0);
    const route = "/v1/default/banks/{bank_id}/memories/recall";
    expect(total("hindsight_http_requests_total", { endpoint: route, status_code: "200", method: "POST" })).toBe(1);
    expect(total("hindsight_http_requests_total", { endpoint: "unknown", status_class: "4xx" })).toBe(1);
    expect(values("hindsight_http_requests_in_progress_requests", { endpoint: route }).map(({ value }) => value)).toEqual([0]);
    expect(total("hindsight_http_requests_in_progress_requests", { endpoint: "/metrics" })).toBe(1); // the scrape itself
    expect(total("http_server_request_duration_seconds_count", { http_route: route, error_type: "" })).toBe(1);
    expect(
      total("hindsight_operation_operations_total", { operation: "recall", source: "api", max_tokens: "2048", bank_id: "measured" }),
    ).toBe(1);
    expect(total("hindsight_operation_operations_total", { operation: "retain", source: "worker", success: "true" })).toBe(1);
    expect(total("hindsight_async_operations", { operation_type: "retain", status: "failed", bank_id: "measured" })).toBe(1);
    expect(total("hindsight_operation_operations_total", { operation: "consolidation", source: "worker" })).toBeGreaterThan(0);
    expect(total("hindsight_retain_documents_total", { outcome: "facts", tenant: "public" })).toBe(1);
    const phases = new Set(
      values("hindsight_recall_phase_duration_seconds_count", {}).map(({ labels }) => `${labels.phase} ${labels.diagnostic}`),
    );
    for (const phase of [
      "parallel_retrieval false",
      "rrf_merge false",
      "keyword_arm true",
      "generate_query_embedding true",
      "hydrate_results true",
    ])
      expect([...phases]).toContain(phase);
    const retained = new Set(values("hindsight_retain_phase_calls_total", {}).map(({ labels }) => labels.phase));
    expect([...retained].filter((phase) => /merge|arm|retrieval/.test(phase ?? ""))).toEqual([]); // a recall of the worker is no stage of retain
    expect(total("hindsight_db_pool_acquire_wait_seconds_count")).toBeGreaterThan(10);
    expect(total("hindsight_consolidation_failed", { bank_id: "measured" })).toBe(2);
  });
});

it("labels of banks and tenants are there only where they are asked for", () => {
  const scoped = Object.values(CONTRACT).filter(({ labels }) => labels.some((label) => ON_DEMAND.includes(label)));
  expect(scoped.length).toBeGreaterThan(10); // that they are absent otherwise is shown by packages/engine/test/telemetry/metrics.test.ts
});
