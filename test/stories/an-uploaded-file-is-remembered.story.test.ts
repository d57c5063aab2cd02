import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { startScriptedLlm } from "../../packages/engine/test/support/scripted-llm.js";
import { openServer, type TestServer } from "../support/server.js";
import { type StoryBank, story, storyBank } from "../support/story.js";
import { upload } from "../support/upload.js";

const fixture = (name: string): Uint8Array =>
  readFileSync(fileURLToPath(new URL(`../../packages/engine/test/providers/parsers/fixtures/${name}`, import.meta.url)));

interface DocumentRow {
  readonly document_metadata: { readonly file_name: string };
}

/** The operation once nothing works any more. */
async function endOf(server: TestServer, bank: StoryBank, operationId: string): ReturnType<StoryBank["get"]> {
  await server.idle();
  return bank.get(`/operations/${operationId}?include_payload=true`);
}

story("an uploaded file is remembered as the document it was sent as", async ({ server, bank }) => {
  await bank.call("PUT", "", {});
  const sent = await upload(server, bank.id, [{ name: "orchard.pdf", content: fixture("orchard.pdf"), type: "application/pdf" }], {
    files_metadata: [
      { document_id: "diary/1987", tags: ["garden"], metadata: { shelf: "3", author: "Grandmother" }, context: "found in the attic" },
    ],
  });
  expect(sent.status, sent.text).toBe(200);
  expect(sent.body.operation_ids).toHaveLength(1);

  const { body: operation } = await endOf(server, bank, sent.body.operation_ids[0]);
  expect(operation).toMatchObject({ status: "completed", operation_type: "file_convert_retain" });
  expect(operation.result_metadata).toMatchObject({ format: "pdf", pages: 2, document_id: "diary/1987", filename: "orchard.pdf" });
  const retain = await bank.get(`/operations/${operation.result_metadata.retain_operation_id}`);
  expect(retain.body).toMatchObject({ status: "completed", operation_type: "retain" });

  expect((await bank.recallTexts("when was the pear tree planted")).join("\n")).toContain("The pear tree was planted in 1987");
  const found = await bank.call("POST", "/memories/recall", { query: "hs-pdf-851", tags: ["garden"], tags_match: "all_strict" });
  expect(found.body.results[0]).toMatchObject({
    document_id: "diary/1987",
    context: "found in the attic",
    text: expect.stringContaining("hs-pdf-851"),
  });
  const document = await bank.get("/documents/diary/1987");
  expect(document.body.document_metadata).toMatchObject({
    file_name: "orchard.pdf",
    content_type: "application/pdf",
    title: "Orchard diary",
    author: "Grandmother", // the caller's own word wins
    shelf: "3",
  });
  expect(document.body.tags).toEqual(["garden"]);
});

story("a file is called what it was called, whatever its name has to become on the way", async ({ server, bank }) => {
  await bank.call("PUT", "", {});
  const names = ['say "hi" 100%.txt', "\u202egpj.exe", "<b onclick='x'>.txt", "Ärger 😀.txt"];
  const sent = await upload(
    server,
    bank.id,
    names.map((name) => ({ name, content: `What is called ${name} lies in the shed.` })),
  );
  expect(sent.status, sent.text).toBe(200);
  await server.idle();
  const { body } = await bank.get("/documents");
  expect(body.items.map(({ document_metadata }: DocumentRow) => document_metadata.file_name).toSorted()).toEqual(names.toSorted());
  const broken = await upload(server, bank.id, [{ name: "shed/two\r\nlines.txt", content: "The rake stands there." }]);
  const { body: operation } = await endOf(server, bank, broken.body.operation_ids[0]);
  expect(operation.result_metadata.filename).toBe("twolines.txt"); // no folder and no line's end
});

