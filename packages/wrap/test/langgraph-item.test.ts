// Documents of a bank as items of a LangGraph store: what others wrote there stands in no search's way.

import { expect, test } from "vitest";
import { documentId, itemOf, metadataOf, placeOf, prefixTag, tagsOf } from "../src/langgraph/item.js";

test("a document that is no item, or a broken one, is none, and throws nothing", () => {
  const metadata = metadataOf({ n: 1 });
  for (const id of ["langgraph:%:x", "langgraph:a:%E0%A4", "langgraph:a", "langgraph:a:b:c", "note", ""]) {
    expect([placeOf(id), itemOf({ id, document_metadata: metadata })]).toEqual([null, null]);
  }
  const id = documentId(["a"], "b");
  for (const text of ["{broken", "null", "5", '"x"']) expect(itemOf({ id, document_metadata: { langgraph_value: text } })).toBeNull();
  expect(itemOf({ id, document_metadata: metadata })).toMatchObject({ namespace: ["a"], key: "b", value: { n: 1 } }); // control
});

test("half of a surrogate pair in a namespace or a key is refused by its name, and a whole one is kept", () => {
  const half = "chef 👩".slice(0, -1);
  for (const place of [() => documentId([half], "k"), () => documentId(["a"], half), () => prefixTag([half]), () => tagsOf(["a", half])])
    expect(place).toThrow(/^A name of a namespace, or a key, is "chef \\ud83d": it has half of a surrogate pair/);
  expect(placeOf(documentId(["chef 👩"], "a/b:c"))).toEqual({ namespace: ["chef 👩"], key: "a/b:c" }); // control
});
