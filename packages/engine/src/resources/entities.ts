import type { EngineContext } from "../context.js";
import { addAlias, mergeEntities, removeAlias, screened, splitEntity } from "../curate/index.js";
import type { EntityRead } from "../domain/resources.js";
import type { BankScope } from "../domain/scope.js";
import type { TagFilter } from "../domain/tags.js";
import { HindsightError } from "../errors.js";
import { policyOf, type Screened } from "../guard/defense/index.js";
import type { Hindsight } from "../hindsight.js";
import { countEntities } from "../store/entities/count-entities.js";
import { getEntity } from "../store/entities/get-entity.js";
import { listEntities } from "../store/entities/list-entities.js";
import { listEntityAliases } from "../store/entity-aliases/list-entity-aliases.js";
import type { ResourceContext } from "./engine.js";
import { requireUuid } from "./ids.js";
import { page } from "./page.js";
import { tagsOf } from "./tags-asked.js";
import { changingMemories } from "./writing.js";

export function entityResource(ctx: Screened & Pick<EngineContext, "now">, { db, banks }: ResourceContext): Hindsight["entities"] {
  async function read(bank: BankScope, entityId: string, filter: TagFilter): Promise<EntityRead | null> {
    const entity = await getEntity(db, bank, entityId, filter);
    return entity === null ? null : { ...entity, aliases: await listEntityAliases(db, bank, entityId, filter) };
  }
  async function require(bank: BankScope, entityId: string, filter: TagFilter = {}): Promise<EntityRead> {
    const entity = await read(bank, entityId, filter);
    if (entity === null) throw new HindsightError("entity_not_found", `Entity '${entityId}' not found`);
    return entity;
  }
  /** A name of the caller's is a text like others. */
  async function cleanName(bank: BankScope, name: string): Promise<string> {
    const { entities } = await screened(ctx, bank, await policyOf(ctx, bank), { entities: [name] });
    return entities?.[0] ?? name;
  }
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
      return require(bank, requireUuid(entityId, "The entity id"), await tagsOf(db, bank, asked));
    },
    async merge(bankId, entityId, others) {
      const bank = await banks.open(bankId);
      const into = requireUuid(entityId, "The entity id");
      const ids = others.map((id) => requireUuid(id, "The id of an entity to merge"));
      await changingMemories(db, bank, (tx) => mergeEntities(tx, bank, into, ids));
      return require(bank, into);
    },
    async addAlias(bankId, entityId, alias) {
      const bank = await banks.open(bankId);
      const of = requireUuid(entityId, "The entity id");
      const name = await cleanName(bank, alias);
      await changingMemories(db, bank, (tx) => addAlias(tx, bank, of, name));
      return require(bank, of);
    },
    async removeAlias(bankId, entityId, alias) {
      const bank = await banks.open(bankId);
      const of = requireUuid(entityId, "The entity id");
      await changingMemories(db, bank, (tx) => removeAlias(tx, bank, of, alias));
      return require(bank, of);
    },
    async split(bankId, entityId, split) {
      const bank = await banks.open(bankId);
      const from = requireUuid(entityId, "The entity id");
      if ("memoryIds" in split) for (const id of split.memoryIds) requireUuid(id, "The id of a memory");
      const wanted = "name" in split ? { ...split, name: await cleanName(bank, split.name) } : split;
      const other = await changingMemories(db, bank, (tx) => splitEntity(tx, bank, from, wanted, ctx.now()));
      return { entity: await read(bank, from, {}), split: await require(bank, other) };
    },
  };
}
