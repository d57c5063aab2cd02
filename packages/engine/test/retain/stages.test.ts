import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ratio } from "../../src/domain/text/entity-similarity.js";
import { delta } from "../../src/retain/delta.js";
import { asksSomething } from "../../src/retain/extract.js";
import { guard } from "../../src/retain/guard.js";
import { identify } from "../../src/retain/identify.js";
import type { Item } from "../../src/retain/item.js";
import { appendText, type LaidChunk, layOut } from "../../src/retain/lay-out.js";
import { fromPayload, toPayload } from "../../src/retain/payload.js";
import { boundedReceipt, openReceiptBook } from "../../src/retain/receipt.js";
import { LOOSE_GAP_MS, openRunBook } from "../../src/retain/runs.js";
import { isSameName } from "../../src/retain/same-name.js";
import type { RetainSettings } from "../../src/retain/settings.js";
import { sourceHash } from "../../src/retain/source-hash.js";
import { type Piece, split } from "../../src/retain/split.js";
import type { DocumentMemory } from "../../src/store/memories/read-document-memories.js";

const SETTINGS: RetainSettings = {
  mode: "local",
  distil: null,
  maxAttachments: 8,
  chunkSize: 200,
  structuredChunkSize: 200,
  storesText: true,
};
const NOW = new Date("2024-06-01T12:00:00Z");

const LIMITS = { count: 50, bytes: 1_000_000 };

function item(content: string, more: Partial<Item> = {}): Item {
  return {
    index: 0,
    content,
    said: { at: NOW, offsetMinutes: 0 },
    isTimeGiven: false,
    context: null,
    metadata: {},
    tags: [],
    entities: [],
    observationScopes: null,
    attachments: [],
    strategy: null,
    trust: null,
    ...more,
  };
}

const word = fc.constantFrom("harbour", "ship", "Ann", "Delft", "tea", "seven", "old", "wall", "北京", "lighthouse");
const sentence = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => `${words.join(" ")}.`);
const turn = fc.tuple(fc.constantFrom("Ann", "Bob"), sentence).map(([name, said]) => `${name}: ${said}`);
const content = fc.oneof(
  turn,
  sentence,
  fc.array(turn, { minLength: 2, maxLength: 12 }).map((turns) => turns.join("\n")),
);
const pieces = fc
  .array(fc.tuple(content, fc.constantFrom<readonly string[]>([], ["a"], ["b"])), { minLength: 1, maxLength: 8 })
  .map((contents) => contents.flatMap(([text, tags]) => split(item(text, { tags }), SETTINGS)));

describe("laying out", () => {
  test("keeps every piece once and in order, numbers the chunks without gaps, and mixes no tags", () => {
    fc.assert(
      fc.property(pieces, fc.nat(20), (given, first) => {
        const chunks = layOut(given, first, null);
        expect(chunks.flatMap((chunk) => chunk.pieces)).toEqual(given);
        expect(chunks.map((chunk) => chunk.index)).toEqual(chunks.map((_, index) => first + index));
        for (const chunk of chunks) {
          expect(new Set(chunk.pieces.map((piece) => piece.item.tags.join())).size).toBe(1);
          if (chunk.pieces.length > 1) expect(chunk.text.length).toBeLessThanOrEqual(SETTINGS.chunkSize);
        }
      }),
    );
  });

  test("joins turns, and keeps statements apart", () => {
    const texts = (contents: readonly string[]) =>
      layOut(
        contents.flatMap((text) => split(item(text), SETTINGS)),
        0,
        null,
      ).map((chunk) => chunk.text);
    expect(texts(["Ann: Hello.", "Bob: Hi.", "Ann: Bye."])).toEqual(["Ann: Hello.\nBob: Hi.\nAnn: Bye."]);
    expect(texts(["The sky is blue.", "Water is wet."])).toEqual(["The sky is blue.", "Water is wet."]);
  });

  test("fills the stored tail only with more talk of the same kind", () => {
    const tail = { index: 4, text: "Ann: Hello.", attributes: item(""), isTurn: true };
    const more = (text: string, options: Partial<Item> = {}) =>
      layOut(split(item(text, options), SETTINGS), 5, tail).map(({ index, text: own }) => [index, own]);
    expect(more("Bob: Hi.")).toEqual([[4, "Ann: Hello.\nBob: Hi."]]);
    expect(more("Bob: Hi.", { tags: ["x"] })).toEqual([[5, "Bob: Hi."]]);
    expect(more("Water is wet.")).toEqual([[5, "Water is wet."]]);
  });

  test("appends arrays to arrays and lines to lines", () => {
    expect(appendText('[{"a":1}]', '[{"b":2}]')).toBe('[{"a":1},{"b":2}]');
    expect(appendText('[{"a":9007199254740993}]', '[{"b": 1.50}]')).toBe('[{"a":9007199254740993},{"b": 1.50}]');
    expect(appendText("one", "two")).toBe("one\ntwo");
    expect(appendText('[{"a":1}]', "two")).toBe('[{"a":1}]\ntwo');
  });
});

