import { expect } from "vitest";
import { story } from "../support/story.js";

story("two banks with the same ids and words know nothing of each other", async ({ bank, newBank }) => {
  const other = newBank();
  for (const [each, city] of [
    [bank, "Delft"],
    [other, "Ghent"],
  ] as const) {
    await each.call("PATCH", "/config", { updates: { audit_log_enabled: true } });
    await each.retain(`Ann lives in ${city} and works at the harbour.`, {
      document_id: "ann",
      tags: [`city:${city}`],
      entities: [{ text: "Ann" }],
    });
  }

  expect((await bank.recallTexts("Where does Ann live?")).join("\n")).toMatch(/Delft/);
  expect((await bank.recallTexts("Ghent Ann harbour")).join("\n")).not.toContain("Ghent");
  expect(await bank.everyText()).not.toContain("Ghent");
  expect(await other.everyText()).not.toContain("Delft");

  const memory = (await other.get("/memories/list")).body.items[0];
  expect((await bank.get(`/memories/${memory.id}`)).status).toBe(404);
  const entity = (await other.get("/entities")).body.items[0];
  expect((await bank.get(`/entities/${entity.id}`)).status).toBe(404);
  const operation = await other.retainLater([{ content: "Ben sells fish at the harbour." }]);
  expect((await bank.get(`/operations/${operation}`)).body.status).toBe("not_found");

  for (const path of ["/graph", "/graph?document_id=ann", "/entities/graph", "/audit-logs"]) {
    const [mine, theirs] = [await bank.get(path), await other.get(path)];
    const ids = (text: string): readonly string[] => text.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [];
    expect(ids(mine.text).length, path).toBeGreaterThan(0); // control
    expect(ids(mine.text).filter((id) => theirs.text.includes(id))).toEqual([]);
    expect(mine.text).not.toContain("Ghent");
  }
  expect((await bank.get(`/graph?chunk_id=${other.id}_ann_0`)).body.nodes).toEqual([]);
  const entry = (await other.get("/audit-logs")).body.items[0];
  expect((await bank.get(`/audit-logs/${entry.id}`)).status).toBe(404);

  await bank.call("DELETE", "");
  expect((await bank.get("/stats")).status).toBe(404);
  expect((await other.recallTexts("Where does Ann live?")).join("\n")).toContain("Ghent");
});
