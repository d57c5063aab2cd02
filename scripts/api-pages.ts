// docs/api/: the reference of the HTTP API, written from the specification that this server serves.
// In: the document of /openapi.json. Out: a page for each group of operations, and one that lists them.
// `npx tsx --conditions=source scripts/api-pages.ts` writes them; a test of test/docs/ compares them.

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startServer } from "@hindsight-memory/server";
import { type ApiSchema, type ApiSpecification, fieldsOf, typeOf } from "./api-schema.js";

export const folder = fileURLToPath(new URL("../docs/api/", import.meta.url));

interface Described {
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: ApiSchema }>>;
}

interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly tags?: readonly string[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: ApiSchema;
    readonly description?: string;
  }[];
  readonly requestBody?: Described & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Described>>;
}

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const NOTE = "Written from the served specification; do not edit it by hand (`npx tsx --conditions=source scripts/api-pages.ts`).";

/** File names with their text. */
export function apiPages(specification: ApiSpecification): ReadonlyMap<string, string> {
  const entries = Object.entries(specification.paths).flatMap(([route, methods]) =>
    Object.entries(methods as Readonly<Record<string, Operation>>).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: route,
      operation,
    })),
  );
  const groups = [...new Set(entries.map(groupOf))].toSorted();
  const pages = groups.map((group): [string, string] => [
    `${fileOf(group)}.md`,
    `# ${group}\n\n${NOTE}\n\n${entries
      .filter((entry) => groupOf(entry) === group)
      .map((entry) => operationText(entry, specification))
      .join("\n")}`,
  ]);
  return new Map([...pages, ["README.md", listText(groups, entries)]]);
}

const groupOf = ({ operation }: Entry): string => operation.tags?.[0] ?? "Other";
const fileOf = (group: string): string => group.toLowerCase().replaceAll(/\W+/g, "-");

function listText(groups: readonly string[], entries: readonly Entry[]): string {
  const tables = groups.map((group) => {
    const rows = entries
      .filter((entry) => groupOf(entry) === group)
      .map(({ method, path: route, operation }) => `| \`${method} ${route}\` | ${prose(operation.summary ?? "")} |`);
    return `## [${group}](${fileOf(group)}.md)\n\n| operation | |\n|---|---|\n${rows.join("\n")}\n`;
  });
  return `# HTTP API

${NOTE}

Every operation of the server. The same document as JSON is served at \`/openapi.json\`, and as a page at \`/docs\`. Failures have the body
\`{"detail": …}\`: [errors](../errors.md). Where the server wants a key, it goes into each request as \`Authorization: Bearer …\`: [who may call](../access.md).
What a route does not know is ignored and named in the header \`X-Ignored-Params\` of the reply.

${tables.join("\n")}`;
}

function operationText({ method, path: route, operation }: Entry, specification: ApiSpecification): string {
  const parameters = (operation.parameters ?? [])
    .filter((each) => each.in !== "header")
    .map(
      (each) =>
        [
          each.name,
          each.in,
          typeOf(each.schema, specification),
          shown(each.schema.default),
          each.required === true,
          each.description ?? each.schema.description ?? "",
        ] as const,
    )
    .map(
      ([name, place, type, standard, required, said]) =>
        `| \`${name}\`${required ? " *" : ""} | ${place} | ${code(type)} | ${standard} | ${prose(said)} |`,
    );
  const [contentType, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const replies = Object.entries(operation.responses).map(([status, reply]) => `| ${status} | ${prose(reply.description ?? "")} |`);
  const [, answered] = Object.entries(operation.responses).find(([status]) => status.startsWith("2")) ?? [];
  const answer = answered?.content?.["application/json"]?.schema;
  return [
    `## ${prose(operation.summary ?? `${method} ${route}`)}\n\n\`\`\`http\n${method} ${route}\n\`\`\`\n`,
    operation.deprecated === true ? "Deprecated.\n" : "",
    operation.description === undefined ? "" : `${prose(operation.description)}\n`,
    parameters.length === 0
      ? ""
      : `**Parameters** (\\* required)\n\n| name | in | type | default | meaning |\n|---|---|---|---|---|\n${parameters.join("\n")}\n`,
    body?.schema === undefined ? "" : `**Body** (\`${contentType}\`)\n\n${fieldTable(body.schema, specification)}`,
    answer === undefined ? "" : `**Reply**\n\n${fieldTable(answer, specification)}`,
    `**Statuses**\n\n| status | |\n|---|---|\n${replies.join("\n")}\n`,
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function fieldTable(schema: ApiSchema, specification: ApiSpecification): string {
  const rows = fieldsOf(schema, specification).map(
    ({ name, type, isRequired, standard, meaning }) =>
      `| \`${name}\`${isRequired ? " *" : ""} | ${code(type)} | ${shown(standard)} | ${prose(meaning)} |`,
  );
  if (rows.length === 0) return `${code(typeOf(schema, specification))}\n`;
  return `| field | type | default | meaning |\n|---|---|---|---|\n${rows.join("\n")}\n`;
}

const shown = (value: unknown): string => (value === undefined || value === null ? "" : code(JSON.stringify(value)));
const code = (text: string): string => (text === "" ? "" : `\`${text.replaceAll("|", "\\|")}\``);

/** Text for a cell: on one line, and with nothing outside of code that Markdown or the site would take for markup. */
function prose(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .trim()
    .split("`")
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll("<", "&lt;").replaceAll("{", "&#123;").replaceAll("*", "\\*")))
    .join("`")
    .replaceAll("|", "\\|");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dataDir = mkdtempSync(path.join(tmpdir(), "hindsight-api-pages-"));
  const server = await startServer({ env: { HINDSIGHT_DATA_DIR: dataDir, HINDSIGHT_API_PORT: "0", HINDSIGHT_API_LOG_LEVEL: "fatal" } });
  try {
    const pages = apiPages((await (await fetch(`${server.url}/openapi.json`)).json()) as ApiSpecification);
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder)) if (!pages.has(name)) rmSync(path.join(folder, name));
    for (const [name, text] of pages) writeFileSync(path.join(folder, name), text);
  } finally {
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
