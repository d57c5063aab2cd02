import { defineConfig } from "vitest/config";

// Tests run on the sources: the "source" export condition of each package points at its src folder.
export default defineConfig({
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"], externalConditions: ["source"] } },
  test: {
    include: ["packages/*/test/**/*.test.ts", "packages/*/test/**/*.story.test.ts", "test/**/*.test.ts", "bench/test/**/*.test.ts"],
    globalSetup: ["test/support/quick-temporary.ts"],
    setupFiles: ["test/support/property-seed.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // eventsource-parser has a "source" condition of its own, which leads Node to its TypeScript: it and who imports it go through Vite.
    server: {
      deps: { inline: [/@ai-sdk\//, /node_modules\/ai\//, /@modelcontextprotocol\/sdk\/dist\/esm\/client\//, "eventsource-parser"] },
    },
    pool: "forks",
    maxWorkers: 2,
  },
});
