// Settings of the encoder and the reranker: rows of the table in `index.ts`.
// In: nothing. Out: rows. Secrets are the rows whose variable ends in API_KEY.

import { integer, oneOf, partialSeconds, points, setting, text } from "./setting.js";

const API = "HINDSIGHT_API";

export const MODEL_SETTINGS = {
  embeddingsProvider: setting(
    `${API}_EMBEDDINGS_PROVIDER`,
    "local",
    oneOf("local", "onnx", "openai", "tei", "cohere"),
    "where vectors come from: the built-in English encoder, an ONNX file of yours, or a server",
  ),
  embeddingsCacheMb: setting(`${API}_EMBEDDINGS_CACHE_MB`, 8, integer(0, 4096), "megabytes of vectors kept by text; 0 keeps none"),
  embeddingsCalibration: setting<readonly (readonly [number, number])[]>(
    `${API}_EMBEDDINGS_CALIBRATION`,
    [],
    points,
    "map from cosine to similarity for a model of yours, as points like 0.7:0,0.8:0.3,1:1; unset takes the cosine as it is",
  ),
  embeddingsFormerFile: setting(
    `${API}_EMBEDDINGS_FORMER_FILE`,
    "",
    text,
    "file of NAME=value lines with the encoder's settings of before, whose vectors serve until the new ones are made; unset is the built-in encoder where another is in use",
  ),
  embeddingsQueryPrefix: setting(`${API}_EMBEDDINGS_QUERY_PREFIX`, "", text, "text put before each query (openai, tei, cohere)"),
  embeddingsPassagePrefix: setting(`${API}_EMBEDDINGS_PASSAGE_PREFIX`, "", text, "text put before each stored text (openai, tei, cohere)"),
  embeddingsMaxRetries: setting(`${API}_EMBEDDINGS_MAX_RETRIES`, 4, integer(0, 100), "repeats of a failed call to an embedding server"),
  embeddingsRetryBudget: setting(
    `${API}_EMBEDDINGS_RETRY_BUDGET`,
    15,
    partialSeconds(0),
    "seconds that a call and its repeats may take together",
  ),
  embeddingsMaxConcurrent: setting(
    `${API}_EMBEDDINGS_MAX_CONCURRENT_REQUESTS`,
    8,
    integer(1, 1000),
    "calls to an embedding server at once",
  ),
  embeddingsOnnxModelPath: setting(`${API}_EMBEDDINGS_ONNX_MODEL_PATH`, "", text, "file model.onnx of the encoder (provider onnx)"),
  embeddingsOnnxTokenizer: setting(
    `${API}_EMBEDDINGS_ONNX_TOKENIZER_NAME_OR_PATH`,
    "",
    text,
    "its tokenizer.json, or the folder of it; unset is the folder of the model",
  ),
  embeddingsOnnxMaxTokens: setting(`${API}_EMBEDDINGS_ONNX_MAX_TOKENS`, 512, integer(8, 65_536), "tokens after which its inputs are cut"),
  embeddingsOnnxPooling: setting(`${API}_EMBEDDINGS_ONNX_POOLING`, "mean", oneOf("mean", "cls"), "how its token states become one vector"),
  embeddingsOnnxQueryPrefix: setting(`${API}_EMBEDDINGS_ONNX_QUERY_PREFIX`, "query: ", text, "text put before each query"),
  embeddingsOnnxPassagePrefix: setting(`${API}_EMBEDDINGS_ONNX_PASSAGE_PREFIX`, "passage: ", text, "text put before each stored text"),
  embeddingsOpenaiApiKey: setting(`${API}_EMBEDDINGS_OPENAI_API_KEY`, "", text, "key of the OpenAI-compatible server"),
  embeddingsOpenaiBaseUrl: setting(`${API}_EMBEDDINGS_OPENAI_BASE_URL`, "https://api.openai.com/v1", text, "its address, up to /v1"),
  embeddingsOpenaiModel: setting(`${API}_EMBEDDINGS_OPENAI_MODEL`, "text-embedding-3-small", text, "its model"),
  embeddingsOpenaiDimensions: setting(
    `${API}_EMBEDDINGS_OPENAI_DIMENSIONS`,
    0,
    integer(0, 65_536),
    "numbers per vector to ask for; 0 is the model's own",
  ),
  embeddingsOpenaiBatchSize: setting(`${API}_EMBEDDINGS_OPENAI_BATCH_SIZE`, 100, integer(1, 2048), "texts per call"),
  embeddingsTeiUrl: setting(`${API}_EMBEDDINGS_TEI_URL`, "", text, "address of a text-embeddings-inference server"),
  embeddingsTeiBatchSize: setting(`${API}_EMBEDDINGS_TEI_BATCH_SIZE`, 32, integer(1, 2048), "texts per call"),
  embeddingsCohereApiKey: setting(`${API}_EMBEDDINGS_COHERE_API_KEY`, "", text, "key; unset is HINDSIGHT_API_COHERE_API_KEY"),
  embeddingsCohereBaseUrl: setting(
    `${API}_EMBEDDINGS_COHERE_BASE_URL`,
    "https://api.cohere.com",
    text,
    "address of the Cohere-style server",
  ),
  embeddingsCohereModel: setting(`${API}_EMBEDDINGS_COHERE_MODEL`, "embed-english-v3.0", text, "its model"),
  embeddingsCohereDimensions: setting(
    `${API}_EMBEDDINGS_COHERE_OUTPUT_DIMENSIONS`,
    0,
    integer(0, 65_536),
    "numbers per vector to ask for; 0 is the model's own",
  ),
  cohereApiKey: setting(`${API}_COHERE_API_KEY`, "", text, "key for Cohere embeddings and reranking"),
  modelThreads: setting(
    `${API}_MODEL_THREADS`,
    0,
    integer(0, 256),
    "threads of each local model; 0 is up to two, as many as there are cores",
  ),
  rerankerProvider: setting(
    `${API}_RERANKER_PROVIDER`,
    "none",
    oneOf("none", "rrf", "local", "onnx", "tei", "cohere"),
    "cross-encoder of recall: an ONNX file of yours (local, onnx) or a server; none and rrf use the built-in ranking alone",
  ),
  rerankerOnnxModelPath: setting(`${API}_RERANKER_ONNX_MODEL_PATH`, "", text, "file model.onnx of the cross-encoder"),
  rerankerOnnxTokenizer: setting(
    `${API}_RERANKER_ONNX_TOKENIZER_NAME_OR_PATH`,
    "",
    text,
    "its tokenizer.json, or the folder of it; unset is the folder of the model",
  ),
  rerankerOnnxMaxTokens: setting(`${API}_RERANKER_ONNX_MAX_TOKENS`, 512, integer(16, 65_536), "tokens after which a pair is cut"),
  rerankerTeiUrl: setting(`${API}_RERANKER_TEI_URL`, "", text, "address of a text-embeddings-inference server with a reranker"),
  rerankerTeiBatchSize: setting(`${API}_RERANKER_TEI_BATCH_SIZE`, 128, integer(1, 4096), "texts per call"),
  rerankerCohereApiKey: setting(`${API}_RERANKER_COHERE_API_KEY`, "", text, "key; unset is HINDSIGHT_API_COHERE_API_KEY"),
  rerankerCohereBaseUrl: setting(`${API}_RERANKER_COHERE_BASE_URL`, "https://api.cohere.com", text, "address of the Cohere-style server"),
  rerankerCohereModel: setting(`${API}_RERANKER_COHERE_MODEL`, "rerank-english-v3.0", text, "its model"),
  rerankerMaxRetries: setting(`${API}_RERANKER_MAX_RETRIES`, 3, integer(0, 100), "repeats of a failed call to a reranking server"),
  rerankerRetryBudget: setting(
    `${API}_RERANKER_RETRY_BUDGET`,
    10,
    partialSeconds(0),
    "seconds that a call and its repeats may take together",
  ),
} as const;
