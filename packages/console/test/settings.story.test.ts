// The settings of a bank: profile, configuration with origins, webhooks, what was done and what it cost, transfer, defense, the end.

import { expect } from "vitest";
import { type ConsoleStory, consoleStories } from "./support/console-story.js";

const HOSTILE = '"><img src=x onerror=alert(1)>';

// The server says another chunk size than the table of defaults, so that there are several origins. The model mock costs no network, and here a price.
const { story } = consoleStories({
  HINDSIGHT_API_LLM_PROVIDER: "mock",
  HINDSIGHT_API_LLM_PRICES: JSON.stringify({ "mock/*": { input: 100, output: 100 } }),
  HINDSIGHT_API_RETAIN_CHUNK_SIZE: "2500",
  HINDSIGHT_API_ENABLE_BANK_LLM_HEALTH: "true",
});

const overridesOf = async (bank: ConsoleStory["bank"]) => (await bank.get("/config")).body.overrides;
const saysToast = (page: ConsoleStory["page"], text: string) => page.getByRole("listitem").filter({ hasText: text }).first().waitFor();

story("a bank gets a name, a mission and a temper", async ({ page, bank, server, open, expectAccessible }) => {
  await bank.call("PUT", "", {});
  await open("settings");
  await page.getByLabel("Name").fill(HOSTILE);
  await page.getByLabel("Mission").fill("Answers for Ann.");
  await page.getByRole("slider", { name: "Skepticism" }).press("End");
  await expectAccessible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await saysToast(page, "The profile is saved");
  const [found] = (await server.call("GET", `/v1/default/banks?q=${bank.id}`)).body.banks;
  expect([found.name, found.mission, found.disposition]).toEqual([
    HOSTILE,
    "Answers for Ann.",
    { skepticism: 5, literalism: 3, empathy: 3 },
  ]);
  expect(await overridesOf(bank)).toEqual({ reflect_mission: "Answers for Ann.", disposition_skepticism: 5 });
});

story(
  "each setting says where it comes from, is edited by its type, and is reset by itself with a way back",
  async ({ page, bank, open, expectAccessible }) => {
    await bank.call("PATCH", "/config", {
      updates: { retain_strategies: { short: { retain_chunk_size: 100 } }, enable_text_search: false },
    });
    await open("settings", "?tab=configuration");
    const row = (name: string) => page.getByText(name, { exact: true }).locator("xpath=ancestor::div[contains(@class,'grid')][1]");
    await row("retain_chunk_size").getByText("Server", { exact: true }).waitFor();
    await row("retain_extraction_mode").getByText("Default", { exact: true }).waitFor();
    await row("retain_strategies").getByText("This bank", { exact: true }).waitFor();
    const save = page.getByRole("button", { name: "Save Retain" });
    const size = page.getByLabel("Characters per chunk", { exact: true });
    await size.fill("many");
    await page.getByText("This takes a number from 1.").waitFor();
    expect(await save.isDisabled()).toBe(true);
    await size.fill("700");
    await page.getByLabel("What a memory is made of").selectOption("verbatim");
    await page.getByLabel("What to pay attention to when retaining").fill("Names.");
    await page.getByRole("textbox", { name: "Named strategies" }).fill('{"long": {"retain_chunk_size": 9000}}');
    await page.getByRole("switch", { name: "Ask which facts led to which" }).click();
    await expectAccessible();
    await save.click();
    await saysToast(page, "5 settings are saved");
    const saved = {
      enable_text_search: false,
      retain_chunk_size: 700,
      retain_extraction_mode: "verbatim",
      retain_mission: "Names.",
      retain_strategies: { long: { retain_chunk_size: 9000 } },
      retain_extract_causal_links: false,
    };
    expect(await overridesOf(bank)).toEqual(saved);
    await row("retain_chunk_size")
      .getByRole("button", { name: /^Reset/ })
      .click();
    await row("retain_chunk_size").getByText("Server", { exact: true }).waitFor();
    expect(await size.inputValue()).toBe("2500");
    await page.getByRole("button", { name: "Undo" }).click();
    await row("retain_chunk_size").getByText("This bank", { exact: true }).waitFor();
    expect(await overridesOf(bank)).toEqual(saved);
    await page.getByRole("radio", { name: "MCP tools" }).click();
    await page.getByRole("checkbox", { name: "delete_bank" }).click();
    await page.getByRole("button", { name: "Save MCP tools" }).click();
    await row("mcp_enabled_tools").getByText("This bank", { exact: true }).waitFor();
    const tools: readonly string[] = (await overridesOf(bank)).mcp_enabled_tools;
    expect([tools.includes("recall"), tools.includes("delete_bank")]).toEqual([true, false]);
    await page.goBack();
    await save.waitFor();
  },
);

