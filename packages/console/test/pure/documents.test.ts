// The pure parts of the documents page: its address, a text's fields as an item, and where facts stand in a passage.

import { describe, expect, test } from "vitest";
import { draftOf, EMPTY, itemOf, pairsOf } from "../../src/pages/documents/draft.js";
import { piecesOf } from "../../src/pages/documents/places.js";
import { documentsSearch } from "../../src/pages/documents/search.js";

test("an address may hold anything; what makes no sense is the preset", () => {
  expect(documentsSearch({ open: 7, offset: -50, tab: "x", dialog: "files", tags: "a", match: "all" })).toMatchObject({
    open: "7",
    offset: undefined,
    tab: undefined,
    dialog: "files",
    tags: ["a"],
    match: "all",
  });
});

describe("a text", () => {
  test("goes with what was filled in, and nothing else", () => {
    expect(itemOf({ ...EMPTY, content: "Ann rows." }, {})).toEqual({ content: "Ann rows." });
    const full = {
      ...EMPTY,
      content: "x",
      isUndated: true,
      documentId: " d ",
      mode: "append",
      entities: ["Ann"],
      scopes: "custom",
      ownScopes: "a, b\n\n c",
    } as const;
    expect(itemOf(full, { k: "v" })).toEqual({
      content: "x",
      timestamp: "unset",
      document_id: "d",
      update_mode: "append",
      metadata: { k: "v" },
      entities: [{ text: "Ann" }],
      observation_scopes: [["a", "b"], ["c"]],
    });
  });

  test("metadata is a pair on each line, and the first line that is none is named", () => {
    expect(pairsOf("url: https://a.b/c\n\nname:")).toEqual({ pairs: { url: "https://a.b/c", name: "" } });
    expect(pairsOf("a: b\n: c")).toEqual({ flaw: ": c" });
  });

  test("of a document is retained again as it was", () => {
    const document = {
      id: "a/b",
      bank_id: "x",
      original_text: "Ann rows.",
      content_hash: null,
      created_at: "2026-01-01T00:00:00Z",
      updated_at: "2026-01-01T00:00:00Z",
      memory_unit_count: 1,
      tags: ["t"],
      document_metadata: { k: "v" },
      retain_params: { context: "chat", event_date: "2026-01-02T03:04:05.000Z" },
      observation_scopes: [["a", "b"]],
    };
    const draft = draftOf(document);
    const metadata = pairsOf(draft.metadata);
    expect(itemOf(draft, "pairs" in metadata ? metadata.pairs : {})).toEqual({
      content: "Ann rows.",
      context: "chat",
      timestamp: "2026-01-02T03:04:05.000Z",
      document_id: "a/b",
      tags: ["t"],
      metadata: { k: "v" },
      observation_scopes: [["a", "b"]],
    });
  });
});

describe("facts in a passage", () => {
  const passage = "Ann moved to Delft last spring. The weather was bad. She rows on the canal every Sunday with Bob.";
  const marked = (facts: readonly string[]) =>
    piecesOf(passage, facts)
      .filter((piece) => piece.facts.length > 0)
      .map((piece) => [piece.text, piece.facts]);

  test("the very words, and else the sentence with most of them", () => {
    expect(marked(["Ann moved to Delft", "Ann rows on the canal with Bob on every Sunday."])).toEqual([
      ["Ann moved to Delft", [0]],
      ["She rows on the canal every Sunday with Bob.", [1]],
    ]);
  });

  test("one place may bear several facts, and a fact in other words bears none", () => {
    expect(marked(["The weather was bad.", "weather was", "Chiara plays the cello in Ghent."])).toEqual([
      ["The ", [0]],
      ["weather was", [0, 1]],
      [" bad.", [0]],
    ]);
  });

  test("the pieces are the whole passage, and nothing of it twice", () => {
    for (const facts of [[], [""], [passage], ["Delft", "in Delft, Ann"]]) {
      expect(
        piecesOf(passage, facts)
          .map(({ text }) => text)
          .join(""),
      ).toBe(passage);
    }
    expect(piecesOf("", ["x"])).toEqual([]);
    expect(piecesOf("安は去年の春にデルフトへ引っ越した。天気が悪かった。", ["安は春にデルフトへ引っ越した"])[0]?.facts).toEqual([0]);
  });
});
