// Settings of reflection: rows of the table in `index.ts`.
// In: nothing. Out: rows.

import { integer, milliseconds, oneOf, setting } from "./setting.js";

export const REFLECT_SETTINGS = {
  reflectMaxIterations: setting(
    "HINDSIGHT_API_REFLECT_MAX_ITERATIONS",
    10,
    integer(1, 100),
    "turns of a reflection with a medium budget; a low one has half as many, a high one twice as many",
  ),
  reflectMaxContextTokens: setting(
    "HINDSIGHT_API_REFLECT_MAX_CONTEXT_TOKENS",
    100_000,
    integer(2_000),
    "tokens of a conversation at which a reflection stops searching and answers",
  ),
  reflectWallTimeout: setting("HINDSIGHT_API_REFLECT_WALL_TIMEOUT", 300, integer(1, 86_400), "longest time of one reflection, in seconds"),
  reflectWithoutLlm: setting(
    "HINDSIGHT_API_REFLECT_WITHOUT_LLM",
    "extractive",
    oneOf("extractive", "error"),
    "what a reflection does without a language model: answer in the words of the memories, or fail with 400",
  ),
  admissionReflectMaxInFlight: setting(
    "HINDSIGHT_API_ADMISSION_REFLECT_MAX_IN_FLIGHT",
    0,
    integer(0),
    "reflections that run at once; 0 is 16 per core, the others wait",
  ),
  admissionReflectMaxWaitMs: setting(
    "HINDSIGHT_API_ADMISSION_REFLECT_MAX_WAIT_MS",
    5_000,
    milliseconds(0),
    "longest wait of a reflection before it is turned away with 503",
  ),
} as const;
