// The worker thread that holds the embedded PostgreSQL.
// In: wire protocol messages. Out: the backend's raw answers, one per message, in order.
// It knows no SQL: what is sent and what it means is the main thread's business.

import { parentPort, workerData } from "node:worker_threads";
import { durableFileSystem } from "./durable-file-system.js";
import { START_PARAMETERS } from "./parameters.js";
import { serveBackend } from "./serve-backend.js";
import type { WorkerInput } from "./worker-life.js";

const { folder, module, parameters = [] } = workerData as WorkerInput;
if (parentPort === null) throw new Error("The database worker must be started as a worker thread.");
await serveBackend(parentPort, module, durableFileSystem(folder), [...START_PARAMETERS, ...parameters]);
