import { expect } from "vitest";
import { type StoryBank, story } from "../support/story.js";

const template = {
  version: "1",
  bank: { reflect_mission: "Keep the books.", retain_chunk_size: 900, disposition_empathy: 2 },
  directives: [
    { name: "Brief", content: "Answer in one sentence.", priority: 5, is_active: true, tags: [] },
    { name: "Dates", content: "Give dates as they were said.", priority: 5, is_active: false, tags: ["work"] },
  ],
  mental_models: [
    {
      id: "clients",
      name: "Clients",
      source_query: "Who are the clients?",
      tags: ["work"],
      max_tokens: 700,
      trigger: { mode: "delta", refresh_after_consolidation: true },
    },
    { id: "dues", name: "Dues", source_query: "What is due?", tags: [], max_tokens: 2048, trigger: { refresh_cron: "0 6 * * 1" } },
  ],
};

const put = (bank: StoryBank, manifest: unknown, query = "") => bank.call("POST", `/import${query}`, manifest);
const exported = async (bank: StoryBank) => (await bank.get("/export")).body;

story(
  "a template sets a bank up, comes back as it was, and changes nothing when it is wrong or only tried",
  async ({ server, bank, newBank }) => {
    // Tried: the same report, and no bank.
    const tried = await put(bank, template, "?dry_run=true");
    expect(tried.body).toMatchObject({
      dry_run: true,
      config_applied: true,
      mental_models_created: ["clients", "dues"],
      operation_ids: [],
    });
    expect((await bank.get("/export")).status).toBe(404);

    // Wrong: everything that is wrong in one detail, and no bank.
    const wrong = { ...template, version: "9", bank: { reflect_mission: "x", retain_chunk_sise: 1 } };
    const refused = await put(bank, wrong);
    expect([refused.status, refused.body.detail]).toEqual([
      400,
      expect.stringMatching(/version must be.*; .*nearest name is "retain_chunk_size"/),
    ]);
    const custom = await put(bank, { version: "1", bank: { retain_custom_instructions: "Only names." } });
    expect([custom.status, custom.body.detail]).toEqual([400, expect.stringContaining('"retain_extraction_mode": "custom"')]);
    expect((await put(bank, "no JSON")).status).toBe(422);
    expect((await bank.get("/export")).status).toBe(404);

    // Right.
    const done = await put(bank, { ...template, $note: "ours" });
    expect(done.body).toMatchObject({ bank_id: bank.id, dry_run: false, directives_created: ["Brief", "Dates"], directives_updated: [] });
    expect(done.body.operation_ids).toHaveLength(2);
    expect(done.headers["x-ignored-params"]).toContain("$note");
    await server.idle();
    expect(await exported(bank)).toEqual(template);
    const copy = newBank();
    expect((await put(copy, await exported(bank))).status).toBe(200);
    expect(await exported(copy)).toEqual(template);

    // Again, and another one on top: what it names is as it says, what it does not name stays.
    const again = await put(bank, template);
    expect(again.body).toMatchObject({ mental_models_created: [], mental_models_updated: ["clients", "dues"], operation_ids: [] });
    expect(await exported(bank)).toEqual(template);
    const more = {
      version: "1",
      bank: { retain_chunk_size: 800 },
      mental_models: [{ id: "dues", name: "What is due", source_query: "What is due?" }],
      directives: [{ name: "Brief", content: "Two sentences." }],
    };
    expect((await put(bank, more)).body).toMatchObject({ mental_models_updated: ["dues"], directives_updated: ["Brief"] });
    const after = await exported(bank);
    expect(after.bank).toEqual({ ...template.bank, retain_chunk_size: 800 });
    expect(after.directives[0]).toEqual({ name: "Brief", content: "Two sentences.", priority: 0, is_active: true, tags: [] });
    expect(after.mental_models[1]).toMatchObject({ name: "What is due", trigger: {} });
    expect(after.mental_models[0]).toEqual(template.mental_models[0]);

    // A failure in the middle keeps nothing: a directive that no row can hold stands behind a good setting.
    const half = { version: "1", bank: { retain_chunk_size: 1234 }, directives: [{ ...template.directives[0], name: "N", priority: 3e9 }] };
    expect((await put(bank, half)).status).toBe(400);
    expect((await exported(bank)).bank.retain_chunk_size).toBe(800);
  },
);

story("templates that are shipped are listed, each imports into a bank, and the schema is there for all", async ({ server, newBank }) => {
  const { templates } = (await server.call("GET", "/v1/bank-templates")).body;
  expect(templates).toHaveLength(4);
  for (const { manifest } of templates) {
    const bank = newBank();
    expect((await put(bank, manifest)).status).toBe(200);
    expect(await exported(bank)).toEqual(manifest);
  }
  const schema = await server.call("GET", "/v1/bank-template-schema");
  expect([schema.status, schema.body.properties.version]).toEqual([200, expect.objectContaining({ const: "1" })]);
  await server.idle();
});

story("what the memory defense takes out of a template, or blocks in one, is told as for a retain", async ({ server, bank }) => {
  const rules = [
    { on: "email_address", action: "redact" },
    { on: "credit_card", action: "block" },
  ];
  await bank.call("PUT", "");
  await bank.call("PATCH", "/config", { updates: { audit_log_enabled: true, memory_defense: { enabled: true, rules } } });
  const named = (name: string) => ({ version: "1", directives: [{ ...template.directives[0], name }] });
  const told = async () => {
    await server.idle();
    const { items } = (await bank.get("/audit-logs?action=memory_defense")).body;
    return items
      .map(({ metadata }: { readonly metadata: { readonly decision: string; readonly rule: string } }) => metadata.decision)
      .sort();
  };
  expect((await put(bank, named("For ann@example.com"), "?dry_run=true")).status).toBe(200);
  expect(await told()).toEqual([]);
  expect((await put(bank, named("For ann@example.com"))).status).toBe(200);
  expect((await exported(bank)).directives[0].name).toBe("For [REDACTED:email_address]"); // control
  expect(await told()).toEqual(["redact"]);
  expect((await put(bank, named("For 4111 1111 1111 1111"))).status).toBe(422);
  expect(await told()).toEqual(["block", "redact"]);
});
