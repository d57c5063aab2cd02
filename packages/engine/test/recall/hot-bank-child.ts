// A server of its own on a database that others write too: it does what it is told over IPC, with banks kept in memory.
// In: the database's URL as an argument, and one order at a time. Out: the answer to each, under its number.

import type { RecallRequest, RecallResult, RetainItem } from "../../src/domain/requests.js";
import { openHindsight } from "../../src/index.js";

export type Order =
  | { readonly do: "retain"; readonly item: RetainItem }
  | { readonly do: "delete"; readonly documentId: string }
  | { readonly do: "retag"; readonly documentId: string; readonly tags: readonly string[] }
  | { readonly do: "edit"; readonly memoryId: string; readonly text: string }
  | { readonly do: "recall"; readonly request: RecallRequest }
  | { readonly do: "counts" }
  | { readonly do: "close" };

const [url = ""] = process.argv.slice(2);
const BANK = "shared";
const hindsight = await openHindsight({
  env: {
    HINDSIGHT_API_DATABASE_URL: url,
    HINDSIGHT_API_LOG_LEVEL: "error",
    HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "false",
    HINDSIGHT_API_DB_POOL_MAX_SIZE: "4",
  },
});

async function obey(order: Order): Promise<RecallResult | string | null> {
  switch (order.do) {
    case "retain":
      await hindsight.retain(BANK, { items: [order.item] });
      return null;
    case "delete":
      await hindsight.documents.delete(BANK, order.documentId);
      return null;
    case "retag":
      await hindsight.documents.update(BANK, order.documentId, { tags: order.tags });
      return null;
    case "edit":
      await hindsight.memories.update(BANK, order.memoryId, { text: order.text });
      return null;
    case "recall":
      return hindsight.recall(BANK, order.request);
    case "counts":
      return hindsight.metrics();
    case "close":
      await hindsight.close();
      return null;
  }
}

process.on("message", ({ number, order }: { readonly number: number; readonly order: Order }) => {
  void obey(order).then(
    (answer) => process.send?.({ number, answer }),
    (error: unknown) => process.send?.({ number, error: String(error) }),
  );
});
process.send?.("ready");
