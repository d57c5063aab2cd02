// The recall lab: why a memory is where it is, two settings side by side, the request as code, and a set of test cases.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "vitest";
import { consoleStories } from "./support/console-story.js";
import { fillSample } from "./support/sample-bank.js";

const { story } = consoleStories();

story("a recall is explained, compared, taken along and kept as a test", async ({ page, bank, server, open, expectAccessible }) => {
  await fillSample(bank, 30);
  await bank.retain('Zed keeps <img src=x onerror="document.title=1"> in his notes.', { document_id: "hostile" });
  await server.idle();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await open("recall");
  await page.getByLabel("Question").fill("Who found ERR-7F13-1133?");
  await page.keyboard.press("Enter");
  const results = page.getByRole("list", { name: "Results" });
  const first = results.getByRole("listitem").first();
  await first.getByText(/found that ERR-7F13-1133/).waitFor();
  await first.getByText("Why here?").click();
  await first
    .getByRole("row", { name: /Keyword/ })
    .first()
    .waitFor();
  await first.getByRole("row", { name: "Exact phrase or identifier" }).waitFor();
  await page.getByText(/of 4,096 tokens/).waitFor();
  await expectAccessible();

  await page.getByRole("button", { name: "Compare settings" }).click();
  const right = page.getByRole("region", { name: "B" });
  await right.first().getByLabel("Most tokens").fill("60");
  await page.getByText(/of 60 tokens/).waitFor();
  await page.getByText("did not fit the token budget").first().waitFor({ state: "attached" });
  expect(new URL(page.url()).searchParams.get("b")).toBe('{"maxTokens":60}');
  await expectAccessible();

  await page.getByRole("button", { name: "Copy as …" }).click();
  await page.getByRole("menuitem", { name: "curl" }).click();
  await page.getByText("Copied as curl", { exact: true }).waitFor();
  const command = await page.evaluate<string>("navigator.clipboard.readText()");
  const shell = await promisify(execFile)("bash", ["-c", command.replace("http://127.0.0.1:8888", server.url)]);
  expect(JSON.parse(shell.stdout).results[0].text).toContain("ERR-7F13-1133");

  await page.getByRole("button", { name: "Save as test case" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByRole("tab", { name: "Workbench" }).click();
  await page.getByRole("button", { name: "Run 1 case" }).click();
  await page
    .getByRole("row", { name: /Mean at 10/ })
    .getByText("100% · 1.00")
    .first()
    .waitFor();
  await page.getByRole("tab", { name: "Trace" }).click();
  await page.getByRole("heading", { name: "Time of each stage" }).first().waitFor();
  await expectAccessible();
});

story("a hostile memory is text, and a link shows what its sender saw", async ({ page, bank, open }) => {
  await bank.retain('Zed keeps <img src=x onerror="document.title=1"> in his notes.', { tags: ['"><script>document.title=2</script>'] });
  await open(
    "recall",
    `?q=${encodeURIComponent("What does Zed keep?")}&a=${encodeURIComponent(JSON.stringify({ budget: "low", tags: ['"><script>document.title=2</script>'] }))}`,
  );
  await page.getByText('Zed keeps <img src=x onerror="document.title=1"> in his notes.').first().waitFor();
  await page.getByText('"><script>document.title=2</script>').first().waitFor();
  expect(await page.getByRole("radio", { name: "Low" }).getAttribute("aria-checked")).toBe("true");
  expect(await page.title()).toBe(`${bank.id} · Hindsight`);
});
