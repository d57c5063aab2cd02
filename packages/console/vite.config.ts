// The build of the console: static files with hashed names, for any address that they are served under.
// In: src/. Out: dist/, with what charts and graph need in pieces of their own, loaded when they are first seen.

import { readFileSync } from "node:fs";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Where the development server finds the API: that of `hindsight serve`. */
const API = process.env.HINDSIGHT_API_URL ?? "http://127.0.0.1:8888";

/** What the server puts in for each reply, put in by the development server too. */
const placeholders: Plugin = {
  name: "placeholders",
  apply: "serve",
  transformIndexHtml: (html) => html.replace("__BASE__", "/").replace("__NONCE__", ""),
};

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8")) as { version: string };

export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  define: { __VERSION__: JSON.stringify(version) },
  resolve: { conditions: ["source", "module", "browser", "development|production"] },
  plugins: [react(), tailwindcss(), placeholders],
  server: { port: 5199, proxy: { "/api": { target: `${API}/console`, changeOrigin: false } } },
  build: { outDir: "dist", emptyOutDir: true, target: "es2022", assetsInlineLimit: 0, chunkSizeWarningLimit: 700 },
});
