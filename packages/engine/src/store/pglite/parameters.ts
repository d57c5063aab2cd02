// How the embedded PostgreSQL is started.

import { SESSION_SETTINGS } from "../values.js";

/**
 * Server parameters. The first group is about durability and must stay as it is; the rest was chosen by measurement
 * (docs/decisions/durability-of-the-embedded-database.md).
 */
const PARAMETERS: Readonly<Record<string, string>> = {
  fsync: "on",
  wal_sync_method: "fsync", // the only one that reaches the disk: fdatasync is a no-op in the WASM build
  full_page_writes: "on",
  synchronous_commit: "on",
  // Nobody but us connects, and there is one process: no daemons, no parallel workers, no replication.
  wal_level: "minimal",
  max_wal_senders: "0",
  max_worker_processes: "0",
  max_parallel_workers: "0",
  max_parallel_workers_per_gather: "0",
  max_parallel_maintenance_workers: "0",
  io_method: "sync",
  max_connections: "4",
  search_path: "public",
  exit_on_error: "false",
  max_stack_depth: "1MB", // met before the end of the thread's own stack (STACK_MB in worker-life.ts)
  log_checkpoints: "false",
  // Recovery after a crash replays at most this much: it bounds the time to reopen.
  max_wal_size: "64MB",
  min_wal_size: "32MB",
  // All of it is touched at the start, so each MB is one of the process. A table of more than a quarter of it is read anew by each scan, which costs a
  // fifth more: 10,400 vectors of 384 fit. (With 96 MB the server held 581 and 601 MB at 10,000 memories after a load of recalls, with 80 MB once 624.)
  shared_buffers: "64MB",
  work_mem: "16MB",
  maintenance_work_mem: "32MB",
  random_page_cost: "1.1", // everything is in memory or in the page cache
  ...SESSION_SETTINGS,
};

/** Command line of the single-user backend. PGlite's default has `-F` (fsync off), which is why it is not used. */
export const START_PARAMETERS: string[] = [
  "--single",
  "-O",
  "-j",
  ...Object.entries(PARAMETERS).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
];
