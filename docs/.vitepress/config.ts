// docs/ as a site: `npm run docs` builds it into dist/docs, `npm run docs:dev` serves it.
// The pages stay plain Markdown that is read on GitHub; what only the site needs is added here.
// A link that leads nowhere ends the build. Nothing is fetched from another host: search and fonts are the site's own.

import { defineConfig } from "vitepress";
import { groups } from "./pages.js";

const HERO = {
  name: "Hindsight",
  text: "A memory server for AI agents",
  tagline: "Retain what happened, recall what matters now, reflect on what it means. One install, no keys, no container.",
  actions: [
    { theme: "brand", text: "Quick start", link: "/quick-start" },
    { theme: "alt", text: "Concepts", link: "/concepts" },
    { theme: "alt", text: "Set up an agent", link: "/mcp-clients" },
  ],
};

/** A letter on our colour, so that the browser asks for no file that is not there. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='7' fill='%23138377'/%3E" +
  "%3Cpath d='M10 8v16M22 8v16M10 16h12' stroke='%23fff' stroke-width='4' stroke-linecap='round'/%3E%3C/svg%3E";

/** Long names of code, such as those of settings, may break behind what joins their words, and nowhere else. */
const breakable = (html: string): string =>
  html.replace(/>([^<]*)<\/code>/, (_, name: string) => `>${name.replace(/(_|\/|\]\.?)(?=\w)/g, "$1<wbr>")}</code>`);

export default defineConfig({
  lang: "en",
  head: [["link", { rel: "icon", href: ICON }]],
  title: "Hindsight",
  description: "A memory server for AI agents: retain, recall, reflect.",
  outDir: "../dist/docs",
  cacheDir: "../.cache/vitepress",
  cleanUrls: false,
  lastUpdated: false,
  metaChunk: true,
  srcExclude: ["examples/**"],
  rewrites: { "decisions/README.md": "decisions/index.md", "api/README.md": "api/index.md" },
  // Addresses of a server on the reader's own machine are examples, no pages.
  ignoreDeadLinks: [/^https?:\/\/(localhost|127\.0\.0\.1)/],
  // The index of the search holds every page; it is fetched when somebody searches.
  vite: { build: { chunkSizeWarningLimit: 4096 } },
  markdown: {
    theme: { light: "github-light", dark: "github-dark" },
    config(md) {
      const inline = md.renderer.rules.code_inline;
      md.renderer.rules.code_inline = (...given) => breakable(inline?.(...given) ?? "");
    },
  },
  transformPageData(page) {
    if (page.relativePath !== "index.md") return;
    page.frontmatter.layout = "home";
    page.frontmatter.hero = HERO;
  },
  themeConfig: {
    nav: [
      { text: "Quick start", link: "/quick-start" },
      { text: "Guides", link: "/retain", activeMatch: "^/(retain|recall|reflect|files)" },
      { text: "Agents", link: "/mcp-clients" },
      { text: "Configuration", link: "/configuration" },
      { text: "HTTP API", link: "/api/", activeMatch: "^/api/" },
      { text: "Decisions", link: "/decisions/", activeMatch: "^/decisions/" },
    ],
    sidebar: groups(),
    outline: { level: [2, 3] },
    search: { provider: "local" },
    docFooter: { prev: "Before", next: "Next" },
    footer: { message: "MIT licence" },
  },
});
