// rerank: how well each text answers a query, by the cross-encoder that the settings name.
// In: settings. Out: a RerankProvider, which keeps to its time, or null for the built-in ranking alone.

import type { Logger } from "pino";
import type { Settings } from "../../config/index.js";
import { HindsightError } from "../../errors.js";
import { defaultThreads } from "../embedding/local.js";
import { type ModelServer, serverUrl } from "../http/post-json.js";
import { modelFiles } from "../onnx/model-files.js";
import { modelRunner } from "../onnx/runner.js";
import type { PairScorer, RerankProvider } from "./provider.js";
import { cohereScorer, teiScorer } from "./remote.js";
import { timeBoxed } from "./time-box.js";

/**
 * Short batches: int8 on a CPU gains nothing by long ones (9.6 ms of CPU a pair of some 45 tokens in batches of 8, 9.5 one by one), a recall stops between
 * two, and a cancelled one ends with the batch that runs. Long candidates go fewer at a time.
 */
const LIMITS = { maxBatchInputs: 4, maxBatchTokens: 512 } as const;
/** Among so many neighbours in rank, those of equal length are put together. */
const WINDOW = 32;
/** Texts of one call to a Cohere-style server, which counts up to a hundred as one search. */
const COHERE_BATCH = 100;
/** What a probe has where the server's settings turn reranking off and requests or banks turn it on. */
const PROBE_MS = 250;

/** Builds the reranker that the settings name; reaches no server and loads no model before its first use, or `warm`. */
export function createRerankProvider(settings: Settings, log: Logger): RerankProvider | null {
  const scorer = build(settings, log);
  if (scorer === null) return null;
  log.info({ provider: settings.rerankerProvider, model: scorer.name }, "reranker");
  return timeBoxed(scorer, { log, usualMs: settings.bank.rerank_budget_ms || PROBE_MS });
}

function build(settings: Settings, log: Logger): PairScorer | null {
  switch (settings.rerankerProvider) {
    case "none":
    case "rrf":
      return null;
    case "local":
      // Launchers of other servers set this one, whose model they download; here no cross-encoder is built in.
      if (settings.rerankerOnnxModelPath === "") {
        log.warn("No cross-encoder is built in: the built-in ranking is used. HINDSIGHT_API_RERANKER_ONNX_MODEL_PATH names one of yours.");
        return null;
      }
      return onnxReranker(settings);
    case "onnx":
      return onnxReranker(settings);
    case "tei": {
      const server = serverOf(settings, "The TEI reranking server", settings.rerankerTeiUrl, "HINDSIGHT_API_RERANKER_TEI_URL", "");
      return teiScorer(server, settings.rerankerTeiBatchSize);
    }
    case "cohere": {
      const server = serverOf(
        settings,
        "The Cohere-style reranking server",
        settings.rerankerCohereBaseUrl,
        "HINDSIGHT_API_RERANKER_COHERE_BASE_URL",
        settings.rerankerCohereApiKey || settings.cohereApiKey,
      );
      return cohereScorer(server, settings.rerankerCohereModel, COHERE_BATCH);
    }
  }
}

/** A cross-encoder from an ONNX file: inputs as for BERT, one output number a pair. */
function onnxReranker(settings: Settings): PairScorer {
  const { title, ...files } = modelFiles(settings.rerankerOnnxModelPath, settings.rerankerOnnxTokenizer, "HINDSIGHT_API_RERANKER_ONNX");
  const runner = modelRunner(`The cross-encoder ${title}`, {
    ...files,
    maxTokens: settings.rerankerOnnxMaxTokens,
    task: { kind: "score" },
    threads: settings.modelThreads === 0 ? defaultThreads() : settings.modelThreads,
    ...LIMITS,
  });
  return {
    name: `onnx:${title}`,
    limits: {
      maxPairs: LIMITS.maxBatchInputs,
      maxTokens: LIMITS.maxBatchTokens,
      maxPairTokens: settings.rerankerOnnxMaxTokens,
      window: WINDOW,
    },
    hasOneScale: true,
    mustLoad: true,
    async score(query, texts, signal) {
      const { values } = await runner.run(
        "query",
        texts.map((text) => [query, text] as const),
        signal,
      );
      return Array.from(values);
    },
    load: () => runner.load(),
    close: () => runner.close(),
  };
}

function serverOf(settings: Settings, name: string, address: string, variable: string, apiKey: string): ModelServer {
  if (address.trim() === "") throw new HindsightError("configuration_invalid", `${variable} is missing: the address of the server.`);
  return {
    name,
    url: serverUrl(address, variable),
    apiKey,
    retries: settings.rerankerMaxRetries,
    budgetMs: settings.rerankerRetryBudget * 1000,
  };
}
