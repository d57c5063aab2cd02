import { expect } from "vitest";
import { describeWithModel, memoriesOf, sentencesAsFacts } from "../support/model-server.js";
import { bankPath } from "../support/server.js";
import type { StoryBank } from "../support/story.js";

/** A model that a test can hold: calls wait at the gate until it opens. */
let gate: { readonly opened: Promise<void>; readonly isFor: (content: string) => boolean } | null = null;
let waiting = 0;

function closeGate(isFor: (content: string) => boolean = () => true): () => void {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  gate = { opened, isFor };
  return () => {
    gate = null;
    open();
  };
}

const someoneWaits = () => expect.poll(() => waiting, { timeout: 120_000, interval: 5 }).toBeGreaterThan(0);

/** Everything that a bank holds fits together: no memory or chunk without its document, no text twice. */
async function requireSound(bank: StoryBank): Promise<void> {
  const memories = await memoriesOf(bank);
  const documents = (await bank.get("/documents?limit=1000")).body.items as readonly { id: string; memory_unit_count: number }[];
  const ids = new Set(documents.map(({ id }) => id));
  for (const memory of memories) expect(ids).toContain(memory.document_id);
  const texts = memories.map(({ text }) => text);
  expect(new Set(texts).size).toBe(texts.length);
  const stats = (await bank.get("/stats")).body;
  expect(stats).toMatchObject({ total_documents: documents.length, pending_operations: 0 });
  for (const { id } of documents) {
    const chunks = (await bank.get(`/documents/${encodeURIComponent(id)}/chunks?limit=1000`)).body.items as readonly {
      chunk_index: number;
    }[];
    expect(chunks.map(({ chunk_index }) => chunk_index)).toEqual(chunks.map((_, index) => index));
  }
}

