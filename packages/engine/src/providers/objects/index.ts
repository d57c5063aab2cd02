// objects: object storage, on this machine's disk or at an S3-compatible server.
// In: the settings. Out: an ObjectStore; bytes under keys that begin with their bank's prefix.
// Nothing here knows what the bytes are.

import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Settings } from "../../config/index.js";
import { HindsightError } from "../../errors.js";
import { createLocalStore } from "./local.js";
import type { ObjectStore } from "./provider.js";
import { createS3Store } from "./s3.js";

export { fromExtension, type StorageExtension } from "./extension.js";
export { inSpace } from "./in-space.js";
export type { ObjectStore, OpenObject, ReceivedObject, StoredObject } from "./provider.js";

/** Opens the storage of a server whose data folder is `dataDir`. Throws `configuration_invalid` for S3 without a bucket or a key. */
export function createObjectStore(settings: Settings, dataDir: string): ObjectStore {
  if (settings.fileStorageType !== "s3") return createLocalStore(join(dataDir, "objects"));
  const needed = {
    HINDSIGHT_API_FILE_STORAGE_S3_BUCKET: settings.fileStorageS3Bucket,
    HINDSIGHT_API_FILE_STORAGE_S3_ACCESS_KEY_ID: settings.fileStorageS3AccessKeyId,
    HINDSIGHT_API_FILE_STORAGE_S3_SECRET_ACCESS_KEY: settings.fileStorageS3SecretAccessKey,
  };
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === "" ? [name] : []));
  if (missing.length > 0) {
    throw new HindsightError("configuration_invalid", `HINDSIGHT_API_FILE_STORAGE_TYPE is s3, which needs ${missing.join(", ")} as well.`);
  }
  return createS3Store({
    bucket: settings.fileStorageS3Bucket,
    region: settings.fileStorageS3Region,
    endpoint: settings.fileStorageS3Endpoint,
    accessKeyId: settings.fileStorageS3AccessKeyId,
    secretAccessKey: settings.fileStorageS3SecretAccessKey,
    draftFolder: join(tmpdir(), "hindsight-drafts"),
  });
}
