import { describe, expect, test } from "vitest";
import { loadSettings } from "../../src/config/index.js";

describe("settings of models", () => {
  test("unset mean the built-in encoder and no reranker", () => {
    expect(loadSettings({})).toMatchObject({ embeddingsProvider: "local", rerankerProvider: "none", embeddingsCalibration: [] });
  });

  test("read points, decimals and prefixes as they are written", () => {
    const settings = loadSettings({
      HINDSIGHT_API_EMBEDDINGS_CALIBRATION: "0.7:0, 0.8:0.3,1:1",
      HINDSIGHT_API_EMBEDDINGS_RETRY_BUDGET: "2.5",
      HINDSIGHT_API_EMBEDDINGS_QUERY_PREFIX: "query: ",
    });
    expect(settings.embeddingsCalibration).toEqual([
      [0.7, 0],
      [0.8, 0.3],
      [1, 1],
    ]);
    expect(settings.embeddingsRetryBudget).toBe(2.5);
    expect(settings.embeddingsQueryPrefix).toBe("query: ");
  });

  test.each([
    ["HINDSIGHT_API_EMBEDDINGS_PROVIDER", "magic"],
    ["HINDSIGHT_API_RERANKER_PROVIDER", "magic"],
    ["HINDSIGHT_API_EMBEDDINGS_CALIBRATION", "0.7"],
    ["HINDSIGHT_API_EMBEDDINGS_CALIBRATION", "0.7:0:1"],
    ["HINDSIGHT_API_EMBEDDINGS_CALIBRATION", "a:b"],
    ["HINDSIGHT_API_EMBEDDINGS_RETRY_BUDGET", "-1"],
    ["HINDSIGHT_API_EMBEDDINGS_RETRY_BUDGET", "1e3"],
    ["HINDSIGHT_API_EMBEDDINGS_OPENAI_BATCH_SIZE", "0"],
  ])("refuse %s=%s and name the variable", (name, value) => {
    expect(() => loadSettings({ [name]: value })).toThrow(name);
  });
});
