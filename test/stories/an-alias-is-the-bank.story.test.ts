import { expect } from "vitest";
import { bankPath } from "../support/server.js";
import { story } from "../support/story.js";

story(
  "an alias is the bank: what goes in by one name comes out by the other, and deleting by the alias deletes the bank",
  async ({ bank, server }) => {
    await bank.retain("Eve keeps bees behind the mill.", { document_id: "eve" });
    expect((await bank.call("POST", "/aliases", { alias: `${bank.id}/old name`, primary: true })).status).toBe(201);
    const alias = `${bank.id}/old name`;

    await server.retain(alias, [{ content: "Fay paints the mill.", document_id: "fay" }]);
    expect((await bank.recallTexts("Who paints the mill?")).join("\n")).toContain("Fay");
    const recalled = await server.call("POST", bankPath(alias, "/memories/recall"), { query: "Who keeps bees?" });
    expect(recalled.text).toContain("Eve");
    expect((await server.call("GET", bankPath(alias, "/stats"))).body).toMatchObject({ bank_id: bank.id, total_documents: 2 });
    const taken = await server.call("POST", bankPath(alias, "/aliases"), { alias: bank.id });
    expect([400, 409]).toContain(taken.status);

    expect((await server.call("DELETE", bankPath(alias))).body).toMatchObject({ success: true, deleted_count: 2 });
    expect((await bank.get("/stats")).status).toBe(404);
    expect((await server.call("GET", bankPath(alias, "/stats"))).status).toBe(404);
  },
);
