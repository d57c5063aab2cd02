// docs/configuration.md, written from the tables of settings: `npx tsx scripts/configuration-page.ts` writes it, a test compares it.

import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { BANK_SETTINGS } from "../packages/engine/src/config/bank-settings.js";
import { SETTINGS } from "../packages/engine/src/config/index.js";
import { MEMBER_FIELDS, PREFIXES, PURPOSE_FIELDS } from "../packages/engine/src/config/llm-chains.js";
import { PROVIDER_OPTIONS } from "../packages/engine/src/config/llm-settings.js";

export const page = fileURLToPath(new URL("../docs/configuration.md", import.meta.url));

/** Groups in the order of the page; a variable stands in the first whose pattern fits its name without `HINDSIGHT_API_`. */
const SERVER_GROUPS: readonly Group[] = [
  ["Address and who may call", /^(?:HOST|PORT|ALLOW|CORS|BASE_PATH|TENANT_(?!MCP))/],
  ["Data", /^(?:HINDSIGHT_DATA_DIR|DATABASE_|DB_)/],
  ["MCP", /MCP_(?!EXTENSION)/],
  ["Web console", /_CP(?:_|$)/],
  ["Spending and the trace of model calls", /^(?:SPEND_|LLM_PRICES|LLM_TRACE_|ENABLE_BANK_LLM_HEALTH)/],
  ["Language models, all purposes", /^(?:LLM_|SKIP_LLM_|\w+_MAX_COMPLETION_TOKENS)/],
  ["Waiting for a turn", /^ADMISSION_/],
  ["Storage of files", /^FILE_STORAGE_(?!EXTENSION)/],
  ["Files and attachments", /^(?:ENABLE_FILE|FILE_(?!\w*EXTENSION)|RETAIN_ATTACHMENT)/],
  ["Retain", /^(?:RETAIN_|FAIL_ON_|FIREWORKS_)/],
  ["Recall: the encoder", /^(?:EMBEDDINGS_|COHERE_API_KEY|MODEL_THREADS|RECALL_MAX)/],
  ["Recall: a cross-encoder", /^RERANKER_/],
  ["Reflect", /^REFLECT_/],
  ["Consolidation and mental models", /CONSOLIDATION_(?!RESERVED)|OBSERVATION_HISTORY|MENTAL_MODEL_(?!RESERVED)/],
  ["Webhooks", /^WEBHOOK_/],
  ["Templates and transfer", /^(?:DEFAULT_BANK_TEMPLATE|ENABLE_DOCUMENT_|TRANSFER_)/],
  ["Modules of your own", /EXTENSION/],
  ["Workers and operations", /^(?:WORKER_|OPERATION_)/],
  ["Audit log, logs, metrics and traces", /^(?:ACCESS_LOG|AUDIT_|LOG_|METRICS_|RECALL_DIAGNOSTIC|LOOP_|OTEL_)/],
  ["HTTP and the rest", /^/],
];

/** The same of a bank's settings, by their names. */
const BANK_GROUPS: readonly Group[] = [
  ["Retain", /^(?:retain_|store_|entit|memory_defense)/],
  ["Recall", /^(?:recall_|enable_(?:text|graph|temporal|reranking))/],
  ["Reflect", /^(?:reflect_|disposition_)/],
  ["Consolidation, observations and mental models", /consolidation|observation|mental_model/],
  ["The rest", /^/],
];

