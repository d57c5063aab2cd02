// Metrics of the reranker: how far it came within its time, and whether it is left alone.
// In: a registry, and the state of its circuit. Out: counters and a gauge on it.

import { Counter, Gauge, type Registry } from "prom-client";
import type { CircuitState, RerankReport } from "../providers/rerank/provider.js";

export interface RerankMetrics {
  reranked(report: RerankReport): void;
}

const STATES = ["closed", "open", "half_open"] as const satisfies readonly CircuitState[];

/** `circuit` is asked at each scrape; null where no reranker is configured, and then no state is shown. */
export function rerankMetrics(registry: Registry, circuit: () => CircuitState | null): RerankMetrics {
  const registers = [registry];
  const recalls = new Counter({
    name: "hindsight_rerank_recalls_total",
    help: "Recalls with a reranker by how far it came: whole, or why it was cut.",
    labelNames: ["outcome"],
    registers,
  });
  const candidates = new Counter({
    name: "hindsight_rerank_candidates_total",
    help: "Candidates that were to be reranked by whether they were.",
    labelNames: ["outcome"],
    registers,
  });
  new Gauge({
    name: "hindsight_reranker_circuit",
    help: "1 for the state of the reranker's circuit breaker: closed, open (it is not asked for a while), half_open (one call finds out).",
    labelNames: ["state"],
    registers,
    collect() {
      const now = circuit();
      if (now !== null) for (const state of STATES) this.set({ state }, state === now ? 1 : 0);
    },
  });
  return {
    reranked({ candidates: offered, scored, cut }) {
      recalls.inc({ outcome: cut === null ? "whole" : cut.replace("reranker_", "") });
      candidates.inc({ outcome: "scored" }, scored);
      candidates.inc({ outcome: "left" }, offered - scored);
    },
  };
}
