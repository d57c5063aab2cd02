// Memories: they are found by filters in the address, walked back to where they come from, corrected, taken out of use and put back, one or many at a time.

import type { Page } from "playwright-core";
import { afterAll, expect } from "vitest";
import { startScriptedLlm } from "../../../packages/engine/test/support/scripted-llm.js";
import { creating, givenTo, isConsolidation, NOTHING, updating } from "../../../test/support/consolidation.js";
import { consoleStories } from "./support/console-story.js";

/** Each text is one fact; what is said of Ida becomes one observation, which changes with the second fact. */
const llm = await startScriptedLlm((call) => {
  if (!isConsolidation(call))
    return call.content === "" ? { text: "ready" } : { json: { facts: [{ what: call.content.trim(), fact_type: "world", entities: [] }] } };
  const { facts, observations } = givenTo(call);
  if (!facts.some(({ text }) => text.includes("Ida"))) return NOTHING;
  const [known] = observations;
  return known === undefined ? creating("Ida hikes at weekends.", facts) : updating(known, "Ida swims at weekends.", facts);
});
afterAll(() => llm.close());

const { story } = consoleStories({ ...llm.env, HINDSIGHT_API_LLM_MODEL: "scripted-1" });

const HOSTILE = "<img src=x onerror=window.ran=1>";
const grid = (page: Page) => page.getByRole("grid");
const address = (page: Page): string => new URL(page.url()).search;

story(
  "a fact is found by words and tags, corrected, invalidated with a reason, and put back",
  async ({ page, bank, open, expectAccessible }) => {
    await bank.retain("Ann rows on the canal.", { document_id: 'canal "><script>window.ran=1</script>', tags: ["sport", HOSTILE] });
    await bank.retain(`Bob wrote ${HOSTILE} on the wall.`, { document_id: "wall", tags: ["work"] });
    const fact = async () => (await bank.get("/memories/list?q=Ann")).body.items[0];
    const { id } = await fact();
    await open("memories");
    await grid(page).getByText(`Bob wrote ${HOSTILE} on the wall.`).waitFor();
    await grid(page).getByText(`sport, ${HOSTILE}`).waitFor();
    await expectAccessible();

    await page.getByLabel("Words in the text").fill("canal");
    await page.getByText("1 memory", { exact: true }).waitFor();
    expect(address(page)).toBe("?q=canal");
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await page.getByText("2 memories", { exact: true }).waitFor();
    await page.getByRole("button", { name: "More filters" }).click();
    await page.getByLabel("Tags", { exact: true }).fill("work");
    await page.keyboard.press("Enter");
    await page.getByText("1 memory", { exact: true }).waitFor();
    await expectAccessible();
    await page.getByLabel("Words in the text").fill("canal");
    await page.getByText("No memory is like that").waitFor();
    await page.goBack();
    await page.getByText("2 memories", { exact: true }).waitFor();

    await grid(page).getByRole("button", { name: "Ann rows on the canal." }).click();
    const sheet = page.getByRole("dialog", { name: "Memory", exact: true });
    await sheet.getByRole("link", { name: 'canal "><script>window.ran=1</script>' }).waitFor();
    await sheet.getByRole("button", { name: "Show the passage" }).click();
    await sheet.locator("blockquote").getByText("Ann rows on the canal.").waitFor();
    await expectAccessible();
    await sheet.getByRole("button", { name: "Edit" }).click();
    await sheet.getByLabel("Text", { exact: true }).fill("Ann rows on the river.");
    await sheet.getByLabel("Context").fill("holiday");
    await expectAccessible();
    await sheet.getByRole("button", { name: "Save" }).click();
    await sheet.getByText("Ann rows on the river.").waitFor();
    expect(await fact()).toMatchObject({ id, text: "Ann rows on the river.", context: "holiday" });
    await page.getByRole("button", { name: "Undo" }).click();
    await sheet.getByText("Ann rows on the canal.").first().waitFor();
    expect(await fact()).toMatchObject({ text: "Ann rows on the canal.", context: "" });

    await sheet.getByRole("button", { name: "Invalidate" }).click();
    await page.getByLabel("Reason").fill("She sold the boat.");
    await expectAccessible();
    await page.getByRole("dialog", { name: "Invalidate 1 memory" }).getByRole("button", { name: "Invalidate" }).click();
    await sheet.getByText("Reason: She sold the boat.").waitFor();
    expect((await bank.get(`/memories/${id}`)).body).toMatchObject({ state: "invalidated", invalidation_reason: "She sold the boat." });
    await page.getByRole("button", { name: "Undo" }).last().click();
    await sheet.getByRole("button", { name: "Invalidate" }).waitFor();
    expect((await bank.get(`/memories/${id}`)).body.state).toBe("valid");
    expect(await page.evaluate("window.ran")).toBeUndefined();
  },
);

