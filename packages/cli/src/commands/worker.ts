// hindsight worker: operations of a shared database, in this process, until it is told to stop.

import type { Command } from "commander";
import { stopOnSignal } from "../stop-on-signal.js";

export function worker(program: Command): void {
  program
    .command("worker")
    .description("work the queue of a PostgreSQL database, beside the servers that fill it")
    .option("--worker-id <name>", "name shown with what it has in hand (HINDSIGHT_API_WORKER_ID, the host's name)")
    .option("--poll-interval <ms>", "how often it looks for work (HINDSIGHT_API_WORKER_POLL_INTERVAL_MS, 500)")
    .option("--slots <n>", "operations at once (HINDSIGHT_API_WORKER_MAX_SLOTS, 10)")
    .option("--http-host <address>", "address of its probes (HINDSIGHT_API_HOST, 127.0.0.1)")
    .option("--http-port <number>", "port of its probes (HINDSIGHT_API_WORKER_HTTP_PORT, 8889)")
    .addHelpText(
      "after",
      "\nExample:\n  HINDSIGHT_API_DATABASE_URL=postgres://… hindsight worker --http-port 0\n" +
        "\nAny number of workers share one database. HINDSIGHT_API_WORKER_ENABLED=false keeps a server from working the queue itself.",
    )
    .action(async (options: Partial<Record<"workerId" | "pollInterval" | "slots" | "httpHost" | "httpPort", string>>) => {
      const env = { ...process.env };
      const given = {
        HINDSIGHT_API_WORKER_ID: options.workerId,
        HINDSIGHT_API_WORKER_POLL_INTERVAL_MS: options.pollInterval,
        HINDSIGHT_API_WORKER_MAX_SLOTS: options.slots,
        HINDSIGHT_API_HOST: options.httpHost,
        HINDSIGHT_API_WORKER_HTTP_PORT: options.httpPort,
      };
      for (const [name, value] of Object.entries(given)) if (value !== undefined) env[name] = value;
      const { startWorker } = await import("@hindsight-memory/server");
      const running = await startWorker({ env });
      process.stdout.write(`Worker ${running.workerId} with ${running.slots} slots; health and metrics on ${running.url}\n`);
      stopOnSignal("worker", running.close);
    });
}
