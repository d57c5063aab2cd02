// objects: object storage, on this machine's disk or at an S3-compatible server.
// In: the settings. Out: an ObjectStore; bytes under keys that begin with their bank's prefix.
// Nothing here knows what the bytes are.

import { join } from "node:path";
import type { Settings } from "../../config/index.js";
import { createLocalStore } from "./local.js";
import type { ObjectStore } from "./provider.js";

export type { ObjectStore } from "./provider.js";

/** Opens the storage of a server whose data folder is `dataDir`. */
export function createObjectStore(_settings: Settings, dataDir: string): ObjectStore {
  return createLocalStore(join(dataDir, "objects"));
}
