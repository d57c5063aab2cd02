// archive: whole databases, read and written table by table, for backup and restore.
// In: a database or a transaction, a schema. Out: rows as text, which any engine and version takes back.
// It knows the catalogue and no table by name; every bank is in it, so there is no scope.

export {
  type Counter,
  enterSchema,
  estimateRows,
  type ForeignKey,
  isPassing,
  listCounters,
  listForeignKeys,
  listSchemas,
  listTables,
  ourTables,
  quoted,
  requireSchema,
  setCounter,
  type TableColumn,
  type TableShape,
} from "./catalogue.js";
export { beginLoad, type Load, type LoadPlan, type LoadTarget } from "./load.js";
export { readRows, type TextRow } from "./read-rows.js";
export { countOtherConnections, dropTables, makeSchema } from "./replace.js";
export { type SchemaDrift, schemaDrift } from "./schema-drift.js";
export { schemaLines } from "./schema-lines.js";
export { type DatabaseFacts, holdsBanks, openSnapshot, readDatabaseFacts } from "./snapshot.js";