story("each of several files goes its own way, and one that cannot be read says why", async ({ server, bank }) => {
  await bank.call("PUT", "", {});
  const sent = await upload(server, bank.id, [
    { name: "notes.md", content: "# Shed\n\nThe rake hs-story-101 stands in the shed.\n" },
    { name: "cut.pdf", content: fixture("orchard.pdf").subarray(0, 700) },
    { name: "photo.png", content: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]) },
    { name: "garden.docx", content: fixture("garden.docx") },
  ]);
  const operations: { status: string; error_message: string | null; result_metadata: { document_id: string }; task_payload: unknown }[] =
    [];
  for (const id of sent.body.operation_ids) operations.push((await endOf(server, bank, id)).body);

  expect(operations.map(({ status }) => status)).toEqual(["completed", "failed", "failed", "completed"]);
  expect(operations[1]?.error_message).toMatch(/^"cut.pdf" could not be read as PDF/);
  expect(operations[1]?.task_payload).toMatchObject({ parser: ["markitdown"], byte_size: 700, original_filename: "cut.pdf" });
  expect(JSON.stringify(operations[1]?.task_payload).length).toBeLessThan(1_000); // no bytes in it
  expect(operations[2]?.error_message).toMatch(
    /"photo.png" is a picture, and no language model is configured\. Set HINDSIGHT_API_RETAIN_LLM_/,
  );
  expect(operations[0]?.result_metadata.document_id).toMatch(/^file_[0-9a-f-]{36}$/);
  const listed = (await bank.get("/operations?type=file_convert_retain&status=failed")).body.operations;
  expect(listed.map((each: { filename: string }) => each.filename).sort()).toEqual(["cut.pdf", "photo.png"]);
  expect((await bank.recallTexts("hs-story-101")).join()).toContain("hs-story-101");
  expect((await bank.recallTexts("hs-docx-417")).join()).toContain("hs-docx-417");
  expect((await bank.get("/documents")).body.total).toBe(2);
  // What failed was tried once; it can be tried again by hand, since its bytes are still there.
  const failed = sent.body.operation_ids[1];
  expect((await bank.get(`/operations/${failed}`)).body.retry_count).toBe(0);
  expect((await bank.call("POST", `/operations/${failed}/retry`)).status).toBe(200);
  expect((await endOf(server, bank, failed)).body.error_message).toContain("could not be read as PDF");
});

story("an e-mail is dated by itself, so that its tomorrow is the day after it was written", async ({ server, bank }) => {
  await bank.call("PUT", "", {});
  const mail =
    "From: Ada <ada@example.org>\r\nTo: Bo <bo@example.org>\r\nSubject: Cafe\r\nDate: Wed, 08 May 2024 00:30:00 +0200\r\n\r\nWe meet at the harbour cafe tomorrow.\r\n";
  const sent = await upload(server, bank.id, [{ name: "cafe.eml", content: mail }]);
  expect((await endOf(server, bank, sent.body.operation_ids[0])).body.status).toBe("completed");
  const memories = await bank.get("/memories/list");
  const meeting = memories.body.items.find((item: { text: string }) => item.text.includes("harbour"));
  expect(meeting.mentioned_at).toBe("2024-05-07T22:30:00+00:00");
  expect(meeting.occurred_start).toBe("2024-05-08T22:00:00+00:00"); // the start of 9 May where it was written
});

it("a photograph is written down by the model that sees it, and found by what is on it", async () => {
  const llm = await startScriptedLlm(() => ({ text: "# Sign at the pond\n\nMind the geese, hs-photo-395." }));
  const server = await openServer({ ...llm.env, HINDSIGHT_API_LLM_VISION: "true", HINDSIGHT_API_RETAIN_EXTRACTION_MODE: "chunks" });
  const bank = storyBank(server);
  await bank.call("PUT", "", {});
  const picture = Buffer.from("89504e470d0a1a0a0102030405", "hex");
  const sent = await upload(server, bank.id, [{ name: "sign.png", content: picture }], { files_metadata: [{ document_id: "sign" }] });
  expect((await endOf(server, bank, sent.body.operation_ids[0])).body).toMatchObject({
    status: "completed",
    result_metadata: { transcribed: true },
  });
  const seen = llm.calls.find((call) => JSON.stringify(call.body).includes(picture.toString("base64")));
  expect(seen?.user).toContain("Copy every word in reading order");
  const found = await bank.call("POST", "/memories/recall", { query: "geese at the pond hs-photo-395" });
  expect(found.body.results[0]).toMatchObject({ document_id: "sign", text: expect.stringContaining("hs-photo-395") });
  await server.close();
  await llm.close();
});
