import type { EntityFilter } from "../domain/resources.js";
import type { BankScope } from "../domain/scope.js";
import { sanitise } from "../domain/text/sanitise.js";
import { HindsightError } from "../errors.js";
import type { Hindsight } from "../hindsight.js";
import { withFuzzyTags } from "../recall/index.js";
import type { Db } from "../store/db.js";
import { countEntities } from "../store/entities/count-entities.js";
import { getEntity } from "../store/entities/get-entity.js";
import { listEntities } from "../store/entities/list-entities.js";
import type { ResourceContext } from "./engine.js";
import { requireUuid } from "./ids.js";
import { page } from "./page.js";

export function entityResource({ db, banks }: ResourceContext): Hindsight["entities"] {
  return {
    async list(bankId, asked) {
      const bank = await banks.open(bankId);
      const filter = { ...asked, ...(await tagsOf(db, bank, asked)) };
      return page(
        filter,
        () => listEntities(db, bank, filter),
        () => countEntities(db, bank, filter),
      );
    },
    async get(bankId, entityId, asked = {}) {
      const bank = await banks.open(bankId);
      const entity = await getEntity(db, bank, requireUuid(entityId, "The entity id"), await tagsOf(db, bank, asked));
      if (entity === null) throw new HindsightError("entity_not_found", `Entity '${entityId}' not found`);
      return entity;
    },
  };
}

async function tagsOf(db: Db, bank: BankScope, { tags, tagsMatch, tagGroups }: EntityFilter): Promise<EntityFilter> {
  return {
    tags: (tags ?? []).map(sanitise),
    ...(tagsMatch === undefined ? {} : { tagsMatch }),
    tagGroups: tagGroups ? await withFuzzyTags(db, bank, tagGroups) : null,
  };
}
