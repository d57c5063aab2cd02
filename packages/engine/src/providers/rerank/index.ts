// rerank: how well each text answers a query, by the cross-encoder that the settings name.
// In: settings. Out: a RerankProvider, or null for the built-in ranking alone.

import type { Logger } from "pino";
import type { Settings } from "../../config/index.js";
import { HindsightError } from "../../errors.js";
import { defaultThreads } from "../embedding/local.js";
import { type ModelServer, serverUrl } from "../http/post-json.js";
import { modelFiles } from "../onnx/model-files.js";
import { modelRunner } from "../onnx/runner.js";
import { measured } from "./measured.js";
import { normaliseScores } from "./normalise.js";
import type { RerankProvider } from "./provider.js";
import { cohereScores, teiScores } from "./remote.js";

/** Pairs of about 60 tokens: 8 of them are one batch; long candidates go fewer at a time. A cancelled call ends with its batch. */
const LIMITS = { maxBatchInputs: 8, maxBatchTokens: 1024 } as const;

/** Builds the reranker that the settings name; reaches no server and loads no model before its first use, or `warm`. */
export function createRerankProvider(settings: Settings, log: Logger): RerankProvider | null {
  const provider = build(settings, log);
  if (provider !== null) log.info({ provider: settings.rerankerProvider, model: provider.name }, "reranker");
  return provider;
}

function build(settings: Settings, log: Logger): RerankProvider | null {
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
      return measured("tei", teiScores(server, settings.rerankerTeiBatchSize), nothing, nothing);
    }
    case "cohere": {
      const server = serverOf(
        settings,
        "The Cohere-style reranking server",
        settings.rerankerCohereBaseUrl,
        "HINDSIGHT_API_RERANKER_COHERE_BASE_URL",
        settings.rerankerCohereApiKey || settings.cohereApiKey,
      );
      return measured(`cohere:${settings.rerankerCohereModel}`, cohereScores(server, settings.rerankerCohereModel), nothing, nothing);
    }
  }
}

const nothing = async (): Promise<void> => undefined;

/** A cross-encoder from an ONNX file: inputs as for BERT, one output number a pair. */
function onnxReranker(settings: Settings): RerankProvider {
  const { title, ...files } = modelFiles(settings.rerankerOnnxModelPath, settings.rerankerOnnxTokenizer, "HINDSIGHT_API_RERANKER_ONNX");
  const runner = modelRunner(`The cross-encoder ${title}`, {
    ...files,
    maxTokens: settings.rerankerOnnxMaxTokens,
    task: { kind: "score" },
    threads: settings.modelThreads === 0 ? defaultThreads() : settings.modelThreads,
    ...LIMITS,
  });
  return measured(
    `onnx:${title}`,
    async (query, texts, signal) => {
      const { values } = await runner.run(
        "query",
        texts.map((text) => [query, text] as const),
        signal,
      );
      return normaliseScores(Array.from(values));
    },
    () => runner.load(),
    () => runner.close(),
  );
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
