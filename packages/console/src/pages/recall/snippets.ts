// The request as a program would make it.
// In: a bank, a question, settings. Out: curl, TypeScript, Python; the address is that of the API as a program would reach it.

import { type RecallSettings, requestOf } from "./settings";

const API = "http://127.0.0.1:8888";

const inShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export function asCurl(bank: string, query: string, settings: RecallSettings): string {
  const body = JSON.stringify(requestOf(query, settings));
  const address = `${API}/v1/default/banks/${encodeURIComponent(bank)}/memories/recall`;
  return `curl -s ${inShell(address)} -H 'Content-Type: application/json' \\\n  -d ${inShell(body)}`;
}

/** The client's names of the request's parts. */
const NAMES: Readonly<Record<string, string>> = {
  max_tokens: "maxTokens",
  tags_match: "tagsMatch",
  tag_groups: "tagGroups",
  query_timestamp: "queryTimestamp",
  prefer_observations: "preferObservations",
  rerank_budget_ms: "rerankBudgetMs",
  min_scores: "minScores",
  temporal_window: "temporalWindow",
};

export function asTypeScript(bank: string, query: string, settings: RecallSettings): string {
  const { query: _query, include, ...rest } = requestOf(query, settings);
  const options: Record<string, unknown> = Object.fromEntries(Object.entries(rest).map(([name, value]) => [NAMES[name] ?? name, value]));
  if (include?.entities != null) options.includeEntities = true;
  if (include?.chunks != null) options.includeChunks = true;
  if (include?.source_facts != null) options.includeSourceFacts = true;
  const last = Object.keys(options).length === 0 ? "" : `, ${JSON.stringify(options, null, 2)}`;
  return [
    'import { HindsightClient } from "@hindsight-memory/client";',
    "",
    `const client = new HindsightClient({ baseUrl: "${API}" });`,
    `const { results } = await client.recall(${JSON.stringify(bank)}, ${JSON.stringify(query)}${last});`,
  ].join("\n");
}

/** JSON's literals in Python's spelling; texts stay as they are. */
function inPython(value: unknown): string {
  if (value === true) return "True";
  if (value === false) return "False";
  if (value === null) return "None";
  if (Array.isArray(value)) return `[${value.map(inPython).join(", ")}]`;
  if (typeof value === "object")
    return `{${Object.entries(value as object)
      .map(([name, each]) => `${JSON.stringify(name)}: ${inPython(each)}`)
      .join(", ")}}`;
  return JSON.stringify(value);
}

export function asPython(bank: string, query: string, settings: RecallSettings): string {
  const { query: _query, include, temporal_window, ...rest } = requestOf(query, settings);
  const options = Object.entries(rest).map(([name, value]) => `    ${name}=${inPython(value)},`);
  if (include?.entities != null) options.push("    include_entities=True,");
  if (include?.chunks != null) options.push("    include_chunks=True,");
  if (include?.source_facts != null) options.push("    include_source_facts=True,");
  if (temporal_window != null) options.push(`    temporal_window=${inPython(temporal_window)},`);
  return [
    "from hindsight_client import Hindsight",
    "",
    `with Hindsight(base_url="${API}") as client:`,
    "    reply = client.recall(",
    `        bank_id=${inPython(bank)},`,
    `        query=${inPython(query)},`,
    ...options.map((line) => `    ${line}`),
    "    )",
  ].join("\n");
}
