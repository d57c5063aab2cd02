import { defineConfig } from "vitest/config";
import { LongFirst } from "./test/support/long-first.js";

// Tests run on the sources: the "source" export condition of each package points at its src folder.
export default defineConfig({
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"], externalConditions: ["source"] } },
  test: {
    include: ["packages/*/test/**/*.test.ts", "packages/*/test/**/*.story.test.ts", "test/**/*.test.ts", "bench/test/**/*.test.ts"],
    globalSetup: ["test/support/quick-temporary.ts"],
    setupFiles: ["test/support/fresh-modules.ts", "test/support/property-seed.ts"],
    // Generous, since a busy machine is no fault: a test that hangs is caught all the same.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // eventsource-parser has a "source" condition of its own, which leads Node to its TypeScript: it and who imports it go through Vite.
    server: {
      deps: { inline: [/@ai-sdk\//, /node_modules\/ai\//, /@modelcontextprotocol\/sdk\/dist\/esm\/client\//, "eventsource-parser"] },
    },
    pool: "forks",
    // One more than the cores of CI: files wait for processes, timers and databases, and two workers leave half of two cores idle.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    // Files share a process, and each has modules of its own in it (fresh-modules): a process for each file would load the packages and compile the
    // embedded database anew. Measured on six stories: 31 s of processor time instead of 55.
    isolate: false,
  },
});
