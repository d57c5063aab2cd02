// The same call of the published client and of ours is the same request, byte for byte but for what is told here.

import { readFileSync } from "node:fs";
import { HindsightClient, recallResponseToPromptString } from "@hindsight-memory/client";
import { HindsightClient as Published, recallResponseToPromptString as publishedPrompt } from "@vectorize-io/hindsight-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStub, type Stub, type StubRequest } from "./support/stub.js";

type Either = Pick<HindsightClient, keyof HindsightClient & keyof Published>;
const trigger = { refreshAfterConsolidation: true, tagsMatch: "any", tagGroups: [{ tags: ["a"] }] } as const;
const pageTrigger = {
  ...{ mode: "delta", refreshAfterConsolidation: true, refreshCron: null, factTypes: ["world"], excludeMentalModels: true },
  ...{ excludeMentalModelIds: ["x"], tagsMatch: "any", tagGroups: [], includeChunks: true, recallMaxTokens: 1, recallChunksMaxTokens: 2 },
};
const settings = {
  ...{ reflectMission: "r", retainMission: "m", retainExtractionMode: "verbose", retainCustomInstructions: "c", retainChunkSize: 1 },
  ...{ retainStructuredChunkSize: 2, enableObservations: false, observationsMission: "o", enableTemporalRetrieval: false },
  ...{ enableGraphRetrieval: true, enableReranking: false, dispositionSkepticism: 1, dispositionLiteralism: 2, dispositionEmpathy: 3 },
};
const tags = { tags: ["t", "u"], tagsMatch: "all", tagGroups: [{ or: [{ tags: ["a"] }, { not: { tags: ["b"] } }] }] } as const;

