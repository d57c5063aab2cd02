// docs/configuration.md, written from the tables of settings: `npx tsx scripts/configuration-page.ts` writes it, a test compares it.

import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { BANK_SETTINGS } from "../packages/engine/src/config/bank-settings.js";
import { SETTINGS } from "../packages/engine/src/config/index.js";
import { MEMBER_FIELDS, PREFIXES, PURPOSE_FIELDS } from "../packages/engine/src/config/llm-chains.js";
import { PROVIDER_OPTIONS } from "../packages/engine/src/config/llm-settings.js";

export const page = fileURLToPath(new URL("../docs/configuration.md", import.meta.url));

export function configurationPage(): string {
  const server = Object.values(SETTINGS).map((spec) => `| \`${spec.env}\` | ${shown(spec.default)} | server | ${spec.meaning} |`);
  const bank = Object.entries(BANK_SETTINGS).map(
    ([name, spec]) =>
      `| \`${name}\` | ${shown(spec.default)} | server, tenant, bank | ${spec.effective ? "yes" : "not yet"} | ${spec.meaning} |`,
  );
  const options = Object.entries(PROVIDER_OPTIONS).map(([name, meaning]) => `| \`HINDSIGHT_API_LLM_${name}\` | ${meaning} |`);
  return `# Configuration

Written from the tables in \`packages/engine/src/config/\`; do not edit it by hand (\`npx tsx scripts/configuration-page.ts\`).

## The server

Environment variables. An empty variable counts as unset; a wrong value ends the start with a message that names the variable and what it takes. So does
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

### All of them

| variable | default | set for | meaning |
|---|---|---|---|
${server.join("\n")}

A server that listens on another address than loopback needs a way to tell who calls ([access.md](access.md)), for example a key (\`HINDSIGHT_API_TENANT_API_KEY\`), or the explicit \`HINDSIGHT_API_ALLOW_OPEN=true\`.

## Language models

Beside the rows above ([language-models.md](language-models.md) tells how they work together):

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

| setting | default | set for | in effect | meaning |
|---|---|---|---|---|
${bank.join("\n")}
`;
}

const named = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");

function shown(value: unknown): string {
  if (value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0)) return "–";
  return `\`${typeof value === "object" ? JSON.stringify(value) : String(value)}\``;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(page, configurationPage());
