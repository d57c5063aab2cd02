import { expect } from "vitest";
import { describeLearning, type Learning } from "../support/learning.js";

async function model({ bank, server }: Learning, fields: Readonly<Record<string, unknown>>): Promise<string> {
  const reply = await bank.call("POST", "/mental-models", { name: "Ann", source_query: "What does Ann like to drink?", ...fields });
  expect(reply.status).toBe(200);
  await server.idle();
  return reply.body.mental_model_id as string;
}
const read = async ({ bank }: Learning, id: string) => (await bank.get(`/mental-models/${id}`)).body;
const history = async ({ bank }: Learning, id: string) =>
  (await bank.get(`/mental-models/${id}/history`)).body as readonly Readonly<Record<string, unknown>>[];
async function refresh({ bank, server }: Learning, id: string) {
  const { operation_id } = (await bank.call("POST", `/mental-models/${id}/refresh`)).body;
  await server.idle();
  return (await bank.get(`/operations/${operation_id}`)).body;
}

describeLearning("without a language model", (tell) => {
  tell("a model says what memories say, in their own words, and names them; a model of nothing says so", async (learning) => {
    const { learn } = learning;
    const empty = await model(learning, { id: "empty" });
    expect((await read(learning, empty)).content).toBe("Nothing is known about this yet.\n");
    expect((await read(learning, empty)).is_stale).toBe(false);
    await learn("Ann likes to drink green tea.");
    await learn("The train to Leiden leaves at nine.");
    const id = await model(learning, { id: "drinks" });
    const { content, is_stale, reflect_response, last_refreshed_at } = await read(learning, id);
    expect(content).toBe("## What is known\n\n- Ann likes to drink green tea.\n");
    expect(is_stale).toBe(false);
    expect(last_refreshed_at).not.toBeNull();
    expect(reflect_response.based_on.world.map(({ text }: { readonly text: string }) => text)).toContain("Ann likes to drink green tea.");
    expect(await history(learning, id)).toEqual([]);
    expect((await read(learning, empty)).is_stale).toBe(true);
  });

  tell("a delta adds what is new and leaves the rest byte for byte; with nothing new nothing changes", async (learning) => {
    const { learn } = learning;
    await learn("Ann likes to drink green tea.");
    const id = await model(learning, { trigger: { mode: "delta", refresh_after_consolidation: true } });
    const before = (await read(learning, id)).content;
    await learn("Ann likes to drink black coffee in the morning.");
    const after = await read(learning, id);
    expect(after.content).toBe(`${before}\n- Ann likes to drink black coffee in the morning.\n`);
    expect((await history(learning, id)).map(({ previous_content, outcome }) => [previous_content, outcome])).toEqual([
      [before, "content_written"],
    ]);
    const operation = await refresh(learning, id);
    expect(operation).toMatchObject({ status: "completed", details: { outcome: "content_preserved_no_new_facts", failure_reason: null } });
    const again = await read(learning, id);
    expect(again.content).toBe(after.content);
    expect(await history(learning, id)).toHaveLength(1);
    await learn("The train to Leiden leaves at nine.");
    expect((await read(learning, id)).content).toBe(after.content);
    expect((await read(learning, id)).is_stale).toBe(false);
  });

  tell("what is deleted is withheld at once, and written anew without it", async (learning) => {
    const { bank, learn, server } = learning;
    await learn("Ann likes to drink green tea.", { document_id: "tea" });
    await learn("Ann likes to drink black coffee.", { document_id: "coffee" });
    const id = await model(learning, {});
    expect((await read(learning, id)).content).toContain("green tea");
    await bank.deleteDocument("tea");
    expect((await read(learning, id)).content).not.toContain("green tea");
    await server.idle();
    expect((await read(learning, id)).content).toBe("## What is known\n\n- Ann likes to drink black coffee.\n");
    expect(JSON.stringify([await read(learning, id), await history(learning, id)])).not.toContain("green tea");
  });

  tell("what gets other tags leaves the answers that may not show it, at once and with all that they said before", async (learning) => {
    const { bank, learn, server } = learning;
    await learn("Ann likes to drink green tea.", { document_id: "tea", tags: ["home"] });
    await learn("Ann likes to drink black coffee.", { document_id: "coffee", tags: ["home"] });
    const id = await model(learning, { tags: ["home"], trigger: { mode: "delta" } });
    const written = (await read(learning, id)).content;
    expect(written).toContain("green tea");
    expect((await bank.call("PATCH", "/documents/tea", { tags: ["home", "kitchen"] })).status).toBe(200);
    expect((await read(learning, id)).content).toBe(written); // control: it is still in the scope
    await server.idle();
    expect((await bank.call("PATCH", "/documents/tea", { tags: ["work"] })).status).toBe(200);
    expect((await read(learning, id)).content).not.toContain("green tea");
    await server.idle();
    expect((await read(learning, id)).content).toBe("## What is known\n\n- Ann likes to drink black coffee.\n");
    expect(JSON.stringify([await read(learning, id), await history(learning, id)])).not.toContain("green tea");
  });

  tell("a document that is replaced takes its old words out of a delta model too", async (learning) => {
    const { learn } = learning;
    await learn("Ann likes to drink green tea.", { document_id: "tea" });
    await learn("Ann likes to drink black coffee.", { document_id: "coffee" });
    const id = await model(learning, { trigger: { mode: "delta", refresh_after_consolidation: true } });
    await learn("Ann likes to drink white tea with milk.", { document_id: "tea" });
    const { content } = await read(learning, id);
    expect(content).not.toContain("green tea");
    expect(content).toContain("white tea with milk");
    expect(content).toContain("black coffee");
    expect(JSON.stringify(await history(learning, id))).not.toContain("green tea");
  });

  tell("another question, and a clear, are answered in full; a dry run shows it and keeps nothing", async (learning) => {
    const { bank, learn, server } = learning;
    await learn("Ann likes to drink green tea.");
    await learn("Ann lives in Delft.");
    const id = await model(learning, { trigger: { mode: "delta" } });
    await bank.call("PATCH", `/mental-models/${id}`, { source_query: "Where does Ann live?" });
    await server.idle();
    const { content } = await read(learning, id);
    expect(content).toContain("Delft");
    await bank.call("POST", `/mental-models/${id}/clear`);
    const dry = (await bank.call("POST", `/mental-models/${id}/dry-run-refresh`)).body;
    expect(dry).toMatchObject({
      requested_mode: "delta",
      effective_mode: "full",
      mode_fallback_reason: "no_baseline_content",
      outcome: "content_written",
      would_persist: true,
      current_content: "",
      preview_content: content,
    });
    expect(dry.diff).toContain("+- Ann lives in Delft.");
    expect((await read(learning, id)).content).toBe("");
    await refresh(learning, id);
    expect((await read(learning, id)).content).toBe(content);
    expect((await bank.call("POST", "/mental-models/nobody/dry-run-refresh")).status).toBe(404);
  });

  tell("a reflection uses a fresh standing answer and cites it", async (learning) => {
    const { bank, learn } = learning;
    await learn("Ann likes to drink green tea.");
    const id = await model(learning, {});
    const { body } = await bank.call("POST", "/reflect", { query: "What does Ann like to drink?", include: { facts: {} } });
    expect(body.based_on.mental_models.map((each: { readonly id: string }) => each.id)).toEqual([id]);
    const without = await bank.call("POST", "/reflect", {
      query: "What does Ann like to drink?",
      include: { facts: {} },
      exclude_mental_models: true,
    });
    expect(without.body.based_on.mental_models).toEqual([]);
  });
});