describe("the delta of a document", () => {
  const stored = (chunks: readonly LaidChunk[]): readonly DocumentMemory[] => {
    let memoryNo = 0;
    return chunks.flatMap((chunk) =>
      chunk.pieces.flatMap((piece) =>
        piece.units.map(
          (unit): DocumentMemory => ({
            memoryNo: ++memoryNo,
            id: `m${memoryNo}`,
            documentId: "d",
            kind: "world",
            text: unit.text,
            context: piece.item.context,
            metadata: {},
            tags: [],
            labelTags: [],
            observationScopes: null,
            trust: "normal",
            chunkIndex: chunk.index,
            runNo: 1,
            position: memoryNo - 1,
            isInOwnRun: true,
            speaker: unit.speaker,
            role: unit.role,
            mentionedAt: NOW,
            mentionedOffset: 0,
            hasOwnTime: false,
            isInvalidated: false,
            sourceHash: sourceHash(unit, piece.item, piece.settings.mode),
            isStatement: false,
          }),
        ),
      ),
    );
  };
  const lay = (given: readonly Piece[]) => layOut(given, 0, null);

  test("of the same document is nothing", () => {
    fc.assert(
      fc.property(pieces, (given) => {
        const chunks = lay(given);
        const found = delta(
          chunks.map((chunk) => chunk.hash),
          stored(chunks),
          lay(given),
        );
        expect(found.changed).toEqual([]);
        expect(found.forgotten).toEqual([]);
        expect(found.lines.every((line) => line.memory !== null)).toBe(true);
      }),
    );
  });

  test("accounts for every old memory and every new unit, and keeps a statement at most once", () => {
    fc.assert(
      fc.property(pieces, pieces, (before, after) => {
        const old = lay(before);
        const memories = stored(old);
        const { lines, forgotten } = delta(
          old.map((chunk) => chunk.hash),
          memories,
          lay(after),
        );
        const kept = lines.flatMap((line) => (line.memory === null ? [] : [line.memory.memoryNo]));
        expect(new Set(kept).size).toBe(kept.length);
        expect([...kept, ...forgotten].sort((a, b) => a - b)).toEqual(memories.map((memory) => memory.memoryNo));
        const units = after.flatMap((piece) => piece.units.map((unit) => unit.text));
        expect(lines.map((line) => (line.memory ?? line.unit).text)).toEqual(units);
      }),
    );
  });

  test("keeps a statement only when it was said at the same time, where the caller gives times", () => {
    const old = lay(split(item("The code is 1. Ann said so."), SETTINGS));
    const memories = stored(old);
    const again = (more: Partial<Item>) =>
      delta(["changed"], memories, lay(split(item("The code is 1. Ann said so.", more), SETTINGS))).forgotten.length;
    expect(again({})).toBe(0);
    expect(again({ isTimeGiven: true })).toBe(0);
    expect(again({ isTimeGiven: true, said: { at: new Date("2024-07-01"), offsetMinutes: 0 } })).toBe(memories.length);
    expect(again({ context: "another talk" })).toBe(memories.length);
  });
});

describe("which items make which document", () => {
  const drafts = (...ids: readonly (string | null)[]) =>
    identify(guard({ items: ids.map((documentId, i) => ({ content: `Item ${i}.`, documentId })) }, NOW, LIMITS));
  test("is the table of the contract", () => {
    expect(drafts(null, null, null).map((draft) => [draft.isGenerated, draft.items.length])).toEqual([[true, 3]]);
    expect(drafts("a", null, "a").map((draft) => [draft.documentId, draft.isGenerated, draft.items.length])).toEqual([["a", false, 3]]);
    expect(drafts("a", null, "b", null, "a").map((draft) => [draft.isGenerated, draft.items.map((own) => own.index)])).toEqual([
      [false, [0, 4]],
      [true, [1]],
      [false, [2]],
      [true, [3]],
    ]);
  });

  test("survives the queue unchanged", () => {
    const given = identify(
      guard(
        {
          items: [
            {
              content: "One.",
              timestamp: "2024-05-01T01:00:00+09:00",
              metadata: { a: "b" },
              tags: ["x"],
              entities: [{ text: "Ann", type: "person" }],
              context: "c",
            },
            { content: "Two.", timestamp: "unset", observationScopes: [["a"]], strategy: "s" },
          ],
        },
        NOW,
        LIMITS,
      ),
    );
    expect(fromPayload(JSON.parse(JSON.stringify(toPayload(given))))).toEqual(given);
  });
});

