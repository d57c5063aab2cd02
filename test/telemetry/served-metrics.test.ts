// Every metric of the contract, with its type, its labels and its bounds, is served and moved by real work, on both databases.

import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import { type Exposition, parseExposition } from "../../packages/engine/test/support/metrics-text.js";
import { type LlmCall, type LlmReply, type ScriptedLlm, startScriptedLlm } from "../../packages/engine/test/support/scripted-llm.js";
import { openServer, type TestServer } from "../support/server.js";
import { storyBank } from "../support/story.js";
import { CONTRACT, type MetricRow, ON_DEMAND, OWN, PHASES, SCOPE } from "./metric-table.js";

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
  HINDSIGHT_API_REFLECT_LLM_MODEL: "priced-1",
  HINDSIGHT_API_LLM_PRICES: '{"priced-1": {"input": 1, "output": 2}}',
  HINDSIGHT_API_LOOP_WATCHDOG_POLL_INTERVAL_MS: "10",
  HINDSIGHT_API_LOOP_WATCHDOG_STALL_THRESHOLD_MS: "40",
  HINDSIGHT_API_OPERATION_VALIDATOR_EXTENSION: fileURLToPath(new URL("../../docs/examples/extensions/quota-validator.ts", import.meta.url)),
};

/** What nothing here makes count, or is nothing at the moment of the scrape, each with why. */
const UNMOVED: Readonly<Record<string, string>> = {
  hindsight_llm_trace_dropped_total: "the trace has room (packages/engine/test/guard/trace.story.test.ts fills it)",
  hindsight_metrics_refresh_failures_total: "the queue can be counted (packages/engine/test/telemetry/metrics.test.ts)",
  hindsight_db_health_failures_total: "the database answers (packages/engine/test/telemetry/metrics.test.ts)",
  hindsight_trace_spans_lost_total: "nothing is traced (packages/engine/test/telemetry/tracing.test.ts)",
  hindsight_audit_log_dropped_total: "the audit log has room (packages/engine/test/telemetry/audit-log.test.ts)",
  hindsight_extension_hooks_total: "the example of a validator has no hooks",
  hindsight_refused_calls_total: "nobody is refused",
  hindsight_rerank_recalls_total: "no reranker is configured (packages/engine/test/telemetry/rerank-metrics.test.ts)",
  hindsight_rerank_candidates_total: "the same",
  hindsight_reranker_circuit: "the same",
  hindsight_hot_bank_reloads_total: "what changes is caught up with",
  hindsight_hot_bank_evictions_total: "one small bank fits",
  hindsight_hot_bank_failures_total: "nothing fails (packages/engine/test/recall/hot-failures.test.ts)",
  hindsight_db_pool_min: "connections are opened when they are wanted",
  hindsight_db_pool_waiting: "nobody waits for a connection at the scrape",
};

/** The name of the metric that a sample belongs to. */
function metricOf({ types }: Exposition, sample: string): string {
  const base = sample.replace(/_(?:bucket|sum|count)$/, "");
  return types.get(base) === "histogram" || types.get(base) === "summary" ? base : sample;
}

/** True where work left a trace: a count, an observation, or a gauge that is not nothing. */
function hasMoved(served: Exposition, name: string): boolean {
  const counted = served.types.get(name) === "histogram" ? `${name}_count` : name;
  return served.samples.some((sample) => sample.name === counted && sample.value > 0);
}

function boundsOf({ samples }: Exposition, name: string): readonly number[] {
  const bounds = samples.flatMap(({ name: own, labels }) => (own === `${name}_bucket` && labels.le !== "+Inf" ? [Number(labels.le)] : []));
  return [...new Set(bounds)].sort((a, b) => a - b);
}

