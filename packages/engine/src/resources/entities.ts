import { HindsightError } from "../errors.js";
import type { Hindsight } from "../hindsight.js";
import { countEntities } from "../store/entities/count-entities.js";
import { getEntity } from "../store/entities/get-entity.js";
import { listEntities } from "../store/entities/list-entities.js";
import type { ResourceContext } from "./engine.js";
import { requireUuid } from "./ids.js";
import { page } from "./page.js";
import { tagsOf } from "./tags-asked.js";

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
