import { bankDirectory } from "../../src/banks/index.js";
import { loadSettings } from "../../src/config/index.js";
import { tenantScope } from "../../src/domain/scope.js";
import type { ResourceContext } from "../../src/resources/engine.js";
import {
  bankResource,
  chunkReader,
  documentResource,
  entityResource,
  memoryResource,
  observationResource,
  tagReader,
} from "../../src/resources/index.js";
import type { Database } from "../../src/store/db.js";
import { LEARNING } from "./forgetting.js";

/** The façade's resources on a bare database, without models and workers. */
export function resourcesOn(db: Database) {
  const tenant = tenantScope("public");
  const context: ResourceContext = {
    db,
    tenant,
    banks: bankDirectory(db, tenant),
    defaults: loadSettings({}).bank,
    origins: loadSettings({}).bankOrigins,
    engine: LEARNING,
  };
  return {
    ...context,
    bank: bankResource(context),
    memories: memoryResource(context, () => new Date()),
    documents: documentResource(context),
    observations: observationResource(context),
    entities: entityResource({ db, settings: LEARNING.settings, now: () => new Date() }, context),
    tags: tagReader(context),
    chunk: chunkReader(context),
  };
}
