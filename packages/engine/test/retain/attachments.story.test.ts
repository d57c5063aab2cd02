// Images and files inside content: their bytes come back whole, where they stood is kept, and nothing is left of them when nothing names them.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attachedParts, readAttachment, sweepObjects } from "../../src/attachments/index.js";
import { attachmentIdsIn } from "../../src/domain/attachments.js";
import { forgetDocument } from "../../src/forget/index.js";
import { recall } from "../../src/recall/index.js";
import { listAttachments } from "../../src/store/attachments/list-attachments.js";
import { readDocumentText } from "../../src/store/documents/read-document-text.js";
import { DATABASES } from "../support/database.js";
import { NOT_LEARNING } from "../support/forgetting.js";
import { scriptedModels } from "../support/scripted-models.js";
import { engineOn, openEngine, type TestEngine } from "./open-engine.js";
import { wordEncoder } from "./word-encoder.js";

const PIXEL = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const image = (bytes: Uint8Array) => ({ type: "image", mediaType: "image/png", data: Buffer.from(bytes).toString("base64") }) as const;
const text = (words: string) => ({ type: "text", text: words }) as const;

describe.each(DATABASES)("attachments on $name", (database) => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await openEngine(database, { encoder: wordEncoder() });
  });
  afterAll(() => engine.close());

  test("an image stands where it was sent, and its bytes come back by its id", async () => {
    const bank = await engine.bank("gallery");
    await engine.retain(bank, [
      { content: [text("The red kite of Ann."), image(PIXEL), text("It flew over Delft.")], documentId: "kite" },
      { content: "The teapot is green.", documentId: "teapot" },
    ]);
    const stored = await readDocumentText(engine.ctx.db, bank, "kite");
    const [id = ""] = attachmentIdsIn(stored ?? "");
    expect(stored).toBe(`The red kite of Ann.\n\n⟦hs-att:${id}⟧\n\nIt flew over Delft.`);
    const read = await readAttachment(engine.ctx, bank, id);
    expect(Buffer.from(read.bytes).equals(PIXEL)).toBe(true);
    expect(read).toMatchObject({ kind: "image", mediaType: "image/png", byteSize: PIXEL.length });

    const kite = await recall(engine.ctx, bank, { query: "red kite", include: { chunks: {} } });
    const withKite = kite.results.filter((result) => result.documentId === "kite");
    expect(withKite.flatMap((result) => result.attachments.map((each) => each.id))).toContain(id);
    const chunks = Object.values(kite.chunks ?? {});
    expect(chunks.find((chunk) => chunk.text.includes("kite"))?.attachments.map((each) => each.id)).toEqual([id]);
    const teapot = await recall(engine.ctx, bank, { query: "green teapot" });
    expect(teapot.results.filter((result) => result.documentId === "teapot").flatMap((result) => result.attachments)).toEqual([]);
  });

  test("a picture among words is no memory; the memories around it bring it along, and a new version the pictures that it holds", async () => {
    const bank = await engine.bank("around");
    const attachedTo = async (query: string): Promise<readonly (readonly string[])[]> =>
      (await recall(engine.ctx, bank, { query })).results.map((result) => result.attachments.map((each) => each.id));
    const wall = Array.from(
      { length: 12 },
      (_, at) => `Painting ${at} hangs on a wall of the old museum, left of painting ${at + 1}.`,
    ).join(" ");
    await engine.retain(bank, [{ content: [text(wall), image(PIXEL), text(wall.replaceAll("ainting", "oster"))], documentId: "wall" }]);
    const [held] = await listAttachments(engine.ctx.db, bank, ["wall"]);
    const before = await engine.memories(bank);
    expect(before.length).toBeGreaterThan(2);
    expect(before.filter((memory) => /^\s*⟦[^⟧]*⟧\s*$/u.test(memory.text))).toEqual([]);
    const brought = await attachedTo("Which painting hangs on the wall of the old museum?");
    expect(brought.length).toBeGreaterThan(2);
    expect(new Set(brought.flat())).toEqual(new Set([held?.id]));
    expect(brought.filter((ids) => ids.length === 0)).toEqual([]);

    const second = Buffer.concat([PIXEL, Buffer.from("second")]);
    await engine.retain(bank, [{ content: [text(wall), image(second), text(wall.replaceAll("ainting", "oster"))], documentId: "wall" }]);
    const [now] = await listAttachments(engine.ctx.db, bank, ["wall"]);
    expect(now?.id).not.toBe(held?.id);
    const known = new Set(before.map(({ id }) => id));
    expect((await engine.memories(bank)).some(({ id }) => known.has(id))).toBe(true); // kept, and with the new picture all the same
    expect(new Set((await attachedTo("Which painting hangs on the wall of the old museum?")).flat())).toEqual(new Set([now?.id]));
  });

  test("a picture that is all there is is remembered by the name of its file", async () => {
    const bank = await engine.bank("alone");
    await engine.retain(bank, [
      { content: [{ ...image(PIXEL), filename: "harbour wall.png" }], documentId: "named" },
      { content: [image(Buffer.concat([PIXEL, Buffer.from("n")]))], documentId: "nameless" },
    ]);
    const [named] = await listAttachments(engine.ctx.db, bank, ["named"]);
    const [nameless] = await listAttachments(engine.ctx.db, bank, ["nameless"]);
    const texts = (await engine.memories(bank)).map((memory) => memory.text);
    expect(texts).toEqual([`harbour wall.png ⟦hs-att:${named?.id}⟧`, `⟦hs-att:${nameless?.id}⟧`]);
    const found = await recall(engine.ctx, bank, { query: "harbour wall" });
    expect(found.results.at(0)?.attachments.map((each) => each.id)).toEqual([named?.id]);
  });

  test("a model that gives a placeholder back has found no fact", async () => {
    let echo = "";
    const models = scriptedModels(() => ({
      facts: [{ what: echo }, { what: "Ann flies a kite" }].map((fact) => ({ when: "", where: "", who: "", why: "", ...fact })),
    }));
    const reading = engineOn(engine.db, { encoder: wordEncoder(), models, background: false });
    const bank = await reading.bank("echoing");
    await reading.retain(bank, [{ content: [text("One."), image(PIXEL)], documentId: "first" }]); // to learn the id
    const [held] = await listAttachments(engine.ctx.db, bank, ["first"]);
    echo = ` ⟦hs-att:${held?.id}⟧ `;
    await reading.retain(bank, [{ content: [text("Two."), image(PIXEL)], documentId: "second" }]);
    expect([...new Set((await reading.memories(bank)).map((memory) => memory.text))]).toEqual(["Ann flies a kite"]);
  });

  test("an attachment is its bank's own", async () => {
    const [mine, other] = [await engine.bank("mine-alone"), await engine.bank("next-door")];
    await engine.retain(mine, [{ content: [text("My map."), image(PIXEL)], documentId: "map" }]);
    await engine.retain(other, [{ content: `A guess at the neighbour's map.`, documentId: "map" }]);
    const [held] = await listAttachments(engine.ctx.db, mine, ["map"]);
    await expect(readAttachment(engine.ctx, mine, held?.id ?? "")).resolves.toMatchObject({ hash: held?.hash });
    await expect(readAttachment(engine.ctx, other, held?.id ?? "")).rejects.toMatchObject({ code: "attachment_not_found" });
  });

  test("a replace lets go of what the new version does not hold; the bytes go with the last name of them", async () => {
    const bank = await engine.bank("album");
    const second = Buffer.concat([PIXEL, Buffer.from("2")]);
    await engine.retain(bank, [{ content: [text("Two views."), image(PIXEL), image(second)], documentId: "view" }]);
    await engine.retain(bank, [{ content: [text("Another album."), image(PIXEL)], documentId: "copy" }]);
    const before = await listAttachments(engine.ctx.db, bank, ["view"]);
    expect(before).toHaveLength(2);
    await engine.retain(bank, [{ content: "No view any more.", documentId: "view" }]);
    expect(await listAttachments(engine.ctx.db, bank, ["view"])).toEqual([]);

    expect(await sweepObjects(engine.ctx, bank)).toBe(0); // all of them are young
    expect(await sweepObjects(engine.ctx, bank, -1_000)).toBe(1);
    const [kept] = await listAttachments(engine.ctx.db, bank, ["copy"]);
    expect((await readAttachment(engine.ctx, bank, kept?.id ?? "")).byteSize).toBe(PIXEL.length);
    await engine.ctx.db.transaction((tx) => forgetDocument(tx, bank, "copy", NOT_LEARNING));
    expect(await sweepObjects(engine.ctx, bank, -1_000)).toBe(1);
    expect(await engine.ctx.objects.has(`banks/${bank.key}/attachments/${kept?.hash}`)).toBe(false);
  });

  test("documents replaced in one call each keep what their own new version holds", async () => {
    const bank = await engine.bank("two-at-once");
    const second = Buffer.concat([PIXEL, Buffer.from("two")]);
    const both = [image(PIXEL), image(second)];
    const documents = (left: readonly object[], right: readonly object[]) =>
      [
        { content: [text("The left page."), ...left], documentId: "left" },
        { content: [text("The right page."), ...right], documentId: "right" },
      ] as Parameters<typeof engine.retain>[1];
    await engine.retain(bank, documents(both, both));
    await engine.retain(bank, documents([both[0] as object], [both[1] as object]));
    const held = await listAttachments(engine.ctx.db, bank, ["left", "right"]);
    expect(held.map(({ documentId, byteSize }) => [documentId, byteSize])).toEqual([
      ["left", PIXEL.length],
      ["right", second.length],
    ]);
  });

  test("a queued retain holds its objects until it is done, and its payload holds no bytes", async () => {
    const bank = await engine.bank("queued");
    const bytes = Buffer.concat([PIXEL, Buffer.from("queued")]);
    const result = await engine.retain(bank, [{ content: [text("Seen later."), image(bytes)], documentId: "later" }], { async: true });
    expect(result.operationId).not.toBeNull();
    await engine.idle();
    const [held] = await listAttachments(engine.ctx.db, bank, ["later"]);
    expect(await sweepObjects(engine.ctx, bank, -1_000)).toBe(0);
    expect((await readAttachment(engine.ctx, bank, held?.id ?? "")).byteSize).toBe(bytes.length);
  });

  test("a model gets the bytes in the order of the text, as many as it may", async () => {
    const bank = await engine.bank("seen");
    const second = Buffer.concat([PIXEL, Buffer.from("b")]);
    await engine.retain(bank, [{ content: [image(second), text("between"), image(PIXEL)], documentId: "two" }]);
    const held = await listAttachments(engine.ctx.db, bank, ["two"]);
    const stored = (await readDocumentText(engine.ctx.db, bank, "two")) ?? "";
    const parts = await attachedParts(engine.ctx, bank, stored, held, 8);
    expect(parts.map(({ part }) => (part.type === "text" ? 0 : part.bytes.length))).toEqual([second.length, PIXEL.length]);
    expect(await attachedParts(engine.ctx, bank, stored, held, 1)).toHaveLength(1);
    expect(await attachedParts(engine.ctx, bank, "⟦hs-att:0123456789ab⟧", held, 8)).toEqual([]);
  });

  test.each([
    ["no base64", { type: "image", mediaType: "image/png", data: "§§§" }, /content\[0\].*base64/],
    ["no bytes", { type: "file", mediaType: "text/plain", data: "" }, /content\[0\].*empty/],
    ["no media type", { type: "file", mediaType: "plain", data: "QQ==" }, /media_type/],
    ["a file called an image", { type: "image", mediaType: "text/html", data: "QQ==" }, /send it as a file/],
  ] as const)("%s is refused, and nothing is stored", async (_name, block, message) => {
    const bank = await engine.bank("refusing");
    await expect(engine.retain(bank, [{ content: [block, text("words")], documentId: "bad" }])).rejects.toMatchObject({
      code: "bad_argument",
      message: expect.stringMatching(message),
    });
    expect(await engine.memories(bank)).toEqual([]);
  });
});