story(
  "a long table is walked by keyboard; many are invalidated at once, undone, and restored from the archive",
  async ({ page, bank, open, expectAccessible }) => {
    await bank.call("PUT", "", {});
    await bank.call("PATCH", "/config", { updates: { retain_extraction_mode: "chunks" } });
    await bank.call("POST", "/memories", {
      items: Array.from({ length: 230 }, (_, place) => ({
        content: `Note ${place + 1}.`,
        document_id: `note-${place + 1}`,
        timestamp: new Date(Date.UTC(2026, 0, 1 + place)).toISOString(),
      })),
    });
    const left = async (state: string) => (await bank.get(`/memories/list?limit=0&state=${state}`)).body.total;
    await open("memories");
    await page.getByText("230 memories").waitFor();
    expect(await grid(page).getAttribute("aria-rowcount")).toBe("231");
    expect(await grid(page).getByRole("row").count()).toBeLessThan(60);
    const first = grid(page).getByRole("button", { name: "Note 230." });
    await first.focus();
    await page.keyboard.press("End");
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Note 1.");
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Shift+Space");
    await page.getByText("3 selected").waitFor();
    await expectAccessible();
    await page.getByRole("button", { name: "Invalidate" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Invalidate" }).click();
    await page.getByText("227 memories").waitFor();
    expect(await left("invalidated")).toBe(3);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("230 memories").waitFor();
    expect(await left("invalidated")).toBe(0);

    await page.getByRole("button", { name: "Select all 230" }).click();
    await page.getByText("230 selected").waitFor();
    await page.getByRole("button", { name: "Select none" }).click();
    await grid(page).getByRole("checkbox").first().click();
    await page.getByRole("button", { name: "Invalidate" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Invalidate" }).click();
    await page.getByText("229 memories").waitFor();
    await page.getByLabel("State").selectOption("invalidated");
    await page.getByText("1 memory", { exact: true }).waitFor();
    await grid(page).getByRole("checkbox").click();
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Restore" }).click();
    await page.getByText("No memory is like that").waitFor();
    expect(await left("valid")).toBe(230);
  },
);

story(
  "an observation shows its facts and how it came to say so; time is walked through, what has no date is counted",
  async ({ page, bank, server, open, expectAccessible }) => {
    const learn = async (content: string, item: Readonly<Record<string, unknown>>): Promise<void> => {
      await bank.retain(content, item);
      await bank.call("POST", "/consolidate", {});
      await server.idle();
    };
    await learn("Ida hikes every weekend.", { document_id: "spring", timestamp: "2024-03-01T12:00:00Z" });
    await learn("Ida hurt her knee and swims at weekends instead.", { document_id: "may", timestamp: "2026-05-20T12:00:00Z" });
    await bank.retain("Water is wet.", { document_id: "always", timestamp: "unset" });
    const [observation] = (await bank.get("/memories/list?type=observation")).body.items;
    await open("memories", `?open=${observation.id}`);
    const sheet = page.getByRole("dialog", { name: "Memory", exact: true });
    await sheet.getByText("The 2 facts it stands on").waitFor();
    await sheet.locator("del").getByText("hikes").waitFor();
    await sheet.locator("ins").getByText("swims").waitFor();
    await expectAccessible();
    await sheet.getByRole("button", { name: "Ida hikes every weekend." }).click();
    await sheet.getByRole("link", { name: "spring" }).waitFor();
    await page.goBack();
    await sheet.getByText("The 2 facts it stands on").waitFor();
    await page.keyboard.press("Escape");

    await page.getByRole("radio", { name: "Timeline" }).click();
    await page.getByText("1 memory without this date (Mentioned)").waitFor();
    await page.getByRole("button", { name: "May 2026 2 memories" }).click();
    await page.getByRole("heading", { name: "Memories of May 2026" }).waitFor();
    await grid(page).getByText("Ida swims at weekends.").waitFor();
    await expectAccessible();
    await page.getByRole("button", { name: "Zoom into May 2026" }).click();
    await page.getByRole("button", { name: /^May 18.*24 2 memories/ }).click();
    await page.getByRole("button", { name: /^Zoom into May 18/ }).click();
    await page.getByRole("button", { name: "Wed, May 20 2 memories" }).waitFor();
    await page.getByRole("button", { name: "Earlier (1)" }).click();
    await page.getByRole("heading", { name: "March 2024" }).waitFor();
    expect(address(page)).toContain("zoom=day");
    await page.getByRole("button", { name: "Zoom out" }).click();
    await page.getByRole("radio", { name: "Years" }).click();
    await page.getByRole("button", { name: "2024 1 memory" }).waitFor();
  },
);

story(
  "what waits for consolidation is set going; observations stand by scope; a fact leads to the calls that made it; the graph is filtered too",
  async ({ page, bank, server, open, expectAccessible }) => {
    await bank.retain("Ida hikes every weekend.", { document_id: "spring", timestamp: "2024-03-01T12:00:00Z", tags: ["sport"] });
    await bank.retain("Water is wet.", { document_id: "always", timestamp: "2026-05-20T12:00:00Z" });
    await open("memories");
    const line = page.getByRole("region", { name: "Consolidation" });
    await line.getByText("2 facts wait for consolidation").waitFor();
    await expectAccessible();
    await line.getByRole("button", { name: "Consolidate now" }).click();
    await server.idle();
    await line.waitFor({ state: "detached" });
    await page.getByLabel("Kind").selectOption("observation");
    const scope = page.getByRole("region", { name: "By scope" }).getByRole("button", { name: "sport 1" });
    await scope.click();
    expect(new URL(page.url()).searchParams.get("match")).toBe("exact");
    await grid(page).getByText("Ida hikes at weekends.").waitFor();
    expect(await scope.getAttribute("aria-pressed")).toBe("true");
    await expectAccessible();

    await open("memories", "?view=graph");
    const nodes = page.getByRole("listbox", { name: "Nodes" }).getByRole("option");
    await expect.poll(() => nodes.count()).toBe(3);
    await open("memories", "?view=graph&from=2026-01-01&field=mentioned_at");
    await expect.poll(() => nodes.count()).toBe(1);
    await nodes.getByText("Water is wet.").waitFor();
    await open("memories", "?view=graph&state=invalidated");
    await page.getByText("The graph shows memories in use").waitFor();

    const [fact] = (await bank.get("/memories/list?q=Water")).body.items;
    await open("memories", `?open=${fact.id}`);
    await page.getByRole("link", { name: "Those that made it" }).click();
    await page.getByText("Calls about the document:").waitFor();
    await page.getByRole("button", { name: "retain_extract_facts" }).first().click();
    const sheet = page.getByRole("dialog", { name: "retain_extract_facts" });
    await sheet.getByText("Water is wet.").first().waitFor();
    const call = new URL(page.url()).searchParams.get("open");
    // The list says nothing of it now; the link leads to it all the same.
    await open("settings", `?tab=llm&caller=reflect&open=${call}`);
    await sheet.getByText("Water is wet.").first().waitFor();
    await open("settings", "?tab=llm&open=00000000-0000-4000-8000-000000000000");
    await page.getByText("This call is no longer kept.").waitFor();
  },
);
