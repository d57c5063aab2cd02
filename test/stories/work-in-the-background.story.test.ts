import { expect } from "vitest";
import { story } from "../support/story.js";

story(
  "what is retained in the background is acknowledged at once, found when it is done, and its operation tells what became of it",
  async ({ bank, server }) => {
    const id = await bank.retainLater([
      { content: "Cas plays the cello on Fridays.", document_id: "cas" },
      { content: "Dee repairs bicycles.", document_id: "dee" },
    ]);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    await server.idle();

    const operation = (await bank.get(`/operations/${id}`)).body;
    expect(operation).toMatchObject({ id, status: "completed", error_message: null });
    expect(operation.result_metadata.receipt).toMatchObject({ stored: 2, pending_embeddings: 2, truncated: false });
    const [item, ...others] = operation.result_metadata.receipt.items; // spelt as in the reply of a synchronous retain
    expect(item).toMatchObject({ index: 0, document_id: "cas", outcome: "stored", collapsed_into: [] });
    expect([item.memory_ids.length, others.length, Object.keys(item).filter((key) => /[A-Z]/.test(key))]).toEqual([1, 1, []]);
    expect((await bank.recallTexts("Who plays the cello?")).join("\n")).toContain("cello");
    expect((await bank.get("/stats")).body).toMatchObject({
      total_documents: 2,
      pending_embeddings: 0,
      pending_operations: 0,
      failed_operations: 0,
    });
    const listed = (await bank.get("/operations")).body.operations;
    expect(listed.map((each: { id: string }) => each.id)).toContain(id);
  },
);
