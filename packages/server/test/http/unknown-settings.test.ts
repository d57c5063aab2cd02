import { expect, it } from "vitest";
import { warnOfUnknown } from "../../src/start-server.js";

it("a server warns of each variable that nothing reads, by its name and without its value", () => {
  const warned: string[] = [];
  const log = { warn: (_: object, message: string) => void warned.push(message) };
  warnOfUnknown({ HINDSIGHT_API_LLM_APIKEY: "sk-secret", HINDSIGHT_API_LLM_API_KEY: "sk-good", HINDSIGHT_API_ZZZ: "1" }, log);
  expect(warned).toEqual([
    "HINDSIGHT_API_LLM_APIKEY is no setting of this version, and nothing reads it; the nearest name is HINDSIGHT_API_LLM_API_KEY",
    "HINDSIGHT_API_ZZZ is no setting of this version, and nothing reads it; docs/configuration.md lists those there are",
  ]);
});
