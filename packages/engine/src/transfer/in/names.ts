// Whose the names of an archive are in the bank that it comes into.
// In: entities and aliases of the archive, and which of their names the bank has. Out: where each stands, and whom each memory then mentions.
// A name that the bank has is whose the bank says, whatever the archive says; one that it does not have stays with what carried it.

import type { Row } from "../../domain/transfer.js";
import type { HadName } from "../../store/transfer/find-names-by-key.js";

export interface ArchiveEntity {
  readonly id: string;
  readonly key: string | null;
  readonly isLabel: boolean;
}

export interface ArchiveAlias {
  readonly id: string;
  readonly entityId: string;
  readonly key: string | null;
  readonly path: readonly string[];
}

export interface ArchiveMention {
  readonly aliasId: string;
  readonly isBeside: boolean;
}

export interface Naming {
  /** The id of what has the name of an entity or an alias of the archive: an entity or an alias. */
  nameId(id: string): string;
  /** The entities that a memory mentions where the archive says that it mentions this one. */
  entitiesOf(memoryNo: number, entityId: string): readonly string[];
  /** True for a name that the bank had: nothing of its row is taken. */
  isKnown(id: string): boolean;
  /** Where the row of an alias goes that the bank did not have. */
  aliasAt(id: string): { readonly entity_id: string; readonly path: readonly string[] } | null;
  /** Several names of the archive may be one's, and one's several: then mentions are worked out memory by memory, from all its entities. */
  readonly gathers: { mentions(memoryNo: number, entityIds: Iterable<string>): Mentions } | null;
  /** Entities of the bank that something may mention by now, or mention no more. */
  touched(): readonly string[];
}

export interface Mentions {
  readonly entityIds: ReadonlySet<string>;
  readonly aliases: readonly { readonly alias_id: string; readonly is_beside: boolean }[];
}

export interface ArchiveNames {
  readonly entities: readonly ArchiveEntity[];
  readonly aliases: ReadonlyMap<string, ArchiveAlias>;
  /** By the memory's number. */
  readonly aliasMentions: ReadonlyMap<number, readonly ArchiveMention[]>;
}

/** In a bank that has no names. */
export function nameWhole({ entities, aliases }: ArchiveNames, freshId: (id: string) => string): Naming {
  return {
    nameId: freshId,
    entitiesOf: (_, id) => [freshId(id)],
    isKnown: () => false,
    aliasAt(id) {
      const { entityId, path } = aliases.get(id) ?? { entityId: id, path: [] };
      return { entity_id: freshId(entityId), path: path.map(freshId) };
    },
    gathers: null,
    touched: () => entities.map(({ id }) => freshId(id)),
  };
}

interface Place {
  readonly entityId: string;
  readonly aliasId: string | null;
  readonly path: readonly string[];
  readonly isNew: boolean;
}

/** In a bank that has some of the names. */
export function nameBeside(names: ArchiveNames, had: readonly HadName[], freshId: (id: string) => string): Naming {
  const places = placesOf(names, had, freshId);
  const placeOf = (id: string): Place => places.get(id) ?? { entityId: freshId(id), aliasId: null, path: [], isNew: true };
  /** The entity and those of its aliases by whose names a memory mentions it. */
  function namesIn(memoryNo: number, entityId: string): readonly string[] {
    const aliases = (names.aliasMentions.get(memoryNo) ?? []).filter(({ aliasId }) => names.aliases.get(aliasId)?.entityId === entityId);
    return [...(aliases.every(({ isBeside }) => isBeside) ? [entityId] : []), ...aliases.map(({ aliasId }) => aliasId)];
  }
  return {
    nameId: (id) => placeOf(id).aliasId ?? placeOf(id).entityId,
    entitiesOf: (memoryNo, entityId) => [...new Set(namesIn(memoryNo, entityId).map((name) => placeOf(name).entityId))],
    isKnown: (id) => !placeOf(id).isNew,
    aliasAt(id) {
      const { isNew, entityId, path } = placeOf(id);
      return isNew ? { entity_id: entityId, path } : null;
    },
    gathers: {
      mentions(memoryNo, entityIds) {
        const found = [...entityIds].flatMap((id) => namesIn(memoryNo, id)).map(placeOf);
        const own = new Set(found.flatMap(({ entityId, aliasId }) => (aliasId === null ? [entityId] : [])));
        const aliases = new Map(found.flatMap(({ entityId, aliasId }) => (aliasId === null ? [] : [[aliasId, own.has(entityId)]])));
        return {
          entityIds: new Set(found.map(({ entityId }) => entityId)),
          aliases: [...aliases].map(([alias_id, is_beside]) => ({ alias_id, is_beside })),
        };
      },
    },
    touched: () => [...new Set([...places.values()].map(({ entityId }) => entityId))],
  };
}

function placesOf(
  { entities, aliases }: ArchiveNames,
  had: readonly HadName[],
  freshId: (id: string) => string,
): ReadonlyMap<string, Place> {
  const own = new Map(had.filter(({ aliasId }) => aliasId === null).map((name) => [name.key, name]));
  const also = new Map(had.filter(({ aliasId }) => aliasId !== null).map((name) => [name.key, name]));
  /** As a retain finds it: an entity of that name before an alias, and a label by its own name alone. */
  const inBank = (key: string | null, isLabel: boolean): Place | null => {
    const found = key === null ? undefined : (own.get(key) ?? (isLabel ? undefined : also.get(key)));
    return found === undefined ? null : { ...found, isNew: false };
  };
  const places = new Map<string, Place>();
  for (const { id, key, isLabel } of entities)
    places.set(id, inBank(key, isLabel) ?? { entityId: freshId(id), aliasId: null, path: [], isNew: true });
  // What an alias came through has a shorter path than itself.
  for (const alias of [...aliases.values()].sort((one, other) => one.path.length - other.path.length))
    places.set(alias.id, inBank(alias.key, false) ?? carriedAlong(alias, places, freshId));
  return places;
}

/** An alias that the bank does not have goes where what it came through is: with an alias of another entity it is that one's too, with an entity its own. */
function carriedAlong({ id, entityId, path }: ArchiveAlias, places: ReadonlyMap<string, Place>, freshId: (id: string) => string): Place {
  const carriers = [...path, entityId].flatMap((one) => places.get(one) ?? []);
  const through: string[] = [];
  for (const { aliasId, path: further, isNew } of carriers) {
    if (aliasId === null) break;
    through.push(aliasId);
    if (isNew) continue;
    through.push(...further);
    break;
  }
  return { entityId: (carriers[0] as Place).entityId, aliasId: freshId(id), path: through, isNew: true };
}

/** The rows of the memories' mentions: `ties` has the entities of the archive that each mentions. */
export function* mentionRows(
  { mentions }: NonNullable<Naming["gathers"]>,
  ties: ReadonlyMap<number, ReadonlySet<string>>,
  place: (memoryNo: number) => number,
): Generator<readonly ["memory_entity" | "alias_mention", Row]> {
  for (const [given, entities] of ties) {
    const memory_no = place(given);
    const { entityIds, aliases } = mentions(given, entities);
    for (const entity_id of entityIds) yield ["memory_entity", { memory_no, entity_id }];
    for (const alias of aliases) yield ["alias_mention", { memory_no, ...alias }];
  }
}
