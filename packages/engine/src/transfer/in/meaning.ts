import type { TransferTableName } from "../../store/shapes/transfer-tables.js";

/** What the columns of a table refer to, so that a row can be carried over to another bank. */
export interface Meaning {
  /** Numbers of memories. */
  readonly numbers?: readonly string[];
  readonly runs?: readonly string[];
  /** Ids that become new ones: of memories, directives, webhooks, records. */
  readonly ids?: readonly string[];
  readonly idLists?: readonly string[];
  /** Ids of entities, which may be those of the bank already. */
  readonly entities?: readonly string[];
  readonly entityLists?: readonly string[];
  /** The table has `document_id`. */
  readonly isOfDocument?: true;
}

const SOURCE = { numbers: ["memory_no"], entityLists: ["entity_ids"], isOfDocument: true } as const satisfies Meaning;
const MEMORY = { numbers: ["memory_no"], runs: ["run_no"], ids: ["id"], isOfDocument: true } as const satisfies Meaning;

export const MEANINGS: Readonly<Record<TransferTableName, Meaning>> = {
  document: { isOfDocument: true },
  chunk: { isOfDocument: true },
  attachment: { isOfDocument: true },
  run: { runs: ["run_no"], isOfDocument: true },
  memory: MEMORY,
  entity: { entities: ["id"] },
  memory_entity: { numbers: ["memory_no"], entities: ["entity_id"] },
  memory_source: SOURCE,
  link: { numbers: ["from_no", "to_no"] },
  observation_source: { numbers: ["observation_no", "memory_no"] },
  observation_history: { numbers: ["observation_no"], idLists: ["new_source_ids"] },
  observation_reading: { numbers: ["observation_no", "memory_no"] },
  invalidated_memory: MEMORY,
  invalidated_source: SOURCE,
  invalidated_link: { numbers: ["memory_no", "from_no", "to_no"] },
  entity_alias: { entities: ["id", "entity_id"], entityLists: ["path"] },
  alias_mention: { numbers: ["memory_no"], entities: ["alias_id"] },
  mental_model: {},
  mental_model_source: { ids: ["memory_id"] },
  mental_model_history: {},
  knowledge_node: {},
  directive: { ids: ["id"] },
  webhook: { ids: ["id"] },
  document_event: {
    ids: ["fact_id"],
    idLists: ["observations_created", "observations_updated", "observations_removed"],
    isOfDocument: true,
  },
  audit_log: { ids: ["id"] },
  llm_request: { ids: ["id"] },
};
