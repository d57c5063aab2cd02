// Texts that are queued: an operation that the server split has its receipts with its children.

import { expect, test } from "vitest";
import type { Api } from "../src/api.js";
import { sendItems } from "../src/send-items.js";

const receipt = (document_id: string) => ({ items: [{ document_id, outcome: "stored" }], stored: 1 });
const done = (operation_id: string, more: object) => ({ operation_id, status: "completed", ...more });
const OPERATIONS: Readonly<Record<string, object>> = {
  split: done("split", { result_metadata: {}, child_operations: [{ operation_id: "one" }, { operation_id: "two" }] }),
  one: done("one", { result_metadata: { receipt: receipt("a") } }),
  two: done("two", { result_metadata: { receipt: receipt("b") } }),
  whole: done("whole", { result_metadata: { receipt: receipt("c") } }),
};

/** A server that queues under this id. */
function server(operationId: string, sent: unknown[] = []): Api {
  return {
    get: async (path: string) => OPERATIONS[path.split("/").at(-1) ?? ""],
    send: async (_method: string, _path: string, body: unknown) => {
      sent.push(body);
      return { operation_id: operationId };
    },
  } as unknown as Api;
}

test.each([
  ["split", ["a", "b"]],
  ["whole", ["c"]],
])("the receipts of an operation that is %s", async (id, documents) => {
  const sent: unknown[] = [];
  const { receipts } = await sendItems(server(id, sent), "b", [{ content: "x" }], {
    isAsync: false,
    isQueued: true,
    tell: () => undefined,
  });
  expect(sent).toMatchObject([{ async: true }]);
  expect(receipts.flatMap(({ items = [] }) => items.map(({ document_id }) => document_id))).toEqual(documents);
});
