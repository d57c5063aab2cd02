// Documents: text and files come in, are looked at with their facts, changed, moved and deleted.

import { expect } from "vitest";
import { consoleStories } from "./support/console-story.js";

const { story } = consoleStories();
const HOSTILE = '"><script>document.title=1</script>/<img src=x onerror="document.title=2">';
const FILE = "<img src=x onerror=document.title=3>.txt";

story("a text is added, read with its facts, changed and added to, and deleted with a report", async (at) => {
  const { page, bank, server, open, expectAccessible } = at;
  await bank.call("PUT", "", {});
  await open("documents");
  await page.getByText("No document yet").waitFor();
  await expectAccessible();
  await page.getByRole("button", { name: "Add text" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Content" }).fill("Ann moved to Delft last spring.");
  await dialog.getByLabel("Document id").fill(HOSTILE);
  await dialog.getByLabel("Tags").fill("<b>core</b>"); // leaving the field adds it
  await dialog.getByText("More fields").click();
  await dialog.getByLabel("Metadata").fill("no pair");
  await dialog.getByText("This line is no pair of name and value: no pair").waitFor();
  await dialog.getByLabel("Metadata").fill("source: <i>chat</i>");
  await expectAccessible();
  await dialog.getByLabel("In the background").click();
  await dialog.getByRole("button", { name: "Retain" }).click();
  const row = page.getByRole("row").filter({ hasText: HOSTILE });
  await row.getByText("<b>core</b>").waitFor();
  const path = `/documents/${encodeURIComponent(HOSTILE)}`;
  expect((await bank.get(path)).body).toMatchObject({ tags: ["<b>core</b>"], document_metadata: { source: "<i>chat</i>" } });

  await row.getByRole("button", { name: HOSTILE }).click();
  const sheet = page.getByRole("dialog", { name: HOSTILE });
  await sheet.getByText("source: <i>chat</i>").waitFor();
  await expectAccessible();
  await sheet.getByLabel("Tags").fill("team:core");
  await sheet.getByLabel("Tags").press("Enter");
  await sheet.getByRole("button", { name: "Save tags" }).click();
  await sheet.getByRole("button", { name: "Save tags" }).waitFor({ state: "detached" });
  expect((await bank.get(path)).body.tags).toEqual(["<b>core</b>", "team:core"]);
  await sheet.getByRole("button", { name: "Add to it" }).click();
  const appending = page.getByRole("dialog", { name: "Add to the document" });
  await appending.getByRole("textbox", { name: "Content" }).fill("Bob plays the cello in Ghent.");
  await appending.getByLabel("In the background").click();
  await appending.getByRole("button", { name: "Retain" }).click();
  await sheet.getByRole("tab", { name: "Text and facts" }).click();
  await sheet.locator("mark").filter({ hasText: "Bob plays the cello in Ghent." }).waitFor();
  expect(await sheet.locator("mark").count()).toBe(2);
  await expectAccessible();
  await sheet.getByRole("button", { name: "Edit text" }).click();
  const editing = page.getByRole("dialog", { name: "Edit the text" });
  await editing.getByRole("textbox", { name: "Content" }).fill("Ann moved to Porto last spring.");
  await editing.getByRole("button", { name: "Retain" }).click();
  await server.idle();
  await sheet.locator("mark").filter({ hasText: "Porto" }).waitFor();
  expect((await bank.get(path)).body.original_text).toBe("Ann moved to Porto last spring.");
  await sheet.getByRole("button", { name: "Reprocess" }).click();
  await sheet.getByRole("region", { name: "Retaining" }).getByText("done").waitFor();
  await sheet.getByRole("tab", { name: "History" }).click();
  await sheet.getByText("Reprocessed").waitFor();
  expect(new URL(page.url()).searchParams.get("tab")).toBe("history");
  await sheet.getByRole("tab", { name: "About" }).click();
  expect(
    new URL((await sheet.getByRole("link", { name: /All memories/ }).getAttribute("href")) ?? "", server.url).searchParams.get("document"),
  ).toBe(HOSTILE);

  await sheet.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("dialog", { name: "Delete this document?" });
  await question.getByText("1 memory goes with it.").waitFor();
  await question.getByRole("button", { name: "Delete" }).click();
  const report = page.getByRole("dialog", { name: "The document is deleted" });
  await report.getByText("Facts deleted").waitFor();
  await expectAccessible();
  await report.getByRole("button", { name: "Done" }).click();
  await page.getByText("No document yet").waitFor();
  expect((await bank.get(path)).status).toBe(404);
});

story("files are dropped and picked; what fails says why; the bank's documents go to another bank", async (at) => {
  const { page, bank, server, open, expectAccessible } = at;
  await bank.retain("Chiara found ERR-7F13-1133.", { document_id: "notes-1", tags: ["a"] });
  await open("documents", "?dialog=files");
  const dialog = page.getByRole("dialog");
  await dialog.locator('input[type="file"]').setInputFiles([
    { name: FILE, mimeType: "text/plain", buffer: Buffer.from("Deniz rows in Izmir.") },
    { name: "broken.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 this is no PDF") },
  ]);
  await page.evaluate(`{
    const files = new DataTransfer();
    files.items.add(new File(["Elif bakes."], "dropped.md", { type: "text/markdown" }));
    const place = document.querySelector('[role="dialog"] label');
    place.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
  }`);
  const rows = dialog.getByRole("list", { name: "Chosen files" }).getByRole("listitem");
  await rows.filter({ hasText: "dropped.md" }).getByLabel("Document id").fill("elif");
  await expectAccessible();
  await dialog.getByRole("button", { name: "Upload 3 files" }).click();
  await dialog.getByText("It has arrived and is being read.").nth(2).waitFor();
  await server.idle();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByText(FILE).first().waitFor();
  expect((await bank.get("/documents/elif")).body.original_text).toContain("Elif bakes.");
  const failed = page.getByRole("row").filter({ hasText: "broken.pdf" });
  const [operation] = (await bank.get("/operations?status=failed")).body.operations;
  await failed.getByText(operation.error_message).waitFor();
  await failed.getByRole("button", { name: "Forget" }).click();
  await failed.waitFor({ state: "detached" });

  await page.getByLabel("Part of the id or of the text").fill("notes");
  await page.getByRole("button", { name: "elif" }).waitFor({ state: "detached" });
  expect(new URL(page.url()).searchParams.get("q")).toBe("notes");
  await page.getByLabel("Tags").fill("b");
  await page.getByLabel("Tags").press("Enter");
  await page.getByText("No document is like that").waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "notes-1" }).waitFor();

  await page.getByRole("button", { name: "Export and import" }).click();
  await dialog.getByRole("button", { name: "Export" }).click();
  const link = dialog.getByRole("link", { name: "Download the archive" });
  await link.waitFor();
  await expectAccessible();
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  await dialog.getByLabel("Archive").setInputFiles(await download.path());
  await dialog.getByRole("button", { name: "Import" }).click();
  await dialog.getByText("3 documents left out").waitFor();
});
