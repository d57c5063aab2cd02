// Operations: what waits can be cancelled and queued again; what failed says why.

import { describe, expect } from "vitest";
import { consoleStories } from "./support/console-story.js";

describe("without a worker", () => {
  const { story } = consoleStories({ HINDSIGHT_API_WORKER_ENABLED: "false" });

  story("a waiting operation is cancelled, queued again and forgotten", async ({ page, bank, open, expectAccessible }) => {
    const id = await bank.retainLater([{ content: "Ann rows.", document_id: '"><img src=x onerror=alert(1)>' }]);
    const status = async () => (await bank.get(`/operations/${id}`)).body.status;
    await open("operations");
    await page.getByText("No worker runs in this server").waitFor();
    await page.getByRole("cell", { name: '"><img src=x onerror=alert(1)>' }).waitFor();
    await expectAccessible();
    await page.getByRole("button", { name: "Retain" }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByText(id).waitFor();
    await expectAccessible();
    await sheet.getByRole("button", { name: "Show the request" }).click();
    await sheet.getByText("Ann rows.").waitFor();
    await sheet.getByRole("button", { name: "Cancel" }).click();
    await sheet.getByRole("button", { name: "Try again" }).click();
    await sheet.getByRole("button", { name: "Cancel" }).waitFor();
    expect(await status()).toBe("pending");
    await sheet.getByRole("button", { name: "Cancel" }).click();
    await sheet.getByRole("button", { name: "Forget" }).click();
    await sheet.getByText("There is no such operation").waitFor();
    expect(await status()).toBe("not_found");
  });
});

describe("with a worker", () => {
  const { story } = consoleStories();

  story("a failed operation says why, and is found by its state in the address", async ({ page, bank, server, open }) => {
    await bank.call("PUT", "", {});
    const form = new FormData();
    form.append("files", new Blob(["%PDF-1.7 this is no PDF"]), "broken.pdf");
    form.append("request", JSON.stringify({ files_metadata: [{}] }));
    const reply = await fetch(`${server.url}/v1/default/banks/${bank.id}/files/retain`, { method: "POST", body: form });
    expect(reply.status).toBe(200);
    await server.idle();
    await open("operations", "?status=failed");
    const row = page.getByRole("row").filter({ hasText: "broken.pdf" });
    await row.getByText("failed", { exact: true }).waitFor();
    const [failed] = (await bank.get("/operations?status=failed")).body.operations;
    await row.getByText(failed.error_message).waitFor();
    await page.getByLabel("State").selectOption("completed");
    await page.getByText("No operation is like that").waitFor();
    await page.goBack();
    await row.waitFor();
  });
});
