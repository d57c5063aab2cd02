import { countLlmRequests } from "../../../src/store/llm-requests/count-llm-requests.js";
import { forgetLlmTexts } from "../../../src/store/llm-requests/forget-llm-texts.js";
import { insertLlmRequests, type LlmRequestRow } from "../../../src/store/llm-requests/insert-llm-requests.js";
import { listLlmRequests } from "../../../src/store/llm-requests/list-llm-requests.js";
import { listLlmTraces } from "../../../src/store/llm-requests/list-llm-traces.js";
import { sumLlmRequests } from "../../../src/store/llm-requests/sum-llm-requests.js";
import { sweepLlmRequests } from "../../../src/store/llm-requests/sweep-llm-requests.js";
import { FILLED } from "../../support/filled-bank.js";
import { bankCase, tenantCase } from "../statement-cases.js";

const row: LlmRequestRow = {
  id: FILLED.memoryId(998),
  callType: "llm",
  operation: "retain",
  scope: "retain_extract_facts",
  provider: "mock",
  model: "mock",
  status: "success",
  traceId: FILLED.memoryId(997),
  spanId: "0123456789abcdef",
  startedAt: FILLED.at(3),
  durationMs: 5,
  inputTokens: 1,
  outputTokens: 1,
  cachedTokens: 0,
  thoughtsTokens: 0,
  totalTokens: 2,
  costMicroUsd: null,
  input: [{ role: "user", content: "hello" }],
  output: "hi",
  error: null,
  llmInfo: {},
  metadata: {},
  forgettings: null,
};

export const cases = [
  bankCase(insertLlmRequests, ({ db, bank }) => insertLlmRequests(db, bank, [row])),
  bankCase(forgetLlmTexts, ({ db, bank }) => forgetLlmTexts(db, bank, "talk")),
  bankCase(forgetLlmTexts, ({ db, bank }) => forgetLlmTexts(db, bank, null)),
  bankCase(forgetLlmTexts, ({ db, bank }) => forgetLlmTexts(db, bank, "talk", { namedOnly: true })),
  bankCase(listLlmRequests, ({ db, bank }) => listLlmRequests(db, bank, { limit: 10, offset: 0, memoryId: FILLED.memoryId(1) })),
  bankCase(listLlmTraces, ({ db, bank }) => listLlmTraces(db, bank, { limit: 10, offset: 0, group: true, documentId: "talk" })),
  bankCase(countLlmRequests, ({ db, bank }) => countLlmRequests(db, bank, { provider: "mock" })),
  bankCase(countLlmRequests, ({ db, bank }) => countLlmRequests(db, bank, { group: true, status: "error" })),
  bankCase(sumLlmRequests, ({ db, bank }) => sumLlmRequests(db, bank, "day", { start: FILLED.at(1) })),
  tenantCase(sweepLlmRequests, ({ db, tenant }) => sweepLlmRequests(db, tenant, FILLED.at(20), 100)),
];