story("a webhook is made, told, changed, switched off and deleted", async ({ page, bank, server, open, expectAccessible }) => {
  await bank.call("PUT", "", {});
  await open("settings", "?tab=webhooks");
  await page.getByText("No webhook yet").waitFor();
  await page.getByRole("button", { name: "New webhook" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Address", { exact: true }).fill("http://127.0.0.1:9/hook");
  await dialog.getByLabel("Secret", { exact: true }).fill("a long random text");
  await dialog.getByRole("checkbox", { name: "retain.completed" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("alert").waitFor(); // a private address
  await dialog.getByLabel("Address", { exact: true }).fill("https://hook.invalid/memory");
  await expectAccessible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await bank.retain("Ann rows on the canal.");
  await page.getByRole("button", { name: "https://hook.invalid/memory – Deliveries" }).click();
  await dialog.getByText("retain.completed").first().click();
  await dialog.getByText("Attempts").waitFor();
  await expectAccessible();
  await page.goBack();
  await page.getByRole("button", { name: "Change https://hook.invalid/memory" }).click();
  await dialog.getByRole("checkbox", { name: "Take the secret away" }).click();
  await dialog.getByText("How it is sent").click();
  await dialog.getByLabel("Headers").fill("X-Team: core\nAuthorization: Bearer abc");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("switch", { name: "https://hook.invalid/memory" }).click();
  await saysToast(page, "The webhook is told nothing");
  const [webhook] = (await bank.get("/webhooks")).body.items;
  expect([webhook.enabled, webhook.http_config.headers, webhook.event_types]).toEqual([
    false,
    { "X-Team": "core", Authorization: "***" },
    ["consolidation.completed", "retain.completed"],
  ]);
  await page.getByRole("button", { name: "Delete https://hook.invalid/memory" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByText("No webhook yet").waitFor();
  expect((await bank.get("/webhooks")).body.items).toEqual([]);
  await server.idle();
});

story("the audit log is switched on, and shows who did what", async ({ page, bank, open, expectAccessible }) => {
  await bank.call("PUT", "", {});
  await open("settings", "?tab=audit");
  await page.getByText("HINDSIGHT_API_AUDIT_LOG_ENABLED=true").waitFor();
  await page.getByRole("button", { name: "Switch it on for this bank" }).click();
  await saysToast(page, "The audit log is kept from now on");
  await bank.retain("Ann rows.", { document_id: HOSTILE });
  await bank.deleteDocument(HOSTILE);
  await expect.poll(async () => (await bank.get("/audit-logs")).body.total).toBeGreaterThan(2);
  await open("settings", "?tab=audit&action=delete_document");
  await page.getByRole("figure", { name: "Calls over time" }).waitFor();
  await page.getByRole("button", { name: "delete_document" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByText(HOSTILE.replaceAll('"', '\\"')).first().waitFor();
  await expectAccessible();
  await page.goBack();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("button", { name: "retain", exact: true }).waitFor();
  await page.getByLabel("Way in").selectOption("mcp");
  await page.getByText("No entry is like that").waitFor();
});

story("what models were asked is counted, charted and shown call by call", async ({ page, bank, open, expectAccessible }) => {
  await bank.retain(`Ann rows ${HOSTILE}.`);
  await expect.poll(async () => (await bank.get("/llm-requests")).body.total).toBeGreaterThan(0);
  await open("settings", "?tab=llm");
  await page.getByRole("figure", { name: "Tokens over time" }).waitFor();
  await page.getByText("No limit; spend_limits sets one.").first().waitFor();
  await page.getByRole("button", { name: "Ask them now" }).click();
  await page.getByRole("listitem").filter({ hasText: "Consolidation: the model answers" }).waitFor();
  await page.getByRole("radio", { name: "Calls" }).click();
  await page.getByRole("figure", { name: "Calls over time" }).waitFor();
  await page.getByRole("radio", { name: "Cost" }).click();
  const chart = page.getByRole("figure", { name: "Cost over time" });
  await chart.getByText("The numbers as a table").click();
  const { buckets } = (await bank.get("/llm-requests/stats")).body;
  const spent: number = buckets.at(-1).cost_usd;
  expect(spent).toBeGreaterThan(0);
  await chart.getByRole("cell", { name: `$${spent.toFixed(4).replace(/0+$/, "")}` }).waitFor();
  await expectAccessible();
  await page
    .getByRole("button", { name: /retain/ })
    .first()
    .click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("figure", { name: "Input", exact: true }).getByText("onerror=alert(1)").waitFor();
  await expectAccessible();
  await sheet.getByRole("button", { name: "Show the whole run" }).click();
  await page.getByText("Calls of one run:").waitFor();
  await page.getByLabel("Outcome").selectOption("error");
  await page.getByText("No call is like that").waitFor();
});

story(
  "a bank goes out as an archive and comes in as another; a template is tried before it is applied",
  async ({ page, bank, server, open, expectAccessible }) => {
    await bank.retain("Ann rows on the canal.", { document_id: "note" });
    await open("settings", "?tab=transfer");
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download the archive" }).click();
    const archive = await (await download).path();
    await expectAccessible();
    await page.getByLabel("Archive", { exact: true }).setInputFiles({
      name: "transfer.zip",
      mimeType: "application/zip",
      buffer: await import("node:fs/promises").then(({ readFile }) => readFile(archive)),
    });
    await page.getByLabel("Id of the new bank").fill(`${bank.id}-copy`);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByRole("link", { name: `Open ${bank.id}-copy` }).waitFor();
    expect((await server.call("GET", `/v1/default/banks/${bank.id}-copy/documents`)).body.total).toBe(1);
    const manifest = { version: "1", bank: { retain_mission: "Boats." }, directives: [{ name: "Short", content: "Be short." }] };
    await page.getByLabel("Template as JSON").fill(JSON.stringify(manifest));
    await page.getByRole("button", { name: "Try", exact: true }).click();
    await page.getByText("This would come of it:").waitFor();
    expect(await overridesOf(bank)).toEqual({});
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByText("This came of it:").waitFor();
    expect(await overridesOf(bank)).toEqual({ retain_mission: "Boats." });
    await page.getByRole("figure", { name: "This bank as a template" }).getByText('"Boats."').waitFor();
  },
);

story("a policy is set and tried on a text", async ({ page, bank, open, expectAccessible }) => {
  await bank.call("PUT", "", {});
  await open("settings", "?tab=defense");
  await page.getByRole("switch", { name: "Look for what nobody should keep" }).click();
  await page.getByLabel("Action for All secrets and personal data").selectOption("redact");
  await page.getByLabel("A detector by its name").fill("private_key_pem");
  await page.getByRole("button", { name: "Add" }).click();
  await page.getByLabel("Action for private_key_pem").selectOption("block");
  await page.getByRole("button", { name: "Save the policy" }).click();
  await saysToast(page, "The policy is saved");
  expect((await overridesOf(bank)).memory_defense).toMatchObject({
    enabled: true,
    rules: [
      { on: "sensitive_data", action: "redact" },
      { on: "private_key_pem", action: "block" },
    ],
  });
  const attempt = async (text: string): Promise<void> => {
    await page.getByLabel("Text", { exact: true }).fill(text);
    await page.getByRole("button", { name: "Try", exact: true }).click();
  };
  await attempt("Ann pays with 4111 1111 1111 1111.");
  await page.getByText("Stored without what was found").waitFor();
  await page.getByText("[REDACTED:credit_card]").waitFor();
  await expectAccessible();
  await attempt(`${HOSTILE} rows`);
  await page.getByText("Stored as it is").waitFor();
  await attempt("-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7\n-----END PRIVATE KEY-----");
  await page.getByText("Not stored", { exact: true }).waitFor();
  expect((await bank.get("/documents")).body.total).toBe(0);
});

story("a bank is deleted only when its name is typed", async ({ page, bank, server, open, expectAccessible }) => {
  await bank.retain("Ann rows.");
  await open("settings", "?tab=danger");
  await page.getByRole("button", { name: "Delete the bank" }).click();
  const dialog = page.getByRole("dialog");
  const action = dialog.getByRole("button", { name: "Delete the bank" });
  expect(await action.isDisabled()).toBe(true);
  await expectAccessible();
  await dialog.getByLabel(`Type ${bank.id} to go on`).fill(bank.id);
  await action.click();
  await page.getByRole("heading", { name: "Banks", level: 1 }).waitFor();
  await saysToast(page, `Bank ${bank.id} is deleted`);
  expect((await server.call("GET", `/v1/default/banks?q=${bank.id}`)).body.total).toBe(0);
});