/** Every method, with no options and with all of them. */
const CALLS: Readonly<Record<string, (client: Either) => Promise<unknown>>> = {
  getVersion: (c) => c.getVersion(),
  retain: (c) => c.retain("a/b ü", "x"),
  "retain with everything": (c) =>
    c.retain("b", "x", {
      ...{ timestamp: new Date(0), context: "c", metadata: { a: "b" }, documentId: "d", async: true, operationId: "o" },
      ...{ entities: [{ text: "t" }], tags: ["q"], updateMode: "append", observationScopes: [["a"]], strategy: "s" },
    }),
  retainBatch: (c) => c.retainBatch("b", [{ content: "a" }]),
  "retainBatch with everything": (c) =>
    c.retainBatch(
      "b",
      [
        { content: "a", timestamp: new Date(0) },
        { content: "b", document_id: "z", timestamp: "unset", tags: [] },
      ],
      {
        ...{ documentId: "d", documentTags: ["t"], async: true, operationId: "o" },
      },
    ),
  recall: (c) => c.recall("b", "q"),
  "recall with everything": (c) =>
    c.recall("b", "q", {
      ...{ types: ["world"], preferObservations: true, maxTokens: 5, budget: "low", trace: true, queryTimestamp: "2020" },
      ...{ includeEntities: false, includeChunks: true, includeSourceFacts: true, minScores: { final: 0 } },
      ...(tags as object),
    }),
  "recall with limits": (c) =>
    c.recall("b", "q", { includeChunks: true, maxChunkTokens: 3, includeSourceFacts: true, maxSourceFactsTokens: 4 }),
  "recall with entities": (c) => c.recall("b", "q", { includeEntities: true, maxEntityTokens: 9 }),
  reflect: (c) => c.reflect("b", "q"),
  "reflect with everything": (c) =>
    c.reflect("b", "q", {
      ...{ context: "c", budget: "high", responseSchema: { a: 1 }, factTypes: ["world"], excludeMentalModels: true },
      ...{ excludeMentalModelIds: ["i"], includeFacts: true, includeToolCalls: true, includeToolCallOutput: false },
      ...(tags as object),
    }),
  "reflect with tool calls": (c) => c.reflect("b", "q", { includeToolCalls: true }),
  listMemories: (c) => c.listMemories("b"),
  "listMemories with everything": (c) =>
    c.listMemories("b", {
      ...{ limit: 1, offset: 2, type: "world", q: "x y&z", consolidationState: "done", state: "valid", documentId: "d", entityId: "e" },
    }),
  createBank: (c) => c.createBank("b"),
  "createBank with everything": (c) =>
    c.createBank("b", { name: "n", mission: "m", background: "g", disposition: { skepticism: 1, literalism: 2, empathy: 3 }, ...settings }),
  setMission: (c) => c.setMission("b", "m"),
  getBankProfile: (c) => c.getBankProfile("b"),
  getBankConfig: (c) => c.getBankConfig("b"),
  updateBankConfig: (c) => c.updateBankConfig("b", settings),
  resetBankConfig: (c) => c.resetBankConfig("b"),
  deleteBank: (c) => c.deleteBank("b"),
  createDirective: (c) => c.createDirective("b", "n", "c"),
  "createDirective with everything": (c) => c.createDirective("b", "n", "c", { priority: 1, isActive: false, tags: ["t"] }),
  listDirectives: (c) => c.listDirectives("b", { tags: ["t", "u"] }),
  getDirective: (c) => c.getDirective("b", "i"),
  updateDirective: (c) => c.updateDirective("b", "i", { name: "x", content: "y", priority: 2, isActive: true, tags: [] }),
  deleteDirective: (c) => c.deleteDirective("b", "i"),
  createMentalModel: (c) => c.createMentalModel("b", "n", "q"),
  "createMentalModel with everything": (c) =>
    c.createMentalModel("b", "n", "q", { id: "i", tags: [], maxTokens: 3, trigger: trigger as object }),
  listMentalModels: (c) => c.listMentalModels("b", { tags: ["a"], tagsMatch: "exact", detail: "full", limit: 1, offset: 0 }),
  getMentalModel: (c) => c.getMentalModel("b", "i", { detail: "content" }),
  updateMentalModel: (c) =>
    c.updateMentalModel("b", "i", { name: "n", sourceQuery: "q", tags: [], maxTokens: 3, trigger: { refreshAfterConsolidation: true } }),
  refreshMentalModel: (c) => c.refreshMentalModel("b", "i"),
  dryRunRefreshMentalModel: (c) => c.dryRunRefreshMentalModel("b", "i"),
  clearMentalModel: (c) => c.clearMentalModel("b", "i"),
  deleteMentalModel: (c) => c.deleteMentalModel("b", "i"),
  getMentalModelHistory: (c) => c.getMentalModelHistory("b", "i"),
  getKnowledgeBaseTree: (c) => c.getKnowledgeBaseTree("b"),
  createKnowledgeFolder: (c) => c.createKnowledgeFolder("b", "n", { parentId: null }),
  createKnowledgePage: (c) => c.createKnowledgePage("b", "n", "q"),
  "createKnowledgePage with everything": (c) =>
    c.createKnowledgePage("b", "n", "q", { parentId: "p", tags: ["t"], maxTokens: 2, trigger: pageTrigger as object }),
  getKnowledgePage: (c) => c.getKnowledgePage("b", "p"),
  searchKnowledgeBase: (c) => c.searchKnowledgeBase("b", "q", { limit: 3 }),
  updateKnowledgeNode: (c) => c.updateKnowledgeNode("b", "n", { name: "x", parentId: null, sourceQuery: "q", tags: [], maxTokens: 3 }),
  deleteKnowledgeNode: (c) => c.deleteKnowledgeNode("b", "n"),
  exportKnowledgeBase: (c) => c.exportKnowledgeBase("b"),
  getDocument: (c) => c.getDocument("b", "d/e"),
  listDocuments: (c) => c.listDocuments("b", { limit: 1, offset: 1 }),
  updateDocument: (c) => c.updateDocument("b", "d", { tags: ["x"] }),
  deleteDocument: (c) => c.deleteDocument("b", "d"),
  exportDocuments: (c) => c.exportDocuments("b", { documentIds: ["a", "b"], includeObservations: true }),
};

