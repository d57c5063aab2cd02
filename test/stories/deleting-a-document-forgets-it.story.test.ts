import { expect } from "vitest";
import { story } from "../support/story.js";

story("deleting a document forgets everything that stood on it alone", async ({ bank }) => {
  await bank.retain("The wifi password is tulip-42.", { document_id: "notes", tags: ["secret"] });
  await bank.retain("The office is in Delft.", { document_id: "office" });
  expect((await bank.recallTexts("What is the wifi password?"))[0]).toContain("tulip-42");
  expect(await bank.everyText()).toContain("tulip-42");

  const gone = await bank.deleteDocument("notes");

  expect(gone.body).toMatchObject({ success: true, document_id: "notes", memory_units_deleted: 1 });
  expect((await bank.recallTexts("What is the wifi password tulip-42?")).join("\n")).not.toContain("tulip-42");
  expect((await bank.recallTexts("Where is the office?")).join("\n")).toContain("Delft");
  const left = await bank.everyText();
  expect(left).not.toMatch(/tulip-42|secret/);
  expect(left).toContain("Delft");
});
