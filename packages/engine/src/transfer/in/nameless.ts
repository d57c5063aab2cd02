// Names that memory defense took away: an entity that was called by a secret is none, and nothing of the archive mentions it.
// In: rows in the order in which they are stored, screened. Out: the same without such entities, their aliases and whoever mentions them.

import { hasMark } from "../../domain/text/redaction-mark.js";
import type { Row } from "../../domain/transfer.js";
import type { TransferTableName } from "../../store/shapes/transfer-tables.js";

export interface Nameless {
  /** The row as it may be stored; null for one that is left out. Entities come first, aliases before their mentions. */
  without(table: TransferTableName, row: Row): Row | null;
}

export function nameless(): Nameless {
  const gone = new Set<unknown>();
  const leave = (row: Row): null => {
    gone.add(row.id);
    return null;
  };
  const left = (ids: unknown): unknown => (Array.isArray(ids) ? ids.filter((id) => !gone.has(id)) : ids);
  return {
    without(table, row) {
      if (table === "entity") return hasMark(String(row.canonical_name)) ? leave(row) : row;
      if (table === "entity_alias")
        return gone.has(row.entity_id) || hasMark(String(row.name)) ? leave(row) : { ...row, path: left(row.path) };
      if (table === "memory_entity") return gone.has(row.entity_id) ? null : row;
      if (table === "alias_mention") return gone.has(row.alias_id) ? null : row;
      if (table === "invalidated_memory" && Array.isArray(row.mentions)) return { ...row, mentions: row.mentions.filter(isNamed) };
      return "entity_ids" in row && gone.size > 0 ? { ...row, entity_ids: left(row.entity_ids) } : row;
    },
  };
}

function isNamed(mention: unknown): boolean {
  const { name } = (typeof mention === "object" && mention !== null ? mention : {}) as { readonly name?: unknown };
  return typeof name !== "string" || !hasMark(name);
}
