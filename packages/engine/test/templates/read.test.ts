// What a template may say, without a server; and the templates that are shipped.

import { describe, expect, it } from "vitest";
import { readTemplate, templateGallery, templateSchema } from "../../src/templates/index.js";

const problemsOf = (written: unknown): readonly string[] => readTemplate(written).problems;
const model = { id: "m", name: "M", source_query: "What?" };
const rule = { name: "R", content: "Be brief." };

describe("a template", () => {
  it("needs only its version, and reads what it says", () => {
    expect(problemsOf({ version: "1" })).toEqual([]);
    const { template, problems } = readTemplate({
      version: "1",
      bank: { retain_chunk_size: 500, reflect_mission: null },
      mental_models: [{ ...model, tags: ["a"], max_tokens: 512, trigger: { mode: "delta", refresh_cron: null } }],
      directives: [{ ...rule, priority: 3, is_active: false }],
    });
    expect(problems).toEqual([]);
    expect(template).toEqual({
      config: { retain_chunk_size: 500 },
      models: [{ id: "m", name: "M", sourceQuery: "What?", tags: ["a"], maxTokens: 512, trigger: { mode: "delta", refreshCron: null } }],
      directives: [{ name: "R", content: "Be brief.", priority: 3, isActive: false, tags: [] }],
    });
  });

  it.each<readonly [unknown, RegExp]>([
    [null, /JSON object/],
    [[], /JSON object/],
    [{}, /version must be .*missing/],
    [{ version: 1 }, /version must be .* it is 1/],
    [{ version: "1", bank: [] }, /bank must be an object/],
    [{ version: "1", bank: { retain_chunk_sise: 1 } }, /nearest name is "retain_chunk_size"/],
    [{ version: "1", bank: { openai_api_key: "k" } }, /credential/],
    [{ version: "1", bank: { retain_chunk_size: "many" } }, /retain_chunk_size takes a whole number/],
    [{ version: "1", mental_models: {} }, /mental_models must be a list/],
    [{ version: "1", mental_models: [7] }, /mental_models\[0\] must be an object/],
    [{ version: "1", mental_models: [{ ...model, id: "Not This" }] }, /small letters/],
    [{ version: "1", mental_models: [{ ...model, source_query: "  " }] }, /source_query must be a text/],
    [{ version: "1", mental_models: [{ ...model, max_tokens: 5 }] }, /256 to 8192/],
    [{ version: "1", mental_models: [{ ...model, trigger: { refresh_cron: "now" } }] }, /refresh_cron is no schedule/],
    [{ version: "1", mental_models: [{ ...model, trigger: { moed: "full" } }] }, /no field 'moed'/],
    [{ version: "1", mental_models: [model, model] }, /id 'm' more than once/],
    [{ version: "1", mental_models: Array.from({ length: 201 }, (_, n) => ({ ...model, id: `m${n}` })) }, /may have 200/],
    [{ version: "1", directives: [rule, rule] }, /name 'R' more than once/],
    [{ version: "1", directives: [{ ...rule, content: "" }] }, /content must be a text/],
    [{ version: "1", directives: [{ ...rule, priority: 1.5 }] }, /priority must be a whole number/],
    [{ version: "1", directives: [{ ...rule, is_active: "yes" }] }, /is_active must be/],
    [{ version: "1", directives: [{ ...rule, tags: [1] }] }, /tags must be a list of texts/],
  ])("%j is refused", (written, problem) => {
    const problems = problemsOf(written);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(problem);
  });

  it("tells everything that is wrong at once", () => {
    const problems = problemsOf({ version: "2", bank: { x: 1, retain_chunk_size: 0 }, mental_models: [{}], directives: [{ name: "" }] });
    expect(problems.length).toBeGreaterThanOrEqual(8);
  });
});

describe("the gallery", () => {
  it("has templates that can be imported, each with its own words", () => {
    const gallery = templateGallery();
    expect(gallery.map(({ id }) => id)).toEqual(["assistant", "coding-agent", "research", "support-agent"]);
    for (const { name, description, manifest } of gallery) {
      expect(problemsOf(manifest)).toEqual([]);
      expect([name, description].every((text) => text.length > 5)).toBe(true);
      expect(manifest.mental_models.length * manifest.directives.length).toBeGreaterThan(0);
    }
  });
});

it("the schema knows every setting of a bank, and the fields of a template", () => {
  const schema = templateSchema() as { properties: Record<string, { properties?: object; anyOf?: readonly { properties?: object }[] }> };
  expect(Object.keys(schema.properties)).toEqual(["version", "bank", "mental_models", "directives"]);
  expect(JSON.stringify(schema.properties.bank)).toContain("retain_extraction_mode");
  expect(JSON.stringify(schema)).toContain("^[a-z0-9][a-z0-9-]*$");
});
