import type { Logger } from "pino";
import type { Settings } from "../config/index.js";
import type { EngineContext } from "../context.js";
import type { TenantScope } from "../domain/scope.js";
import { createEmbeddingProvider } from "../providers/embedding/index.js";
import { createLanguageModels } from "../providers/llm/index.js";
import { inSpace } from "../providers/objects/index.js";
import type { Database } from "../store/db.js";
import { readStorageSpace } from "../store/spaces/read-storage-space.js";
import { objectStore } from "./database.js";

export interface AdminParts {
  readonly engine: EngineContext;
  close(): Promise<void>;
}

/** What features work with, for a database that is open: nothing runs by itself, and no model is loaded until it is asked. */
export async function openParts(settings: Settings, db: Database, tenant: TenantScope, log: Logger): Promise<AdminParts> {
  const encoder = await createEmbeddingProvider(settings, log);
  const models = createLanguageModels({ settings, log });
  const store = objectStore(settings);
  const objects = inSpace(store, await readStorageSpace(db, tenant));
  return {
    engine: { db, settings, encoder, reranker: null, models, objects, parser: null, log, now: () => new Date() },
    async close() {
      await encoder.close();
      await models.close();
      await store.close();
    },
  };
}
