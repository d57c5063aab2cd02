import { type Logger, pino } from "pino";
import { Registry } from "prom-client";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { loadSettings } from "../../src/config/index.js";
import { HindsightError } from "../../src/errors.js";
import { sizeLabel } from "../../src/telemetry/bounds.js";
import { eventLoopMetrics } from "../../src/telemetry/event-loop-metrics.js";
import { createMetrics, type Metrics } from "../../src/telemetry/index.js";
import { withoutScope } from "../support/metrics-text.js";

const HEALTH = { acquireMs: 2, poolWaiting: 0, poolInUse: 1, poolMax: 4, poolIdle: 2 };
let metrics: Metrics;
afterEach(() => metrics.close());

function metricsWith(env: Readonly<Record<string, string>> = {}, isBroken = false): Metrics {
  const health = async () => {
    if (isBroken) throw new HindsightError("database_unavailable", "gone");
    return HEALTH;
  };
  return createMetrics({ settings: loadSettings(env), health, log: pino({ level: "silent" }) });
}

const textOf = async (one: Metrics): Promise<string> => withoutScope(await one.text());

const recall = { operation: "recall", source: "api", bankId: "b1", tenant: "public", budget: "mid", maxTokens: 4096 } as const;

describe("metrics", () => {
  test("operations are counted with outcome, budget and size", async () => {
    metrics = metricsWith();
    await metrics.operation(recall, async () => 1);
    await expect(metrics.operation(recall, () => Promise.reject(new Error("x")))).rejects.toThrow("x");
    const text = await textOf(metrics);
    expect(text).toContain(
      'hindsight_operation_operations_total{operation="recall",source="api",success="true",budget="mid",max_tokens="4096"} 1',
    );
    expect(text).toContain('success="false",budget="mid",max_tokens="4096"} 1');
    expect(text).toContain('hindsight_operation_duration_seconds_bucket{le="7.5",operation="recall"');
    expect(text).not.toContain("bank_id");
  });

  test("what the caller gave up is not counted", async () => {
    metrics = metricsWith();
    const gone = new HindsightError("request_cancelled", "gone");
    await expect(metrics.operation(recall, () => Promise.reject(gone))).rejects.toBe(gone);
    expect(await textOf(metrics)).not.toContain('operation="recall"');
  });

  test("banks are a label only when asked for", async () => {
    metrics = metricsWith({ HINDSIGHT_API_METRICS_INCLUDE_BANK_ID: "true" });
    await metrics.operation(recall, async () => 1);
    expect(await textOf(metrics)).toContain('bank_id="b1"');
  });

  test("the process of the server is a label of every series where that is asked for", async () => {
    const bare = async (env: Readonly<Record<string, string>>): Promise<readonly string[]> => {
      metrics = metricsWith(env);
      await metrics.operation(recall, async () => 1);
      const lines = (await metrics.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
      return lines.filter((line) => !line.includes('api_worker="0"'));
    };
    expect((await bare({})).length).toBeGreaterThan(50);
    metrics.close();
    expect(await bare({ HINDSIGHT_API_METRICS_WORKER_LABEL: "true" })).toEqual([]);
  });

  test("stages, documents, the pool and the process", async () => {
    metrics = metricsWith();
    metrics.stage("recall", "rrf_merge", 3);
    metrics.stage("retain", "write", 30);
    metrics.documents(recall, 2, 1);
    const text = await textOf(metrics);
    expect(text).toContain('hindsight_recall_phase_duration_seconds_bucket{le="0.005",phase="rrf_merge",diagnostic="false"} 1');
    expect(text).toContain('hindsight_recall_phase_duration_seconds_bucket{le="0.0025",phase="rrf_merge",diagnostic="false"} 0');
    expect(text).toContain('hindsight_retain_phase_calls_total{phase="write",store="postgresql"} 1');
    expect(text).toContain('hindsight_retain_documents_total{outcome="facts"} 2');
    expect(text).toContain("hindsight_db_pool_size 3");
    expect(text).toMatch(/hindsight_process_memory_bytes\{type="rss_max"\} \d{7,}/);
    expect(text).toMatch(/hindsight_process_threads [1-9]/);
  });

  test("a database that is down does not take the metrics with it", async () => {
    metrics = metricsWith({}, true);
    expect(await textOf(metrics)).toContain("hindsight_db_health_failures_total 1");
  });

  test("what lies inside a stage is apart from the stages, and is left out on demand", async () => {
    metrics = metricsWith();
    metrics.stage("recall", "graph_arm", 3, true);
    expect(await textOf(metrics)).toContain('hindsight_recall_phase_duration_seconds_count{phase="graph_arm",diagnostic="true"} 1');
    metrics.close();
    metrics = metricsWith({ HINDSIGHT_API_RECALL_DIAGNOSTIC_PHASES: "false" });
    metrics.stage("recall", "graph_arm", 3, true);
    metrics.stage("recall", "rrf_merge", 3, false);
    const text = await textOf(metrics);
    expect(text).not.toContain("graph_arm");
    expect(text).toContain("rrf_merge"); // control
  });

  test("a label that callers choose makes no series without end", async () => {
    metrics = metricsWith({ HINDSIGHT_API_METRICS_INCLUDE_BANK_ID: "true" });
    for (let n = 0; n < 1_500; n += 1) await metrics.operation({ ...recall, bankId: `made-up-${n}`, maxTokens: n }, async () => 1);
    const text = await textOf(metrics);
    const labels = (name: string) =>
      new Set([...text.matchAll(new RegExp(`_total\\{[^}]*${name}="([^"]*)"`, "g"))].map(([, value]) => value));
    expect(labels("bank_id").size).toBe(1_001);
    expect(labels("bank_id")).toContain("other");
    expect([...labels("max_tokens")].sort()).toEqual(["1024", "2048", "256", "512"]);
  });

  test("a tokens label keeps what is usual and joins what is not", () => {
    expect([0, 1, 256, 257, 4096, 65_536, 65_537, 1e9].map(sizeLabel)).toEqual([
      "256",
      "256",
      "256",
      "512",
      "4096",
      "65536",
      "65536+",
      "65536+",
    ]);
  });

  test("the longest delay of the event loop is shown where it is asked for", async () => {
    metrics = metricsWith({ HINDSIGHT_API_LOOP_LAG_METRIC: "true", HINDSIGHT_API_LOOP_WATCHDOG_POLL_INTERVAL_MS: "10" });
    const until = performance.now() + 60;
    while (performance.now() < until); // the loop stands still
    await new Promise((resolve) => setTimeout(resolve, 15));
    expect(Number(/^hindsight_event_loop_lag (\S+)$/m.exec(await textOf(metrics))?.[1])).toBeGreaterThan(0.03);
  });
});

test("a standstill of the event loop is a fault after the start, not within it", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  onTestFinished(() => {
    clock.mockRestore();
    vi.useRealTimers();
  });
  const warned: number[] = [];
  const log = { debug: () => undefined, info: () => undefined, warn: ({ ms }: { ms: number }) => void warned.push(ms) };
  const { stop } = eventLoopMetrics(new Registry(), loadSettings({}), log as unknown as Logger);
  for (const now of [3_250, 9_000, 9_250, 10_100, 10_350, 12_100]) {
    clock.mockReturnValue(now);
    vi.advanceTimersByTime(250);
  }
  stop();
  expect(warned).toEqual([1_500]);
});

