// docs/configuration.md, written from the tables of settings: `npx tsx scripts/configuration-page.ts` writes it, a test compares it.

import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { BANK_SETTINGS } from "../packages/engine/src/config/bank-settings.js";
import { SETTINGS } from "../packages/engine/src/config/index.js";

export const page = fileURLToPath(new URL("../docs/configuration.md", import.meta.url));

export function configurationPage(): string {
  const server = Object.values(SETTINGS).map((spec) => `| \`${spec.env}\` | ${shown(spec.default)} | ${spec.meaning} |`);
  const bank = Object.entries(BANK_SETTINGS).map(
    ([name, spec]) => `| \`${name}\` | ${shown(spec.default)} | ${spec.effective ? "yes" : "not yet"} | ${spec.meaning} |`,
  );
  return `# Configuration

Written from the tables in \`packages/engine/src/config/\`; do not edit it by hand (\`npx tsx scripts/configuration-page.ts\`).

## The server

Environment variables. An empty variable counts as unset; a wrong value ends the start with a message that names the variable and what it takes.

| variable | default | meaning |
|---|---|---|
${server.join("\n")}

A server that listens on another address than loopback needs a key (\`HINDSIGHT_API_TENANT_API_KEY\`), or the explicit \`HINDSIGHT_API_ALLOW_OPEN=true\`.

## A bank

Set for all banks by \`HINDSIGHT_API_\` and the name in capitals, for one bank by \`PATCH /v1/default/banks/{bank_id}/config\` or \`hindsight bank set-config\`. A bank's value wins; null takes it away again.
Settings marked "not yet" are those of the contract that nothing in this version reads: they are checked, kept and returned, and change nothing.

| setting | default | in effect | meaning |
|---|---|---|---|
${bank.join("\n")}
`;
}

function shown(value: unknown): string {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return "–";
  return `\`${typeof value === "object" ? JSON.stringify(value) : String(value)}\``;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(page, configurationPage());
