import { Registry } from "prom-client";
import { expect, test } from "vitest";
import type { CircuitState, RerankReport } from "../../src/providers/rerank/provider.js";
import { rerankMetrics } from "../../src/telemetry/rerank-metrics.js";

test("the metrics of the reranker count recalls and candidates by what became of them, and show the circuit as it is at the scrape", async () => {
  const registry = new Registry();
  let circuit: CircuitState | null = null;
  const metrics = rerankMetrics(registry, () => circuit);
  const lines = async (): Promise<readonly string[]> => (await registry.metrics()).split("\n").filter((line) => /^hindsight/.test(line));
  expect(await lines()).toEqual([]);
  const report: RerankReport = { model: "tei", budgetMs: 100, candidates: 40, scored: 40, milliseconds: 60, cut: null, circuit: "closed" };
  metrics.reranked(report);
  metrics.reranked({ ...report, scored: 12, cut: "reranker_time" });
  metrics.reranked({ ...report, scored: 0, cut: "reranker_open" });
  circuit = "half_open";
  expect(await lines()).toEqual([
    'hindsight_rerank_recalls_total{outcome="whole"} 1',
    'hindsight_rerank_recalls_total{outcome="time"} 1',
    'hindsight_rerank_recalls_total{outcome="open"} 1',
    'hindsight_rerank_candidates_total{outcome="scored"} 52',
    'hindsight_rerank_candidates_total{outcome="left"} 68',
    'hindsight_reranker_circuit{state="closed"} 0',
    'hindsight_reranker_circuit{state="open"} 0',
    'hindsight_reranker_circuit{state="half_open"} 1',
  ]);
});