describe("names", () => {
  test.each([
    ["José García", "Jose Garcia"],
    ["Acme, Inc.", "ACME"],
    ["O'Neil", "ONeil"],
    ["Jean-Luc Picard", "Jean Luc Picard"],
    ["Microsfot Research", "Microsoft Research"],
    ["Katherine Johnson", "Katharine Johnson"],
  ])("%s is %s", (a, b) => {
    expect(isSameName(a, b)).toBe(true);
    expect(isSameName(b, a)).toBe(true);
  });

  test.each([
    ["Maria Lopez", "Mario Lopez"],
    ["Dan Brown", "Dana Brown"],
    ["Christina Lee", "Christine Lee"],
    ["John Smith", "Joan Smith"],
    ["Ann", "Anna"],
    ["Team 12", "Team 13"],
    ["Ann Smith", "Ann"],
    ["Anderson Cooper", "Andersen Hooper"],
  ])("%s is not %s", (a, b) => {
    expect(isSameName(a, b)).toBe(false);
    expect(isSameName(b, a)).toBe(false);
  });

  test("likeness is 1 for equals, 0 for strangers, and the textbook's for its example", () => {
    expect([ratio("abc", "abc"), ratio("abc", "xyz"), ratio("", "")]).toEqual([1, 0, 1]);
    expect(ratio("WIKIMEDIA", "WIKIMANIA")).toBeCloseTo(14 / 18, 10);
  });
});

describe("loose runs", () => {
  const minutes = (n: number): Date => new Date(NOW.getTime() + n * 60_000);
  test("take the latest run of the same tags within half an hour", () => {
    const run = (runNo: number, last: number, tags: readonly string[] = []) => ({
      runNo,
      documentId: null,
      tags,
      firstAt: minutes(0),
      lastAt: minutes(last),
      nextPosition: 7,
    });
    const book = openRunBook(100, [run(1, 0), run(2, 20), run(3, 25, ["x"])]);
    expect(book.join([], minutes(30))).toEqual({ runNo: 2, position: 7 });
    expect(book.join([], minutes(31))).toEqual({ runNo: 2, position: 8 });
    expect(book.join(["x"], minutes(55))).toEqual({ runNo: 3, position: 7 });
    expect(book.join(["x"], minutes(86))).toEqual({ runNo: 100, position: 0 });
    expect(book.join([], minutes(-200))).toEqual({ runNo: 101, position: 0 });
    expect(book.changed().map(({ runNo, nextPosition }) => [runNo, nextPosition])).toEqual([
      [2, 9],
      [3, 8],
      [100, 1],
      [101, 1],
    ]);
  });

  test("never leave a gap longer than half an hour, and give each place once", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 600 }), { minLength: 1, maxLength: 60 }), (times) => {
        const book = openRunBook(1, []);
        const places = times.map((time) => ({ time, ...book.join([], minutes(time)) }));
        expect(new Set(places.map(({ runNo, position }) => `${runNo}/${position}`)).size).toBe(times.length);
        for (const { runNo } of places) {
          const own = places
            .filter((place) => place.runNo === runNo)
            .map((place) => place.time)
            .sort((a, b) => a - b);
          own.slice(1).forEach((time, i) => {
            expect((time - (own[i] as number)) * 60_000).toBeLessThanOrEqual(LOOSE_GAP_MS);
          });
        }
      }),
    );
  });
});

describe("questions", () => {
  test.each(["Where?", 'He said "where?"', "Où ça ?", "在哪里？", "أين؟", "Really?! 😀", "(you know?)", "*what?*", "Why?…"])(
    "%s asks",
    (text) => {
      expect(asksSomething(text)).toBe(true);
    },
  );
  test.each(["Where? There.", "No.", "?: a ternary", "", "https://a.b/?q=1"])("%j does not ask", (text) => {
    expect(asksSomething(text)).toBe(false);
  });
});

describe("a receipt", () => {
  const part = (memoryIds: readonly string[]) => ({
    outcome: "stored" as const,
    memoryIds,
    stored: memoryIds.length,
    chunks: 1,
    collapsed: 0,
    collapsedInto: [],
    removed: 0,
  });
  test("adds up the steps of one item", () => {
    const book = openReceiptBook();
    book.note(0, "d", part(["a"]));
    book.note(0, "d", part(["b", "c"]));
    book.note(1, "d", { ...part([]), outcome: "collapsed", collapsed: 2, collapsedInto: ["x"] });
    expect(book.close(3)).toEqual({
      items: [
        {
          index: 0,
          documentId: "d",
          outcome: "stored",
          memoryIds: ["a", "b", "c"],
          chunks: 2,
          collapsed: 0,
          collapsedInto: [],
          removed: 0,
        },
        { index: 1, documentId: "d", outcome: "collapsed", memoryIds: [], chunks: 1, collapsed: 2, collapsedInto: ["x"], removed: 0 },
      ],
      stored: 3,
      collapsed: 2,
      removed: 0,
      pendingEmbeddings: 3,
    });
  });

  test("that is kept with an operation is bounded, and its sums are not", () => {
    const book = openReceiptBook();
    for (let i = 0; i < 3_000; i++) book.note(i, "d", part([`${i}a`, `${i}b`, `${i}c`]));
    const bounded = boundedReceipt(book.close(0));
    expect(bounded).toMatchObject({ stored: 9_000, truncated: true });
    expect(bounded.items.length).toBeLessThanOrEqual(1_000);
    expect(bounded.items.flatMap((own) => own.memoryIds).length).toBeLessThanOrEqual(5_000);
    expect(boundedReceipt(openReceiptBook(bounded).close(0))).toMatchObject({ stored: 9_000 });
  });
});