test("the longest delay of the event loop is logged as often as that is asked for", async () => {
  const lines: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
  const env = { HINDSIGHT_API_LOOP_LAG_REPORT_SECONDS: "0.03", HINDSIGHT_API_LOOP_WATCHDOG_POLL_INTERVAL_MS: "10" };
  metrics = createMetrics({ settings: loadSettings(env), health: async () => HEALTH, log });
  const until = performance.now() + 60;
  while (performance.now() < until); // the loop stands still
  await expect.poll(() => lines.length, { timeout: 5_000 }).toBeGreaterThan(0);
  expect((JSON.parse(lines[0] ?? "") as { readonly ms: number }).ms).toBeGreaterThan(30);
});

describe("the queue", () => {
  const counts = [
    { type: "retain", status: "pending", bankId: "a", count: 2 },
    { type: "retain", status: "pending", bankId: "b", count: 3 },
  ];
  const watched = (backlog: () => Promise<typeof counts>) => ({ tenant: "public", slots: () => ({ all: 4, inUse: 1 }), backlog });

  test("is counted, one series for what has one label", async () => {
    metrics = metricsWith();
    metrics.watchQueue(watched(async () => counts));
    expect(await textOf(metrics)).toContain('hindsight_async_operations{operation_type="retain",status="pending"} 5');
    expect(await textOf(metrics)).toContain('hindsight_worker_slots{state="in_use"} 1');
  });

  test("of several tenants adds up, and ends with its tenant; with the label each has its own", async () => {
    const other = { ...watched(async () => counts.slice(0, 1)), tenant: "other" };
    metrics = metricsWith();
    metrics.watchQueue(watched(async () => counts));
    const unwatch = metrics.watchQueue(other);
    const text = await textOf(metrics);
    expect(text).toContain('hindsight_async_operations{operation_type="retain",status="pending"} 7');
    expect(text).toContain('hindsight_worker_slots{state="all"} 4');
    expect(text).toContain('hindsight_worker_slots{state="in_use"} 2');
    unwatch();
    expect(await textOf(metrics)).toContain('hindsight_worker_slots{state="in_use"} 1');
    metrics.close();
    metrics = metricsWith({ HINDSIGHT_API_METRICS_INCLUDE_TENANT: "true" });
    metrics.watchQueue(watched(async () => counts));
    metrics.watchQueue(other);
    expect(await textOf(metrics)).toContain('hindsight_async_operations{operation_type="retain",status="pending",tenant="other"} 2');
  });

  test("a count that fails says so: counted, and in the log", async () => {
    const lines: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
    metrics = createMetrics({ settings: loadSettings({}), health: async () => HEALTH, log });
    metrics.watchQueue(watched(() => Promise.reject(new TypeError("rows.map is not a function"))));
    const text = await textOf(metrics);
    expect(text).toContain('hindsight_metrics_refresh_failures_total{what="operations"} 1');
    expect(text).not.toMatch(/^hindsight_async_operations\{/m);
    expect(lines.join("")).toContain("rows.map is not a function");
  });
});