export function configurationPage(): string {
  const server = grouped(SERVER_GROUPS, "| variable | default | meaning |\n|---|---|---|", Object.values(SETTINGS), (spec) => ({
    name: spec.env.replace(/^HINDSIGHT_API_/, ""),
    row: `| \`${spec.env}\` | ${shown(spec.default)} | ${spec.meaning} |`,
  }));
  const bank = grouped(
    BANK_GROUPS,
    "| setting | default | in effect | meaning |\n|---|---|---|---|",
    Object.entries(BANK_SETTINGS),
    ([name, spec]) => ({ name, row: `| \`${name}\` | ${shown(spec.default)} | ${spec.effective ? "yes" : "not yet"} | ${spec.meaning} |` }),
  );
  const options = Object.entries(PROVIDER_OPTIONS).map(([name, meaning]) => `| \`HINDSIGHT_API_LLM_${name}\` | ${meaning} |`);
  return `# Configuration

Written from the tables in \`packages/engine/src/config/\`; do not edit it by hand (\`npx tsx scripts/configuration-page.ts\`).

Of the server: ${index(SERVER_GROUPS, server)}.
Of language models: [by purpose and provider](#language-models-by-purpose-and-provider). Of [a bank](#a-bank): ${index(BANK_GROUPS, bank, "a bank ")}.

## The server

Environment variables, each set for the whole server. An empty variable counts as unset; a wrong value ends the start with a message that names the variable and what it takes. So does
what cannot work whatever comes: a provider without its key or model, an address that is none. A model that only does not answer is warned of. A name with
the prefix \`HINDSIGHT_API_\` or \`HINDSIGHT_CP_\` that nothing reads is warned of as well, with the nearest one.

### Where they are set

Lines like \`NAME=value\`, as these pages show them, go where your system sets the environment of a program. The server reads no \`.env\` file by itself.

| where | how |
|---|---|
| a terminal, for all that is started in it | \`export NAME=value\`, a line for each, before the command; quote what holds spaces or braces: \`export NAME='{"a": 1}'\` |
| one command | before it, on its line: \`NAME=value npm start\` |
| a systemd unit | \`Environment=NAME=value\`, or \`EnvironmentFile=\` and a file of such lines |
| a container | \`-e NAME=value\`, or \`--env-file\` and a file of such lines, without quotes |

A server that listens on another address than loopback needs a way to tell who calls ([access.md](access.md)), for example a key (\`HINDSIGHT_API_TENANT_API_KEY\`), or the explicit \`HINDSIGHT_API_ALLOW_OPEN=true\`.

${server}

## Language models, by purpose and provider

Beside the rows of [all purposes](#language-models-all-purposes) ([language-models.md](language-models.md) tells how they work together):

- for one purpose, ${named(PREFIXES.map((prefix) => `HINDSIGHT_API_${prefix}LLM_`))}, each followed by ${named(PURPOSE_FIELDS)}; what is unset comes from the global variable, for the refresh of mental models from that of reflect first;
- for the models behind the first one, \`HINDSIGHT_API_LLM_1_\`, \`HINDSIGHT_API_LLM_2_\` … and with a purpose \`HINDSIGHT_API_RETAIN_LLM_1_\` …, each followed by ${named(MEMBER_FIELDS)};
- what only some providers read, global, for a purpose or for a numbered model:

| variable | meaning |
|---|---|
${options.join("\n")}

\`HINDSIGHT_API_OPENROUTER_API_KEY\`, \`HINDSIGHT_API_REQUESTY_API_KEY\`, \`HINDSIGHT_API_LITELLM_API_KEY\` and \`HINDSIGHT_API_LITELLM_API_BASE\` stand in where the key or the address of these providers is unset.

## A bank

Set for all banks by \`HINDSIGHT_API_\` and the name in capitals, for the banks of a tenant by \`tenants.updateConfig\` or an extension ([access.md](access.md#settings-environment-tenant-bank)), for one bank by \`PATCH /v1/default/banks/{bank_id}/config\` or \`hindsight bank set-config\`. A bank's value wins over its tenant's, and that over the server's; null takes a value away again.
Settings marked "not yet" are those of the contract that nothing in this version reads: they are checked, kept and returned, and change nothing.

${bank.replaceAll(/^### /gm, "### A bank: ")}
`;
}

type Group = readonly [heading: string, pattern: RegExp];

/** A table a group, below its heading; groups without settings are left out. */
function grouped<T>(
  groups: readonly Group[],
  head: string,
  all: readonly T[],
  read: (one: T) => { readonly name: string; readonly row: string },
): string {
  const rows = all.map(read);
  const groupOf = (name: string): string | undefined => groups.find(([, pattern]) => pattern.test(name))?.[0];
  return groups
    .map(([heading]) => ({ heading, own: rows.filter(({ name }) => groupOf(name) === heading) }))
    .filter(({ own }) => own.length > 0)
    .map(({ heading, own }) => `### ${heading}\n\n${head}\n${own.map(({ row }) => row).join("\n")}`)
    .join("\n\n");
}

/** The index: every group with a link to it. */
function index(groups: readonly Group[], text: string, prefix = ""): string {
  return groups
    .filter(([heading]) => text.includes(`### ${heading}\n`))
    .map(([heading]) => `[${heading.toLowerCase().replace("mcp", "MCP").replace("http", "HTTP")}](#${anchorOf(prefix + heading)})`)
    .join(", ");
}

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replace(/\s/g, "-");

const named = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");

function shown(value: unknown): string {
  if (value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0)) return "–";
  return `\`${typeof value === "object" ? JSON.stringify(value) : String(value)}\``;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(page, configurationPage());
