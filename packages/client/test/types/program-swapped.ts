// The program of program.ts with our client: nothing but the import differs, which a test compares.

import type {
  Budget,
  HindsightClientOptions,
  MemoryItemInput,
  MentalModelResponse,
  RecallResponse,
  RecallResult,
  ReflectResponse,
  RetainResponse,
  TagGroupAndInput,
} from "@hindsight-memory/client";
import { createClient, createConfig, HindsightClient, HindsightError, recallResponseToPromptString, sdk } from "@hindsight-memory/client";

const options: HindsightClientOptions = { baseUrl: "http://localhost:8888", apiKey: "k", userAgent: "mine/1", headers: { "x-team": "a" } };

class Memory extends HindsightClient {
  readonly bank = "agent";
  override async retain(bankId: string, content: string, given?: Parameters<HindsightClient["retain"]>[2]): Promise<RetainResponse> {
    return super.retain(bankId, content.trim(), { ...given, tags: [...(given?.tags ?? []), "by:memory"] });
  }
}

async function remember(memory: Memory, items: MemoryItemInput[], signal: AbortSignal): Promise<string | null> {
  const kept = await memory.retainBatch(memory.bank, items, { async: true, documentTags: ["batch"], signal });
  for (const item of items) item.content.toUpperCase();
  return kept.operation_id ?? null;
}

async function answer(memory: Memory, question: string, budget: Budget): Promise<string> {
  const group: TagGroupAndInput = { and: [{ tags: ["a"], match: "any" }, { not: { tags: ["b"] } }] };
  const found: RecallResponse = await memory.recall(memory.bank, question, { budget, tagGroups: [group], minScores: { final: 0.1 } });
  const texts: string[] = found.results.map((result: RecallResult) => `${result.type ?? "?"}: ${result.text}`);
  const names = Object.values(found.entities ?? {}).map((entity) => entity.canonical_name);
  const thought: ReflectResponse = await memory.reflect(memory.bank, question, {
    context: texts.join("\n"),
    responseSchema: { type: "object" },
  });
  return [thought.text, ...names, recallResponseToPromptString(found)].join("\n");
}

async function keepFresh(memory: Memory): Promise<MentalModelResponse | null> {
  const { mental_model_id, operation_id } = await memory.createMentalModel(memory.bank, "Rota", "Who is on call?", { maxTokens: 500 });
  const low = createClient(createConfig({ baseUrl: options.baseUrl, headers: { Authorization: "Bearer k" } }));
  const { data, error, response } = await sdk.getOperationStatus({ client: low, path: { bank_id: memory.bank, operation_id } });
  if (error !== undefined || data === undefined) throw new Error(`${response.status}: ${JSON.stringify(error)}`);
  if (data.status !== "completed" || mental_model_id == null) return null;
  const strict = await sdk.listDocuments({
    client: low,
    path: { bank_id: memory.bank },
    query: { limit: 5, tags: ["a"] },
    throwOnError: true,
  });
  for (const document of strict.data.items) String(document.id).toLowerCase();
  return memory.getMentalModel(memory.bank, mental_model_id, { detail: "full" });
}

export async function main(files: File[]): Promise<string> {
  const memory = new Memory(options);
  try {
    const { features } = await memory.getVersion();
    if (!features.observations) await memory.updateBankConfig(memory.bank, { enableObservations: true });
    const uploaded = await memory.retainFiles(memory.bank, files, { filesMetadata: files.map(() => ({ tags: ["file"] })) });
    const operation = await remember(
      memory,
      [{ content: "x", timestamp: new Date(), tags: uploaded.operation_ids }],
      new AbortController().signal,
    );
    const document = await memory.getDocument(memory.bank, "d");
    const bytes: Uint8Array = await memory.exportDocuments(memory.bank, { pollIntervalMs: 10 });
    const model = await keepFresh(memory);
    return [operation, document?.original_text, bytes.length, model?.content, await answer(memory, "Who?", "mid")].join(" ");
  } catch (error) {
    if (error instanceof HindsightError && error.statusCode === 404) return String(error.details);
    throw error;
  }
}
