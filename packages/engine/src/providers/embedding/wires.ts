// The wire formats of embedding servers. In: texts. Out: request bodies, and the vectors of answers.

import { at, byIndex, listOf } from "../http/read-answer.js";
import type { EmbeddingWire } from "./remote.js";

/** `POST /embeddings` of OpenAI and of everything that imitates it. `dimensions` 0 leaves the length to the model. */
export function openaiWire(server: string, model: string, dimensions: number): EmbeddingWire {
  return {
    path: "/embeddings",
    body: (_, texts) => ({ model, input: texts, encoding_format: "float", ...(dimensions === 0 ? {} : { dimensions }) }),
    vectors: (answer, count) => byIndex(server, listOf(server, at(answer, "data"), "vectors"), count, "embedding"),
  };
}

/** `POST /embed` of Hugging Face's text-embeddings-inference. Texts beyond the model's length are cut there. */
export function teiWire(server: string): EmbeddingWire {
  return {
    path: "/embed",
    body: (_, texts) => ({ inputs: texts, truncate: true, normalize: true }),
    vectors: (answer) => listOf(server, answer, "vectors"),
  };
}

/** `POST /v2/embed` of Cohere; the plain list of its older version is read as well. `dimensions` 0 leaves the length to the model. */
export function cohereWire(server: string, path: string, model: string, dimensions: number): EmbeddingWire {
  return {
    path,
    body: (role, texts) => ({
      model,
      texts,
      input_type: role === "query" ? "search_query" : "search_document",
      embedding_types: ["float"],
      truncate: "END",
      ...(dimensions === 0 ? {} : { output_dimension: dimensions }),
    }),
    vectors(answer) {
      const embeddings = at(answer, "embeddings");
      return listOf(server, Array.isArray(embeddings) ? embeddings : at(embeddings, "float"), "vectors");
    },
  };
}

/** The path to append for `what` ("embed", "rerank"), whether the address ends at the host, at its version or at the call itself. */
export function coherePath(url: string, what: string): string {
  if (url.endsWith(`/${what}`)) return "";
  return /\/v\d+$/.test(url) ? `/${what}` : `/v2/${what}`;
}
