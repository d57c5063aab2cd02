// Work that is done is remembered by what it did, not by what it was about: no row of an operation or of a delivery has a word of a memory, a belief or a
// standing answer, whichever way the work ended. Who deletes a memory need not think of the queue.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import type { LlmCall, LlmReply } from "../../packages/engine/test/support/scripted-llm.js";
import { creating, givenTo, isConsolidation, isPair } from "../support/consolidation.js";
import { memoriesOf, use, wanted } from "../support/reflection.js";
import { openScriptedServer, type ScriptedServer } from "../support/scripted-server.js";
import type { TestServer } from "../support/server.js";
import { type StoryBank, storyBank } from "../support/story.js";
import type { Tables } from "../support/tables.js";

/** A word that stands in memories and in nothing that names them. */
const WORD = "zanzibar";
const EVENTS = ["retain.completed", "consolidation.completed", "mental_model.refreshed", "mental_model.refresh_failed"];

describe.each(["pglite", "postgres"] as const)("no operation holds a memory, on %s", (engine) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;
  let opened: ScriptedServer;
  let server: TestServer;
  let tables: Tables;
  let receiver: Server;
  let told: string[] = [];
  let bank: StoryBank;
  /** What a call comes to that is not the reading of a text. */
  let learning: (call: LlmCall) => LlmReply;

  const good = (call: LlmCall): LlmReply => {
    if (isPair(call)) return { json: { action: "keep", text: "", reason: "two" } };
    if (isConsolidation(call)) {
      const { facts } = givenTo(call);
      return creating(`It is held that ${facts.map(({ text }) => text).join(" ")}`, facts);
    }
    const news = /The document:\n(\[.*\])/u.exec(call.user)?.[1];
    if (news !== undefined) {
      const [section] = JSON.parse(news) as readonly { readonly id: string }[];
      return { json: { operations: [{ op: "append_block", section_id: section?.id, text: `More of ${WORD}.` }] } };
    }
    const name = wanted(call);
    if (name !== undefined) return use(name, { reason: `about ${WORD}`, query: `${WORD} spices` });
    const blocks = memoriesOf(call).map(({ text }) => text);
    return use("done", { document: { sections: [{ heading: "Known", blocks }] }, memory_ids: memoriesOf(call).map(({ id }) => id) });
  };

  beforeAll(async () => {
    if (!isThere) return;
    const reply = (call: LlmCall): LlmReply => {
      if (call.content === "") return learning(call);
      return { json: { facts: [{ what: call.content.trim(), fact_type: "world", entities: [{ text: "Zanzibar" }] }] } };
    };
    receiver = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        told.push(Buffer.concat(parts).toString("utf8"));
        response.writeHead(200).end(`thank you for ${WORD}`);
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const env = {
      HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "true",
      HINDSIGHT_API_WEBHOOK_ALLOWED_HOSTS: "127.0.0.1",
      HINDSIGHT_API_LLM_MAX_RETRIES: "0",
      HINDSIGHT_API_WORKER_MAX_RETRIES: "0",
      HINDSIGHT_API_CONSOLIDATION_MAX_ATTEMPTS: "1",
    };
    opened = await openScriptedServer(reply, engine, { env });
    ({ server, tables } = opened);
  });
  afterAll(async () => {
    await opened?.close();
    receiver?.close();
  });
  beforeEach(async () => {
    if (!isThere) return;
    learning = good;
    bank = storyBank(server);
    told = [];
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    expect((await bank.call("POST", "/webhooks", { url, event_types: EVENTS })).status).toBe(201);
  });
  const tell = (sentence: string, story: () => Promise<void>): void => {
    it.skipIf(!isThere)(sentence, { timeout: 120_000 }, story);
  };
  async function learn(content: string): Promise<void> {
    await bank.retainLater([{ content, document_id: "letter", update_mode: "append" }]);
    await server.idle();
  }
  interface Listed {
    readonly id: string;
    readonly task_type: string;
    readonly status: string;
  }
  const operations = async (): Promise<readonly Listed[]> => (await bank.get("/operations?limit=100")).body.operations;
  const ends = async (): Promise<readonly string[]> =>
    [...new Set((await operations()).map(({ task_type, status }) => `${task_type} ${status}`))].sort();

  /** Rows of the queue, and what is shown of them. */
  async function everyWordOfTheQueue(): Promise<string> {
    const { operation = [] } = await tables.rows(bank.id);
    const shown: string[] = [(await bank.get("/operations?limit=100")).text];
    for (const { id } of await operations()) shown.push((await bank.get(`/operations/${id}?include_payload=true`)).text);
    for (const { id } of (await bank.get("/webhooks")).body.items) shown.push((await bank.get(`/webhooks/${id}/deliveries`)).text);
    return [...operation, ...shown, ...told].join("\n");
  }

  /** Short enough to be read when it is wrong. */
  const offending = (text: string): readonly string[] => [...text.matchAll(/.{0,200}zanzibar.{0,60}/giu)].map(([around]) => around);

  tell("work that goes well: a retain, a consolidation, a refresh, a delta, and what is told of them", async () => {
    await learn(`The cloves of ${WORD} are the best.`);
    await bank.call("POST", "/mental-models", {
      id: "spices",
      name: "Spices",
      source_query: "Which spices are the best?",
      trigger: { mode: "delta", refresh_after_consolidation: true },
    });
    await server.idle();
    await learn(`The nutmeg of ${WORD} is dear.`);
    await server.idle();
    const rows = await tables.rows(bank.id);
    for (const table of ["memory", "mental_model", "mental_model_history", "llm_request"]) {
      expect([table, rows[table]?.join("\n")]).toEqual([table, expect.stringMatching(/zanzibar/iu)]); // control: it is there
    }
    expect(await ends()).toEqual([
      "consolidation completed",
      "refresh_mental_model completed",
      "retain completed",
      "webhook_delivery completed",
    ]);
    expect(told.map((body) => JSON.parse(body).event).sort()).toEqual(expect.arrayContaining(EVENTS.slice(0, 3)));
    expect(offending(await everyWordOfTheQueue())).toEqual([]);
  });

  tell("work that fails: what the model said in place of an answer is nowhere in it", async () => {
    await learn(`The cloves of ${WORD} are the best.`);
    const trigger = { mode: "delta" };
    await bank.call("POST", "/mental-models", { id: "spices", name: "Spices", source_query: "Which spices are the best?", trigger });
    await server.idle();
    learning = (call) => {
      if (call.user.includes("The document:\n"))
        return { json: { operations: [{ op: "rename_section", section_id: "nowhere", new_heading: WORD }] } };
      return wanted(call) === undefined ? { text: `${WORD}, but no JSON` } : good(call); // after a search it has seen what it quotes
    };
    await learn(`The nutmeg of ${WORD} is dear.`); // a consolidation that cannot be read
    await bank.call("POST", "/mental-models/spices/refresh"); // operations that cannot be made
    await server.idle();
    await bank.call("POST", "/mental-models/spices/refresh", { mode: "full" }); // text where the document is to be given
    await server.idle();
    learning = (call) => (call.user.includes("The document:\n") ? { json: { operations: `no ${WORD}` } } : good(call));
    await learn(`The pepper of ${WORD} is sharp.`);
    await bank.call("POST", "/mental-models/spices/refresh"); // operations that cannot be read
    await server.idle();
    expect(await ends()).toEqual(expect.arrayContaining(["refresh_mental_model failed", "consolidation completed"]));
    expect((await bank.get("/stats")).body.failed_consolidation).toBe(1); // control
    expect(offending(await everyWordOfTheQueue())).toEqual([]);
    const history = (await bank.get("/mental-models/spices/history")).body as readonly { readonly kind: string }[];
    expect(history.map(({ kind }) => kind)).toContain("failure"); // control: it is shown that it failed
  });
});
