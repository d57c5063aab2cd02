// Stories: what a user lives through, over HTTP, in the user's words.
// In: a sentence and what happens. Out: a test with a server and a bank of its own, on each database engine of this machine.

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, it } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import { bankPath, openServer, type Reply, type TestEngine, type TestServer } from "./server.js";

/** A bank as its user sees it. */
export interface StoryBank {
  readonly id: string;
  retain(content: string, item?: Readonly<Record<string, unknown>>): Promise<Reply>;
  /** Retains without waiting and returns the operation's id. */
  retainLater(items: readonly Readonly<Record<string, unknown>>[]): Promise<string>;
  /** Texts of the facts that a query brings back, best first. */
  recallTexts(query: string, options?: Readonly<Record<string, unknown>>): Promise<readonly string[]>;
  deleteDocument(documentId: string): Promise<Reply>;
  get(rest: string): Promise<Reply>;
  call(method: string, rest: string, body?: unknown): Promise<Reply>;
  /** Every text that the API shows of this bank: memories, documents, chunks, tags, entities. */
  everyText(): Promise<string>;
}

export interface Story {
  readonly server: TestServer;
  readonly bank: StoryBank;
  /** A further bank. */
  newBank(): StoryBank;
}

export function story(sentence: string, tell: (story: Story) => Promise<void>, timeoutMs = 120_000): void {
  const engines: readonly TestEngine[] = ["pglite", "postgres"];
  describe.each(engines)("%s", (engine) => {
    const isThere = engine === "pglite" || testPostgresUrl() !== null;
    let opened: TestServer | undefined;
    beforeAll(async () => {
      if (isThere) opened = await openServer({}, engine);
    });
    afterAll(() => opened?.close());
    it.skipIf(!isThere)(isThere ? sentence : `${sentence} (no PostgreSQL on this machine)`, { timeout: timeoutMs }, () => {
      const server = opened as TestServer;
      return tell({ server, bank: storyBank(server), newBank: () => storyBank(server) });
    });
  });
}

export function storyBank(server: TestServer, id = `story-${randomUUID()}`): StoryBank {
  const call: StoryBank["call"] = (method, rest, body) => server.call(method, bankPath(id, rest), body);
  const get = (rest: string): Promise<Reply> => call("GET", rest);
  return {
    id,
    call,
    get,
    retain: (content, item = {}) => server.retain(id, [{ content, ...item }]),
    async retainLater(items) {
      const reply = await call("POST", "/memories", { items, async: true });
      return reply.body.operation_id as string;
    },
    async recallTexts(query, options = {}) {
      const reply = await call("POST", "/memories/recall", { query, types: ["world", "experience"], ...options });
      if (reply.status !== 200) throw new Error(`recall answered ${reply.status}: ${reply.text}`);
      return reply.body.results.map((result: { readonly text: string }) => result.text);
    },
    deleteDocument: (documentId) => call("DELETE", `/documents/${encodeURIComponent(documentId)}`),
    async everyText() {
      const documents = await get("/documents?limit=1000");
      const ids = (documents.body.items as readonly { readonly id: string }[]).map((item) => encodeURIComponent(item.id));
      const parts = ["/memories/list?limit=1000", "/tags?limit=1000", "/entities?limit=1000"];
      const pages = [...parts, ...ids.flatMap((each) => [`/documents/${each}`, `/documents/${each}/chunks`])];
      const texts: string[] = [documents.text];
      for (const page of pages) texts.push((await get(page)).text);
      return texts.join("\n");
    },
  };
}
