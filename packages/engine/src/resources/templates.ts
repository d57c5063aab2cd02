import type { EngineContext } from "../context.js";
import type { Hindsight } from "../hindsight.js";
import { applyTemplate, exportTemplate, templateGallery, templateSchema } from "../templates/index.js";
import type { ResourceContext } from "./engine.js";

export function templateResource(parts: EngineContext, { tenant, banks }: ResourceContext): Hindsight["templates"] {
  return {
    async import(bankId, manifest, options) {
      return applyTemplate(parts, tenant, (await banks.find(bankId))?.bankId ?? bankId, manifest, options);
    },
    async export(bankId) {
      return exportTemplate(parts, await banks.open(bankId));
    },
    gallery: async () => templateGallery(),
    schema: async () => templateSchema(),
  };
}
