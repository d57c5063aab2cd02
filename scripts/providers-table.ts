// The section "Providers" of docs/language-models.md, written from the preset table: `npx tsx scripts/providers-table.ts` writes it, a test compares it.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { PRESETS, type Preset } from "../packages/engine/src/providers/llm/presets.js";

export const page = fileURLToPath(new URL("../docs/language-models.md", import.meta.url));

const HEADING = "## Providers\n";

/** The page with its section as the table says. */
export function withProviders(text: string): string {
  const start = text.indexOf(HEADING);
  if (start === -1) throw new Error(`docs/language-models.md has no heading "${HEADING.trim()}".`);
  const next = text.indexOf("\n## ", start + HEADING.length);
  return text.slice(0, start) + providersSection() + (next === -1 ? "" : text.slice(next));
}

export function providersSection(): string {
  const rows = Object.entries(PRESETS).map(
    ([name, preset]) =>
      `| \`${name}\` | ${preset.title} | ${code(preset.defaultModel)} | ${code(preset.baseUrl)} | ${keyOf(preset)} | ${preset.note || "–"} |`,
  );
  return `${HEADING}
Written from the table in \`packages/engine/src/providers/llm/presets-rows.ts\` (\`npx tsx scripts/providers-table.ts\`).

| name | whose | model unless set | address unless set | key unless set | notes |
|---|---|---|---|---|---|
${rows.join("\n")}

\`…_LLM_\` stands for \`HINDSIGHT_API_LLM_\`. The variables under "key" are read when no key is given, and only for the provider's own address: with another
\`BASE_URL\` a key is sent only if it was given for it. "needed" means there is no such variable. An address of one's own machine without a path gets \`/v1\`.

- \`HINDSIGHT_API_LLM_EXTRA_BODY\` is merged last into the body of each call (for Bedrock into \`additionalModelRequestFields\`),
  \`HINDSIGHT_API_LLM_DEFAULT_HEADERS\` into its headers.
- \`HTTP_PROXY\`, \`HTTPS_PROXY\` and \`NO_PROXY\` are heeded; redirections are not followed, since a key would go along.
- Whether a model reads images is known by provider and family; \`HINDSIGHT_API_LLM_VISION\` overrules that.
- A tool that must be called is the only one that is sent, with \`tool_choice: required\`; servers that are known to drop the choice get the short list alone.
- \`claude-code\` and \`openai-codex\` run the program of that name under the login that it has on this machine, one process for each call, with the prompt
  through stdin, in an empty folder, without tools, plugins and settings of yours. They call tools in words, and read no images.
- \`xai-oauth\` and \`nous\` take a token as their key; they do not sign in, and do not refresh it.
`;
}

const code = (text: string): string => (text === "" ? "–" : `\`${text}\``);

function keyOf({ keyVariables, needsKey }: Preset): string {
  if (keyVariables.length > 0) return keyVariables.map(code).join(", ") + (needsKey ? "" : ", or none");
  return needsKey ? "needed" : "none";
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(page, withProviders(readFileSync(page, "utf8")));
