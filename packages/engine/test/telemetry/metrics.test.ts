import { afterEach, describe, expect, test } from "vitest";
import { HindsightError } from "../../src/errors.js";
import { createMetrics, type Metrics } from "../../src/telemetry/index.js";

const HEALTH = { acquireMs: 2, poolWaiting: 0, poolInUse: 1, poolMax: 4, poolIdle: 2 };
let metrics: Metrics;
afterEach(() => metrics.close());

function metricsWith(options: { readonly bank?: boolean; readonly broken?: boolean } = {}): Metrics {
  const health = async () => {
    if (options.broken) throw new HindsightError("database_unavailable", "gone");
    return HEALTH;
  };
  return createMetrics({ includeBankId: options.bank ?? false, includeTenant: false, health });
}

const recall = { operation: "recall", source: "api", bankId: "b1", tenant: "public", budget: "mid", maxTokens: 4096 } as const;

describe("metrics", () => {
  test("operations are counted with outcome, budget and size", async () => {
    metrics = metricsWith();
    await metrics.operation(recall, async () => 1);
    await expect(metrics.operation(recall, () => Promise.reject(new Error("x")))).rejects.toThrow("x");
    const text = await metrics.text();
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
    expect(await metrics.text()).not.toContain('operation="recall"');
  });

  test("banks are a label only when asked for", async () => {
    metrics = metricsWith({ bank: true });
    await metrics.operation(recall, async () => 1);
    expect(await metrics.text()).toContain('bank_id="b1"');
  });

  test("stages, documents, the pool and the process", async () => {
    metrics = metricsWith();
    metrics.recallStage("rrf_merge", 3);
    metrics.retainStage("write", 30);
    metrics.documents(recall, 2, 1);
    const text = await metrics.text();
    expect(text).toContain('hindsight_recall_phase_duration_seconds_bucket{le="0.005",phase="rrf_merge",diagnostic="false"} 1');
    expect(text).toContain('hindsight_recall_phase_duration_seconds_bucket{le="0.0025",phase="rrf_merge",diagnostic="false"} 0');
    expect(text).toContain('hindsight_retain_phase_calls_total{phase="write",store="postgresql"} 1');
    expect(text).toContain('hindsight_retain_documents_total{outcome="facts"} 2');
    expect(text).toContain("hindsight_db_pool_size 3");
    expect(text).toMatch(/hindsight_process_memory_bytes\{type="rss_max"\} \d{7,}/);
    expect(text).toMatch(/hindsight_process_threads [1-9]/);
  });

  test("a database that is down does not take the metrics with it", async () => {
    metrics = metricsWith({ broken: true });
    expect(await metrics.text()).toContain("hindsight_db_health_failures_total 1");
  });
});