describeWithModel(
  "writers that meet while a language model reads",
  async (call) => {
    if (gate?.isFor(call.content)) {
      waiting += 1;
      await gate.opened;
      waiting -= 1;
    }
    return sentencesAsFacts(call);
  },
  (it) => {
    it("eight appends at once: every turn is there, once, and each was read once", async ({ newBank, readings }) => {
      const bank = newBank();
      const turns = Array.from({ length: 8 }, (_, i) => `Turn number ${i} was said by Ann.`);
      const before = readings().length;
      const replies = await Promise.all(turns.map((content) => bank.retain(content, { document_id: "talk", update_mode: "append" })));
      expect(replies.map(({ status }) => status)).toEqual(turns.map(() => 200));
      const text = (await bank.get("/documents/talk")).body.original_text as string;
      for (const turn of turns) expect(text.split(turn)).toHaveLength(2);
      const memories = (await memoriesOf(bank)).map((memory) => memory.text);
      for (const turn of turns) expect(memories.filter((memory) => memory === turn)).toHaveLength(1);
      expect(readings().length - before).toBeLessThanOrEqual(2 * turns.length);
      await requireSound(bank);
    });

    it("replaces, appends and a deletion of one document at once leave one of the true histories", async ({ newBank, server }) => {
      const bank = newBank();
      await bank.retain("The first version was written.", { document_id: "d" });
      const open = closeGate();
      const work = [
        bank.retain("The second version was written.", { document_id: "d" }),
        bank.retain("An appended line was written.", { document_id: "d", update_mode: "append" }),
        bank.retainLater([{ content: "The third version was written.", document_id: "d" }]),
        bank.deleteDocument("d"),
      ];
      await someoneWaits();
      open();
      const [replaced, appended, , deleted] = await Promise.all(work);
      await server.idle();
      expect([replaced, appended].map((reply) => (reply as { status: number }).status)).toEqual([200, 200]);
      expect([200, 404]).toContain((deleted as { status: number }).status);
      await requireSound(bank);
      const document = await bank.get("/documents/d");
      const memories = (await memoriesOf(bank)).map(({ text }) => text).sort();
      if (document.status === 404) expect(memories).toEqual([]);
      else {
        const lines = (document.body.original_text as string).split("\n").filter((line) => line.trim() !== "");
        expect(memories).toEqual([...lines].sort());
        expect(memories).not.toContain("The first version was written.");
      }
    });

    it("what is appended while a document is read again is not lost", async ({ newBank, server }) => {
      const bank = newBank();
      await bank.retain("The first line was written.", { document_id: "d" });
      const open = closeGate((content) => content.includes("first line"));
      const again = await bank.call("POST", "/documents/d/reprocess");
      expect(again.status).toBe(200);
      await someoneWaits();
      const line = "The second line was written.";
      expect((await bank.retain(line, { document_id: "d", update_mode: "append" })).status).toBe(200);
      open();
      await server.idle();
      expect((await bank.get(`/operations/${again.body.operation_id}`)).body).toMatchObject({ status: "completed" });
      expect((await bank.get("/documents/d")).body.original_text).toContain(line);
      expect((await memoriesOf(bank)).map(({ text }) => text).sort()).toEqual(["The first line was written.", line]);
      expect((await bank.get("/llm-requests?document_id=d")).text).toContain("first line"); // control of the next story
      await requireSound(bank);
    });

    it("a document that is deleted while it is read again stays deleted", async ({ newBank, server }) => {
      const bank = newBank();
      await bank.retain("A secret was written.", { document_id: "d" });
      const open = closeGate();
      const again = await bank.call("POST", "/documents/d/reprocess");
      await someoneWaits();
      expect((await bank.deleteDocument("d")).status).toBe(200);
      open();
      await server.idle();
      const operation = (await bank.get(`/operations/${again.body.operation_id}`)).body;
      expect([operation.status, operation.result_metadata.receipt.items]).toMatchObject(["completed", [{ outcome: "superseded" }]]);
      expect((await bank.get("/documents/d")).status).toBe(404);
      expect(await bank.everyText()).not.toContain("secret");
      expect((await bank.get("/llm-requests")).text).not.toContain("secret");
    });

    it("a document deleted while a queued retain reads it does not come back by halves", async ({ newBank, server }) => {
      const bank = newBank();
      await bank.retain("An old line of the log.", { document_id: "log" });
      const open = closeGate();
      const operation = await bank.retainLater([{ content: "A new line of the log.", document_id: "log" }]);
      await someoneWaits();
      expect((await bank.deleteDocument("log")).status).toBe(200);
      open();
      await server.idle();
      await requireSound(bank);
      const { status } = (await bank.get(`/operations/${operation}`)).body;
      const memories = (await memoriesOf(bank)).map(({ text }) => text);
      // Deleted before it was written: the newer word of the two is the retain's, which is told to be done only when it is.
      expect([status, memories]).toEqual(["completed", ["A new line of the log."]]);
      expect((await bank.get("/documents/log")).body.original_text).toBe("A new line of the log.");
    });

    it("a bank deleted while its retains are read is gone, with all that they would have said; a new one of its name is empty", async ({
      newBank,
      server,
    }) => {
      const bank = newBank();
      await bank.retain("Something was known.");
      const open = closeGate();
      const operation = await bank.retainLater([{ content: "A secret is being read.", document_id: "s" }]);
      await someoneWaits();
      const sync = bank.call("POST", "/memories", { items: [{ content: "Another secret is being read." }] });
      await expect.poll(() => waiting, { timeout: 120_000, interval: 5 }).toBeGreaterThan(1);
      expect((await bank.call("DELETE", "")).status).toBe(200);
      expect((await bank.get("/stats")).status).toBe(404);
      await bank.call("PUT", "", {});
      open();
      const told = await sync;
      expect([told.status, told.body]).toEqual([404, expect.anything()]);
      await server.idle();
      expect((await bank.get("/stats")).body).toMatchObject({
        total_nodes: 0,
        total_documents: 0,
        pending_operations: 0,
        failed_operations: 0,
      });
      expect((await bank.get(`/operations/${operation}`)).body.status).toBe("not_found");
      expect(await bank.everyText()).not.toContain("secret");
      expect((await bank.get("/llm-requests")).text).not.toContain("secret");
    });

    it("of an operation in its midst: no cancelling, no retry, no deletion; of one behind it, all of them", async ({
      newBank,
      server,
      readings,
    }) => {
      const bank = newBank();
      const open = closeGate();
      const first = await bank.retainLater([{ content: "The first is read.", document_id: "one" }]);
      await someoneWaits();
      const second = await bank.retainLater([{ content: "The second waits.", document_id: "one" }]);
      const status = async (id: string) => (await bank.get(`/operations/${id}`)).body.status;
      expect([await status(first), await status(second)]).toEqual(["processing", "pending"]);
      const of = (id: string, method: string, rest = "") => server.call(method, bankPath(bank.id, `/operations/${id}${rest}`));
      expect((await of(first, "DELETE")).status).toBe(409);
      expect((await of(first, "POST", "/retry")).status).toBe(409);
      expect((await of(first, "DELETE", "/delete")).status).toBe(409);
      expect((await of(second, "DELETE")).status).toBe(200);
      open();
      await server.idle();
      expect([await status(first), await status(second)]).toEqual(["completed", "cancelled"]);
      expect((await memoriesOf(bank)).map(({ text }) => text)).toEqual(["The first is read."]);
      const before = readings().length;
      expect((await of(second, "POST", "/retry")).body).toMatchObject({ success: true });
      await server.idle();
      expect(await status(second)).toBe("completed");
      expect((await memoriesOf(bank)).map(({ text }) => text)).toEqual(["The second waits."]);
      expect(readings().length - before).toBe(1);
      await requireSound(bank);
    });

    it("two banks with the same ids at once: no prompt and no reply holds a word of the other", async ({ newBank, server, readings }) => {
      const banks = ["Delft", "Ghent"].map((city) => ({ city, bank: newBank() }));
      const before = readings().length;
      const open = closeGate();
      const work = banks.flatMap(({ city, bank }) => [
        bank.retain(`Ann lives in ${city}.`, { document_id: "ann", tags: [`of:${city}`], context: `about ${city}` }),
        bank.retain(`Ben rows in ${city}.`, { document_id: "ben", update_mode: "append" }),
        bank.retainLater([{ content: `Cas sings in ${city}.`, document_id: "cas", metadata: { place: city } }]),
      ]);
      await someoneWaits();
      open();
      await Promise.all(work);
      await server.idle();
      await Promise.all(banks.map(({ city, bank }) => bank.retain(`Ann left ${city}.`, { document_id: "ann", update_mode: "append" })));
      for (const call of readings().slice(before)) {
        const said = JSON.stringify(call.body);
        expect([said.includes("Delft"), said.includes("Ghent")]).toContain(true);
        expect(said.includes("Delft") && said.includes("Ghent")).toBe(false);
      }
      for (const { city, bank } of banks) {
        const other = city === "Delft" ? "Ghent" : "Delft";
        const everything = `${await bank.everyText()}${(await bank.get("/operations")).text}${(await bank.get("/llm-requests")).text}`;
        expect(everything).toContain(city);
        expect(everything).not.toContain(other);
        expect(await memoriesOf(bank)).toHaveLength(4);
        expect((await bank.recallTexts(`Who lives in ${other}?`)).join()).not.toContain(other);
      }
    });

    it("a strategy with another mode, and texts that are not kept, hold beside a model", async ({ newBank, readings }) => {
      const bank = newBank();
      const set = await bank.call("PATCH", "/config", {
        updates: { retain_strategies: { raw: { retain_extraction_mode: "chunks" }, word: { retain_extraction_mode: "verbatim" } } },
      });
      expect([set.status, set.text]).toEqual([200, expect.any(String)]);
      const before = readings().length;
      await bank.retain("Dee mends nets. Dee mends sails.", { document_id: "raw", strategy: "raw" });
      expect(readings().length - before).toBe(0);
      await bank.retain("Eve keeps bees. Eve keeps hens.", { document_id: "word", strategy: "word" });
      await bank.retain("Fay sails far. Fay sails near.", { document_id: "plain" });
      expect(readings().length - before).toBe(2);
      expect((await memoriesOf(bank)).map(({ text }) => text).sort()).toEqual([
        "Dee mends nets. Dee mends sails.",
        "Eve keeps bees. Eve keeps hens.",
        "Fay sails far.",
        "Fay sails near.",
      ]);
      const groups = await bank.call("POST", "/memories", {
        items: [{ content: "Gus bakes.", strategy: "raw" }, { content: "Hal cooks." }],
        async: true,
      });
      expect(groups.body.operation_ids).toHaveLength(2);
    });
  },
);

describeWithModel(
  "a language model where texts are not kept",
  sentencesAsFacts,
  (it) => {
    it("reads them, and nothing shows them afterwards but the facts", async ({ newBank, readings }) => {
      const bank = newBank();
      const reply = await bank.retain("Ann moved to Delft. The code is 7421-tulip!", { document_id: "a" });
      expect(reply.status).toBe(200);
      expect((await memoriesOf(bank)).map(({ text }) => text).sort()).toEqual(["Ann moved to Delft.", "The code is 7421-tulip!"]);
      const document = (await bank.get("/documents/a")).body;
      expect(document.original_text ?? null).toBeNull();
      expect((await bank.get("/documents/a/chunks")).text).not.toContain("tulip");
      const before = readings().length;
      await bank.retain("Ann moved to Delft. The code is 7421-tulip!", { document_id: "a" });
      expect(readings().length).toBe(before);
      const append = await bank.call("POST", "/memories", { items: [{ content: "More.", document_id: "a", update_mode: "append" }] });
      expect(append.status).toBe(400);
    });
  },
  { HINDSIGHT_API_STORE_DOCUMENT_TEXT: "false" },
);