const EXPORTED = { body: { operation_id: "o", status: "completed", result_metadata: { download_url: "/the/archive" } } };

describe("the same requests", () => {
  let stub: Stub;
  beforeAll(async () => {
    stub = await openStub();
  });
  afterAll(() => stub.close());

  const told = ({ method, url, headers, body }: StubRequest) => {
    const { authorization, "content-type": type, "x-mine": mine } = headers;
    return { method, url, authorization, type, mine, body };
  };
  async function sent(client: Either, call: (client: Either) => Promise<unknown>) {
    stub.answer(EXPORTED);
    const answer = await call(client);
    return { answer, requests: stub.requests.map(told) };
  }

  test("every method of the published client is compared", () => {
    const names = Object.getOwnPropertyNames(Published.prototype).filter(
      (name) => !["constructor", "validateResponse", "retainFiles"].includes(name),
    );
    expect(names.filter((name) => !(name in CALLS))).toEqual([]);
  });

  test.each(Object.entries(CALLS))("%s", async (_, call) => {
    const options = { baseUrl: `${stub.url}/`, apiKey: "key", headers: { "x-mine": "1" } };
    const theirs = await sent(new Published(options) as unknown as Either, call);
    const ours = await sent(new HindsightClient(options), call);
    expect(theirs.requests.length).toBeGreaterThan(0);
    expect(ours).toEqual(theirs);
  });

  test("a file comes as the same part, its metadata with the context of the call", async () => {
    const files = () => [new File(["x"], "a.txt", { type: "text/plain" }), new Blob(["hello"])];
    const parts = async (client: Either, options?: object) => {
      stub.answer({});
      await client.retainFiles("b", files(), options);
      return stub.requests.map(({ url, text }) => ({ url, text: text.replace(/-+formdata-\S+/g, "--boundary") }));
    };
    const theirs = new Published({ baseUrl: stub.url }) as unknown as Either;
    const ours = new HindsightClient({ baseUrl: stub.url });
    expect(await parts(ours)).toEqual(await parts(theirs));
    const filesMetadata = [{ document_id: "d", context: "own" }, { tags: ["t"] }];
    expect(await parts(ours, { filesMetadata })).toEqual(await parts(theirs, { filesMetadata }));
    const [told] = await parts(ours, { context: "all", filesMetadata });
    expect(told?.text).toContain('{"files_metadata":[{"context":"own","document_id":"d"},{"context":"all","tags":["t"]}]}');
  });
});

test("a recall's result is the same prompt", () => {
  const result = { id: "1", text: "t", type: "world", context: "c", occurred_start: "2020", occurred_end: null, mentioned_at: "2021" };
  const chunks = { k: { id: "k", text: "chunk", chunk_index: 0, truncated: true } };
  const entity = (name: string, texts: readonly string[]) => ({
    entity_id: "e",
    canonical_name: name,
    observations: texts.map((text) => ({ text })),
  });
  const replies = [
    { results: [] },
    { results: [{ id: "1", text: "t" }], entities: null, chunks: null },
    {
      results: [
        { ...result, chunk_id: "k", tags: ["a"] },
        { id: "2", text: "u", chunk_id: "unknown" },
      ],
      chunks,
      entities: { Al: entity("Al", ["o1", "o2"]), No: entity("No", []) },
    },
    { results: [result], entities: { Al: entity("Al", ["o"]), Bo: entity("Bo", ["p", "q"]) } },
  ];
  for (const reply of replies) expect(recallResponseToPromptString(reply as never)).toBe(publishedPrompt(reply as never));
});

test("the program that is compiled with either client is one program", () => {
  const [theirs, ours] = ["program", "program-swapped"].map((name) =>
    readFileSync(new URL(`./types/${name}.ts`, import.meta.url), "utf8")
      .replace(/^.*\n/, "")
      .replaceAll("@vectorize-io/hindsight-client", "@hindsight-memory/client")
      .replaceAll(/,(?=\s*})|\s/g, ""),
  );
  expect(theirs).toContain("exportasyncfunctionmain");
  expect(ours).toBe(theirs);
});
