// The pages of docs/ in the order in which they are read.
// In: the files of docs/. Out: the groups of the navigation, with the titles that the pages have.
// A page that no group names stands at the end of the guides, so that a new one is never missing.

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const docs = fileURLToPath(new URL("..", import.meta.url));

export interface PageLink {
  readonly text: string;
  readonly link: string;
}

export interface PageGroup {
  readonly text: string;
  readonly collapsed: boolean;
  readonly items: PageLink[];
}

const GUIDES = "Guides";

/** Groups that are not folded when a page is opened: what a new reader needs. */
const OPEN = ["Start", GUIDES, "Clients"];

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  Start: ["quick-start", "concepts", "glossary", "migrate"],
  [GUIDES]: [
    "retain",
    "recall",
    "recall-evaluation",
    "reflect",
    "files",
    "attachments",
    "extraction",
    "consolidation",
    "mental-models",
    "knowledge-pages",
    "curation",
    "deletion",
    "templates",
    "transfer",
    "import",
    "webhooks",
    "drawing-a-bank",
  ],
  Clients: ["console", "typescript-client", "other-languages", "embedded", "wrappers", "mcp-clients", "mcp"],
  "Language models": ["language-models", "local-models", "encoders", "spending"],
  Operations: ["operations", "access", "memory-defense", "audit-log", "telemetry", "admin", "extensions"],
  Reference: ["configuration", "errors", "benchmarks"],
};

const titleOf = (file: string): string => /^# (.+)$/m.exec(readFileSync(path.join(docs, file), "utf8"))?.[1]?.replaceAll("`", "") ?? file;

function pagesIn(folder: string): readonly string[] {
  return readdirSync(path.join(docs, folder))
    .filter((name) => name.endsWith(".md") && name !== "README.md" && name !== "index.md")
    .map((name) => name.slice(0, -3));
}

const linkTo = (page: string): PageLink => ({ text: titleOf(`${page}.md`), link: `/${page}` });

/** The groups of the sidebar. A page that is named here and is not there ends the build. */
export function groups(): PageGroup[] {
  const named = new Set(Object.values(GROUPS).flat());
  const others = pagesIn("").filter((page) => !named.has(page));
  const listed = Object.entries(GROUPS).map(([text, pages]) => ({
    text,
    collapsed: !OPEN.includes(text),
    items: [...pages, ...(text === GUIDES ? others : [])].map(linkTo),
  }));
  const decisions = pagesIn("decisions").map((page) => linkTo(`decisions/${page}`));
  const api = pagesIn("api").map((page) => linkTo(`api/${page}`));
  return [
    ...listed,
    { text: "HTTP API", collapsed: true, items: [{ text: "All operations", link: "/api/" }, ...api] },
    { text: "Decisions", collapsed: true, items: [{ text: "What these pages are", link: "/decisions/" }, ...decisions] },
  ];
}
