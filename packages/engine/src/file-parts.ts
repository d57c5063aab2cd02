// The storage of files and who reads them: built in, or modules of the operator's own.
// In: settings, and the environment that extensions read for themselves. Out: the object store and the parser of all tenants.
// Reads the modules at once: one that cannot be loaded or lacks a call fails the start.

import { join } from "node:path";
import type { Settings } from "./config/index.js";
import { type Environment, loadExtension } from "./providers/extension.js";
import { createObjectStore, fromExtension, type ObjectStore, type StorageExtension } from "./providers/objects/index.js";
import type { ParserExtension } from "./providers/parsers/index.js";
import { dataParent } from "./store/open-database.js";

/** Throws `configuration_invalid` for a module that cannot be used. A parser is null where only the built-in ones read. */
export async function openFileParts(
  settings: Settings,
  env: Environment,
): Promise<{ readonly store: ObjectStore; readonly parser: ParserExtension | null }> {
  const { fileStorageExtension, fileParserExtension } = settings;
  const storage = { prefix: "FILE_STORAGE", reference: fileStorageExtension, needs: ["put", "get", "delete", "list"] } as const;
  const reading = { prefix: "FILE_PARSER", reference: fileParserExtension, needs: ["accepts", "parse"] } as const;
  return {
    store:
      fileStorageExtension === ""
        ? createObjectStore(settings, dataParent(settings.dataDir))
        : fromExtension(await loadExtension<StorageExtension>(storage, env), join(dataParent(settings.dataDir), "drafts")),
    parser: fileParserExtension === "" ? null : await loadExtension<ParserExtension>(reading, env),
  };
}
