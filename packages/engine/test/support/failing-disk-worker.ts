// The database worker on a disk that can fail: while the file "fail" lies beside the database, syncs fail as that file says.
// "EIO": the operating system reports an error. "crash": the backend dies in the middle of the call.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { durableFileSystem } from "../../src/store/pglite/durable-file-system.js";
import { START_PARAMETERS } from "../../src/store/pglite/parameters.js";
import { serveBackend } from "../../src/store/pglite/serve-backend.js";
import type { WorkerInput } from "../../src/store/pglite/worker-life.js";

const { folder, module } = workerData as WorkerInput;
if (parentPort === null) throw new Error("The database worker must be started as a worker thread.");
const order = join(dirname(folder), "fail");
const fs = durableFileSystem(folder, ({ FS }) => {
  const operations = FS.filesystems.NODEFS.stream_ops;
  const sync = operations.fsync;
  operations.fsync = (stream) => {
    if (!existsSync(order)) return sync?.(stream) ?? 0;
    if (readFileSync(order, "utf8") === "EIO") throw new FS.ErrnoError(29);
    throw new Error("the disk is gone");
  };
});
await serveBackend(parentPort, module, fs, START_PARAMETERS);
