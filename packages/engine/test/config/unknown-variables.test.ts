import { expect, test } from "vitest";
import { SETTINGS, unknownSettings } from "../../src/config/index.js";

test("a slip in a name is found, with the name that was meant; what is no setting at all has none near", () => {
  expect(
    unknownSettings({
      HINDSIGHT_API_LLM_APIKEY: "sk-1",
      HINDSIGHT_API_SPEND_BANK_TOKEN_PER_HOUR: "5",
      HINDSIGHT_API_RETAIN_LLM_MODLE: "m",
      HINDSIGHT_API_LLM_2_BASEURL: "http://x",
      HINDSIGHT_API_LLM_1_STRATEGY: "failover",
      HINDSIGHT_API_RETAIN_CHUNKSIZE: "9",
      HINDSIGHT_API_ZZZ: "1",
      HINDSIGHT_CP_ACESS_KEY: "k",
      HINDSIGHT_CP_ZZZ: "1",
    }).map(({ name, nearest }) => [name, nearest]),
  ).toEqual([
    ["HINDSIGHT_API_LLM_APIKEY", "HINDSIGHT_API_LLM_API_KEY"],
    ["HINDSIGHT_API_SPEND_BANK_TOKEN_PER_HOUR", "HINDSIGHT_API_SPEND_BANK_TOKENS_PER_HOUR"],
    ["HINDSIGHT_API_RETAIN_LLM_MODLE", "HINDSIGHT_API_RETAIN_LLM_MODEL"],
    ["HINDSIGHT_API_LLM_2_BASEURL", "HINDSIGHT_API_LLM_2_BASE_URL"],
    ["HINDSIGHT_API_LLM_1_STRATEGY", "HINDSIGHT_API_LLM_STRATEGY"], // a numbered model has none of its own
    ["HINDSIGHT_API_RETAIN_CHUNKSIZE", "HINDSIGHT_API_RETAIN_CHUNK_SIZE"],
    ["HINDSIGHT_API_ZZZ", null],
    ["HINDSIGHT_CP_ACESS_KEY", "HINDSIGHT_CP_ACCESS_KEY"], // the console would be open
    ["HINDSIGHT_CP_ZZZ", null],
  ]);
});

test("every setting is known, those of a pattern too, and so is what is no setting of a server", () => {
  const env = Object.fromEntries(Object.values(SETTINGS).map((spec) => [spec.env, "x"]));
  const patterns = [
    "REFLECT_LLM_3_API_KEY",
    "MENTAL_MODEL_REFRESH_LLM_TIMEOUT",
    "LLM_VISION",
    "RETAIN_LLM_OLLAMA_NUM_CTX",
    "RETAIN_MISSION",
  ];
  const others = { HINDSIGHT_API_URL: "u", HINDSIGHT_API_KEY: "k", HINDSIGHT_API_EMPTY: " ", HINDSIGHT_TEST_SERVER: "x", PATH: "p" };
  expect(unknownSettings({ ...env, ...others, ...Object.fromEntries(patterns.map((name) => [`HINDSIGHT_API_${name}`, "x"])) })).toEqual([]);
});
