// A bank with memories to ask: the real encoder, the real store.
// In: an engine and items. Out: the texts that recall gives, in order.

import type { RecallRequest, RecallResult, RetainItem } from "../../src/domain/requests.js";
import type { BankScope } from "../../src/domain/scope.js";
import { recall } from "../../src/recall/index.js";
import type { TestEngine } from "../retain/open-engine.js";

export interface AskedBank {
  readonly scope: BankScope;
  recall(query: string, more?: Partial<RecallRequest>): Promise<RecallResult>;
  texts(query: string, more?: Partial<RecallRequest>): Promise<readonly string[]>;
  retain(items: readonly (RetainItem | string)[]): Promise<void>;
}

let made = 0;

/** A new bank that holds `items`, every one with its vector. */
export async function bankOf(engine: TestEngine, items: readonly (RetainItem | string)[]): Promise<AskedBank> {
  made += 1;
  const scope = await engine.bank(`asked-${made}`);
  const bank: AskedBank = {
    scope,
    recall: (query, more = {}) => recall(engine.ctx, scope, { query, ...more }),
    texts: async (query, more = {}) => (await bank.recall(query, more)).results.map(({ text }) => text),
    async retain(next) {
      await engine.retain(
        scope,
        next.map((item) => (typeof item === "string" ? { content: item } : item)),
      );
      await engine.idle();
    },
  };
  if (items.length > 0) await bank.retain(items);
  return bank;
}
