import { expect } from "vitest";
import { story } from "../support/story.js";

story("retaining a document again replaces it, appending adds to it", async ({ bank }) => {
  await bank.retain("The deploy day is Tuesday.", { document_id: "runbook" });
  const again = await bank.retain("The deploy day is Thursday.", { document_id: "runbook" });
  expect(again.body.receipt.items[0]).toMatchObject({ document_id: "runbook", outcome: "updated", removed: 1 });
  const texts = (await bank.recallTexts("Which day is the deploy?")).join("\n");
  expect(texts).toContain("Thursday");
  expect(texts).not.toContain("Tuesday");

  await bank.retain("The rollback takes five minutes.", { document_id: "runbook", update_mode: "append" });
  const document = (await bank.get("/documents/runbook")).body;
  expect(document.original_text).toMatch(/Thursday[\s\S]*five minutes/);
  expect((await bank.recallTexts("Which day is the deploy?")).join("\n")).toContain("Thursday");
  expect((await bank.recallTexts("How long does the rollback take?")).join("\n")).toContain("five minutes");

  const same = await bank.retain("The office has a blue door.", { document_id: "door" });
  const unchanged = await bank.retain("The office has a blue door.", { document_id: "door" });
  expect([same.body.receipt.stored, unchanged.body.receipt.stored]).toEqual([1, 0]);
  expect(unchanged.body.receipt.items[0].outcome).toBe("unchanged");
});
