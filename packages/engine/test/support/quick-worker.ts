// The database worker of most tests: the real one, but without fsync and with less memory, since such a database lives for seconds.
// What durability needs is tested with the real worker (faults*.test.ts).

import { parentPort, workerData } from "node:worker_threads";
import { durableFileSystem } from "../../src/store/pglite/durable-file-system.js";
import { START_PARAMETERS } from "../../src/store/pglite/parameters.js";
import { serveBackend } from "../../src/store/pglite/serve-backend.js";
import type { WorkerInput } from "../../src/store/pglite/worker-life.js";

const { folder, module } = workerData as WorkerInput;
if (parentPort === null) throw new Error("The database worker must be started as a worker thread.");
await serveBackend(parentPort, module, durableFileSystem(folder), [...START_PARAMETERS, "-F", "-c", "shared_buffers=16MB"]);
