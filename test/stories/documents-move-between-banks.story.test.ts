import { expect } from "vitest";
import { story, storyBank } from "../support/story.js";
import { exported, finished, sent } from "../support/transfer.js";
import { upload } from "../support/upload.js";

const TRANSFER = "/document-transfer";

story(
  "documents move to another bank, chosen ones alone, and what is there already is skipped, replaced or kept beside",
  async ({ server, bank, newBank }) => {
    await bank.retain("Ann moved to Delft.", { document_id: "ann", tags: ["home"] });
    await bank.retain("Ben rows on Sundays.", { document_id: "ben" });
    await upload(server, bank.id, [{ name: "eve.txt", content: "Eve keeps bees in Ghent." }], { files_metadata: [{ document_id: "eve" }] });
    await server.idle();

    const { bytes, operation } = await exported(server, bank.id, `${TRANSFER}/export?document_id=ann&document_id=eve`);
    expect(operation).toMatchObject({
      operation_type: "export_documents",
      result_metadata: { filename: `${bank.id}-documents.zip`, documents_exported: 2 },
    });
    const target = newBank();
    const done = await finished(server, target.id, await sent(server, target.id, bytes, TRANSFER)); // makes the bank
    expect(done).toMatchObject({
      operation_type: "import_documents",
      status: "completed",
      result_metadata: {
        documents_imported: 2,
        documents_skipped: 0,
        skipped_document_ids: [],
        remapped_document_ids: {},
        observations_imported: 0,
      },
    });
    expect(await target.recallTexts("Where did Ann move?")).toContain("Ann moved to Delft.");
    expect((await target.recallTexts("bees")).join()).toContain("Eve keeps bees");
    expect(await target.everyText()).not.toContain("Ben rows"); // not chosen
    expect((await target.get("/documents/ann")).body).toMatchObject({
      original_text: "Ann moved to Delft.",
      tags: ["home"],
      memory_unit_count: 1,
    });

    // What is there already.
    await target.retain("Ann lives in Leiden.", { document_id: "ann" });
    const again = async (conflict: string) =>
      (await finished(server, target.id, await sent(server, target.id, bytes, `${TRANSFER}?on_conflict=${conflict}`))).result_metadata;
    expect(await again("skip")).toMatchObject({ documents_imported: 0, documents_skipped: 2, skipped_document_ids: ["ann", "eve"] });
    expect((await target.get("/documents/ann")).body.original_text).toBe("Ann lives in Leiden.");
    expect(await again("new-id")).toMatchObject({ documents_imported: 2, remapped_document_ids: { ann: "ann (2)", eve: "eve (2)" } });
    expect(await target.recallTexts("Ann")).toEqual(expect.arrayContaining(["Ann moved to Delft.", "Ann lives in Leiden."]));
    expect(await again("replace")).toMatchObject({ documents_imported: 2, documents_skipped: 0 });
    expect((await target.get("/documents?limit=10")).body.items.map(({ id }: { id: string }) => id).sort()).toEqual([
      "ann",
      "ann (2)",
      "eve",
      "eve (2)",
    ]);
    expect(await target.everyText()).not.toContain("Leiden");

    // The same documents by the whole-bank route, merged.
    const merged = await sent(server, target.id, bytes, "/transfer/import?mode=merge&document_conflict=skip");
    expect(await finished(server, target.id, merged)).toMatchObject({
      operation_type: "import_documents",
      result_metadata: { documents_skipped: 2, mental_models_imported: 0 },
    });

    // What is forgotten is in no archive any more.
    const url = server.url + operation.result_metadata.download_url;
    expect((await fetch(url)).status).toBe(200); // control
    await bank.deleteDocument("eve");
    expect((await fetch(url)).status).toBe(404);

    // What is refused.
    const call = async (method: string, rest: string) => {
      const { status, body } = await bank.call(method, rest);
      return [status, body.detail];
    };
    expect(await call("GET", TRANSFER)).toEqual([410, expect.stringContaining("document-transfer/export")]);
    expect(await call("POST", `${TRANSFER}/export?document_id=ann&include_observations=true`)).toEqual([
      400,
      expect.stringContaining("whole bank"),
    ]);
    expect(await call("POST", `${TRANSFER}/export?document_id=nobody`)).toEqual([404, expect.stringContaining("nobody")]);
    expect(await call("POST", "/transfer/export?document_id=ann")).toEqual([400, expect.stringContaining("include_bank_config=false")]);
    expect((await storyBank(server, "nowhere").call("POST", "/transfer/export")).status).toBe(404);
    expect((await storyBank(server, "nowhere").call("POST", "/clone?target_bank_id=x")).status).toBe(404);
    expect((await bank.call("POST", "/clone")).status).toBe(422);
    expect((await bank.call("POST", `/clone?target_bank_id=${target.id}`)).status).toBe(400);
    expect((await bank.call("POST", "/clone?target_bank_id=_x")).status).toBe(400);
    const notes = Buffer.from("these are my notes, and no archive at all");
    const foreign = await sent(server, "fresh", notes, TRANSFER);
    expect([foreign.status, foreign.body.detail]).toEqual([400, expect.stringContaining("cannot be imported")]);
    expect((await sent(server, "fresh", bytes, `${TRANSFER}?on_conflict=perhaps`)).status).toBe(400);
    expect((await sent(server, "fresh", bytes, "/transfer/import?mode=perhaps")).status).toBe(400);
    expect((await sent(server, "fresh", new Uint8Array(), TRANSFER)).status).toBe(400);
    expect((await server.call("POST", "/v1/default/banks/fresh/transfer/import", {})).status).toBe(422);
    expect((await storyBank(server, "fresh").get("/config")).status).toBe(404); // what is refused makes no bank
    // A whole-bank import takes any file, and its operation says what is wrong with it (contract).
    const late = await finished(server, "fresh", await sent(server, "fresh", notes));
    expect(late).toMatchObject({ status: "failed", error_message: expect.stringContaining("cannot be imported") });
    const repaired = await finished(server, "fresh", await sent(server, "fresh", bytes, "/transfer/import?target_bank_id=fresh"));
    expect(repaired).toMatchObject({ status: "completed", result_metadata: { target_bank_id: "fresh", documents_imported: 2 } });
  },
  60_000,
);
