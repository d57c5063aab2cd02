// Entities: merged and taken apart with a way back, seen as a graph that the keyboard walks through.

import { expect } from "vitest";
import type { StoryBank } from "../../../test/support/story.js";
import { consoleStories } from "./support/console-story.js";

const { story } = consoleStories();

const HOSTILE = '"><img src=x onerror=alert(1)>';

async function tell(bank: StoryBank): Promise<void> {
  await bank.retain("Ann Smith met Bob Jones in Delft.", {
    document_id: "a",
    timestamp: "2026-03-02T10:00:00Z",
    entities: [{ text: HOSTILE }],
  });
  await bank.retain("Bobby moved to Porto with Ann Smith.", {
    document_id: "b",
    timestamp: "2026-05-02T10:00:00Z",
    entities: [{ text: "Bobby" }],
  });
}

/** Names of the bank's entities, as the server has them. */
const names = async (bank: StoryBank): Promise<readonly string[]> =>
  ((await bank.get("/entities")).body.items as { readonly canonical_name: string }[]).map(({ canonical_name: name }) => name);

story("two names of one person are merged, and taken apart again", async ({ page, bank, open, expectAccessible }) => {
  await tell(bank);
  const before = await names(bank);
  expect(before).toContain("Bobby");
  await open("entities");
  await page.getByRole("cell", { name: HOSTILE }).waitFor();
  await expectAccessible();
  await page.getByRole("button", { name: "Bob Jones" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByText("1 mention").waitFor();
  await sheet.getByText("Ann Smith met Bob Jones in Delft.").waitFor();
  await sheet.getByRole("button", { name: /^Ann Smith 1 time$/ }).waitFor();
  await expectAccessible();
  await sheet.getByRole("button", { name: "Merge others into it" }).click();
  await page.getByLabel("Find the others").fill("Bobby");
  await page.getByRole("checkbox", { name: "Bobby" }).check();
  await expectAccessible();
  await page.getByRole("button", { name: "Merge 1 entity" }).click();
  await page.getByText("Bobby merged into Bob Jones").first().waitFor();
  await sheet.getByText("2 mentions").waitFor();
  expect(await names(bank)).not.toContain("Bobby");
  await sheet.getByRole("button", { name: "Split off Bobby" }).click();
  await sheet.getByText("No other name was merged into it.").waitFor();
  expect([...(await names(bank))].sort()).toEqual([...before].sort());
  await page.goBack();
});

story("memories of somebody else of the same name become an entity of their own", async ({ page, bank, open }) => {
  await bank.retain("Ann Smith met Bob Jones in Delft.", { document_id: "a" });
  await bank.retain("Bob Jones plays the cello.", { document_id: "b" });
  await open("entities", "?q=Bob");
  await page.getByRole("button", { name: "Bob Jones" }).click();
  await page.getByRole("button", { name: "Split by memories" }).click();
  await page.getByLabel("Name of the other").fill("Bob Jones (cellist)");
  await page.getByRole("checkbox", { name: "Bob Jones plays the cello." }).check();
  await page.getByRole("button", { name: "Split off 1 memory" }).click();
  await page.getByText("Bob Jones (cellist) is an entity of its own").first().waitFor();
  expect(await names(bank)).toEqual(expect.arrayContaining(["Bob Jones", "Bob Jones (cellist)"]));
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => names(bank)).not.toContain("Bob Jones (cellist)");
  const [bob] = (await bank.get("/entities?q=Bob%20Jones")).body.items;
  expect((await bank.get(`/memories/list?entity_id=${bob.id}`)).body.total).toBe(2);
});

story(
  "the graph is walked by the keyboard, searched and narrowed, and the address keeps it",
  async ({ page, bank, open, expectAccessible }) => {
    await tell(bank);
    await open("entities", "?view=graph");
    await page.locator("[role=application][aria-busy=false]").waitFor();
    const list = page.getByRole("listbox", { name: "Nodes" });
    await list.getByRole("option", { name: HOSTILE }).waitFor();
    await expectAccessible();
    await list.focus();
    await page.keyboard.press("ArrowDown");
    const chosen = page.getByRole("region", { name: "Chosen node" });
    await chosen.waitFor();
    const first = await list.getByRole("option", { selected: true }).textContent();
    // From the canvas an arrow leads to a neighbour; one of the four has one, since nobody is alone here.
    await page.getByRole("application").focus();
    for (const key of ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"]) {
      await page.keyboard.press(key);
      if ((await list.getByRole("option", { selected: true }).textContent()) !== first) break;
    }
    expect(await list.getByRole("option", { selected: true }).textContent()).not.toBe(first);
    await page.getByLabel("Find in the graph").fill("Bobby");
    await page.getByText("1 node fits").waitFor();
    await list.getByRole("option", { name: "Bobby" }).click();
    await chosen.getByLabel("Neighbourhood").selectOption("1");
    await page.getByLabel("Find in the graph").fill("");
    await expect.poll(() => list.getByRole("option", { name: "Bob Jones" }).count()).toBe(0);
    expect(new URL(page.url()).searchParams.get("near")).toBe("1");
    await page.reload();
    await chosen.getByText("Bobby").first().waitFor();
    await page.getByRole("application").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Bobby" }).waitFor();
  },
);
