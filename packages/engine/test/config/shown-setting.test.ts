import { expect, test } from "vitest";
import { BANK_SETTINGS, loadSettings, resolveBankSettings, shownSetting } from "../../src/config/index.js";

const settings = resolveBankSettings(loadSettings({}).bank, {
  retain_mission: "Boats.",
  disposition_empathy: 5,
  entity_labels: [{ key: "mood" }],
});

test.each([
  ["retain_mission", "Boats.", "text", null],
  ["reflect_mission", null, "text", null],
  ["retain_chunk_size", "3000", "text", null],
  ["retain_extract_causal_links", "true", "boolean", null],
  ["retain_extraction_mode", "concise", "choice", ["concise", "verbose", "custom", "verbatim", "chunks", "local"]],
  ["disposition_empathy", "5", "choice", ["1", "2", "3", "4", "5"]],
  ["disposition_literalism", null, "choice", ["1", "2", "3", "4", "5"]],
  ["entity_labels", '[{"key":"mood"}]', "complex", null],
  ["default_observation_scopes", null, "complex", null],
  ["consolidation_strategies", null, "complex", null],
])("%s is shown as %j, a %s", (field, value, kind, choices) => {
  expect(shownSetting(settings, field)).toEqual({ field, value, kind, choices, editable: true });
});

test("what is not in the table of bank settings cannot be changed there", () => {
  const more = { ...settings, llm_strict_schema: false, directives: [{ name: "Tone" }], constructor: "x" };
  expect(shownSetting(more, "llm_strict_schema")).toMatchObject({ value: "false", kind: "boolean", editable: false });
  expect(shownSetting(more, "directives")).toMatchObject({ value: '[{"name":"Tone"}]', kind: "complex", editable: false });
  expect(shownSetting(more, "constructor")).toMatchObject({ value: "x", editable: false });
  expect(shownSetting(more, "")).toEqual({ field: "", value: null, kind: "text", choices: null, editable: false });
});

test("every bank setting is shown in some way, with its value", () => {
  const shown = Object.keys(BANK_SETTINGS).map((field) => shownSetting(settings, field));
  expect(shown.filter(({ kind, choices }) => (kind === "choice") !== (choices !== null))).toEqual([]);
  expect(shown.filter(({ editable }) => !editable)).toEqual([]);
});