/** Nothing of the process happens meanwhile. */
function standStill(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

function labelSets(served: Exposition, name: string): readonly (readonly string[])[] {
  const own = served.samples.filter((sample) => metricOf(served, sample.name) === name);
  const sets = own.map(({ labels }) => Object.keys(labels).filter((label) => label !== "le" && !SCOPE.includes(label)));
  return [...new Set(sets.map((labels) => labels.sort().join(",")))].map((set) => (set === "" ? [] : set.split(",")));
}

const ANSWERED = { timeout: 60_000, interval: 20 };

async function isCountedAfterReflect(server: TestServer, name: string): Promise<boolean> {
  await server.call("POST", "/v1/default/banks/measured/reflect", { query: "Who rows on the canal?" });
  return hasMoved(parseExposition((await server.call("GET", "/metrics")).text), name);
}

describe.each(["pglite", "postgres"] as const)("the metrics, on %s", (engine) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;
  let llm: ScriptedLlm;
  let server: TestServer;
  let served: Exposition;

  let clock: { mockRestore(): void } | undefined;
  beforeAll(async () => {
    if (!isThere) return;
    llm = await startScriptedLlm(answer);
    server = await openServer({ ...llm.env, ...SWITCHES }, engine);
    const bank = storyBank(server, "measured");
    await bank.retain("Alice works at Initech.", { document_id: "staff" });
    await bank.retainLater([{ content: "Bob rows on the canal.", document_id: "bob" }]);
    await bank.retainLater([{ content: "This is poison.", document_id: "lost" }]);
    await server.idle();
    await bank.recallTexts("Where does Alice work?", {
      max_tokens: 1234,
      include: { entities: {}, chunks: {}, source_facts: {} },
      tag_groups: [{ not: { tags: ["nobody"], match: "any", resolve: "fuzzy" } }],
    });
    await bank.call("POST", "/consolidate");
    await server.idle();
    await bank.retain("Carol waits to be learnt from.", { document_id: "carol" });
    await bank.call("PATCH", "/config", { updates: { spend_limits: { tokens_per_hour: 1 } } });
    await bank.call("POST", "/memories", { items: [{ content: "What may not be read any more." }] });
    await bank.call("PATCH", "/config", { updates: { spend_limits: null } });
    await server.call("POST", "/v1/default/banks/measured/reflect", { query: "Who rows?" });
    await server.call("GET", "/no/such/route");
    // A bank is read into memory behind the second question, and what changes then is caught up with.
    await vi.waitUntil(() => isCountedAfterReflect(server, "hindsight_hot_bank_hits_total"), ANSWERED);
    await bank.call("PATCH", "/documents/staff", { tags: ["office"] });
    await vi.waitUntil(() => isCountedAfterReflect(server, "hindsight_hot_bank_catch_ups_total"), ANSWERED);
    const real = performance.now.bind(performance);
    clock = vi.spyOn(performance, "now").mockImplementation(() => real() + 11_000); // the start is over, within which nothing is a standstill
    await new Promise((resolve) => setTimeout(resolve, 25));
    standStill(80);
    await new Promise((resolve) => setTimeout(resolve, 25)); // the watchdog sees it at its next look
    served = parseExposition((await server.call("GET", "/metrics")).text);
  }, 180_000);
  afterAll(async () => {
    clock?.mockRestore();
    await server?.close();
    await llm?.close();
  });

  it.skipIf(!isThere).each(Object.entries({ ...CONTRACT, ...OWN }))("%s", (name: string, { type, labels, buckets }: MetricRow) => {
    expect(served.types.get(name)).toBe(type);
    expect(hasMoved(served, name)).toBe(!(name in UNMOVED));
    if (buckets !== undefined) expect(boundsOf(served, name)).toEqual(buckets);
    const sets = labelSets(served, name);
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
    expect(total("hindsight_retain_documents_total", { outcome: "facts", tenant: "public" })).toBe(2);
    const phases = (diagnostic: string) =>
      values("hindsight_recall_phase_duration_seconds_count", { diagnostic }).map(({ labels }) => labels.phase);
    expect(phases("false")).toEqual(expect.arrayContaining([...PHASES.steps]));
    expect(phases("true")).toEqual(expect.arrayContaining([...PHASES.diagnostic, "keyword_arm", "graph_arm", "enrichment"]));
    for (const phase of Object.keys(PHASES.absent)) expect([...phases("false"), ...phases("true")]).not.toContain(phase);
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
