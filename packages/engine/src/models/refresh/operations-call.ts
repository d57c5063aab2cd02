/** A question to the model of which the answer is a list of operations on a document. */

import { z } from "zod";
import type { Settings } from "../../config/index.js";
import { applyOperations, type DocumentOperation, type Edited, readOperation } from "../../domain/document/index.js";
import type { StructuredDocument } from "../../domain/mental-models.js";
import { truncateToTokens } from "../../domain/text/tokens.js";
import type { Asker } from "../../reflect/index.js";

export interface Edit extends Edited {
  /** How many the model gave, read or not. */
  readonly given: number;
  /** How many of them could be read. */
  readonly readable: number;
}

const Reply = z.looseObject({ operations: z.array(z.unknown()) });

const SCHEMA = {
  type: "object",
  properties: {
    operations: {
      type: "array",
      items: {
        type: "object",
        properties: {
          op: { type: "string" },
          section_id: { type: "string" },
          block_id: { type: "string" },
          after_block_id: { type: "string" },
          after_section_id: { type: "string" },
          text: { type: "string" },
          heading: { type: "string" },
          new_heading: { type: "string" },
          level: { type: "integer" },
          blocks: { type: "array", items: { type: "string" } },
        },
        required: ["op"],
      },
    },
  },
  required: ["operations"],
} as const;

export const OPERATIONS = `The operations, each an object:
- {"op": "append_block", "section_id", "text"}: a new block at the end of a section
- {"op": "insert_block", "section_id", "after_block_id", "text"}: behind a block; without after_block_id it comes first
- {"op": "replace_block", "section_id", "block_id", "text"}
- {"op": "remove_block", "section_id", "block_id"}
- {"op": "add_section", "heading", "level", "blocks", "after_section_id"}
- {"op": "remove_section", "section_id"}
- {"op": "replace_section_blocks", "section_id", "blocks"}
- {"op": "rename_section", "section_id", "new_heading"}
A block is one piece of Markdown: a paragraph, a whole list, a whole table, a fenced piece of code. Answer with {"operations": [...]}, and with an empty list when nothing is to be changed.`;

/** Input of one such call at most, in tokens (reference §3.6): facts first, then the document, then what was newly written. */
const MOST_INPUT = 24_000;

/** The input of one such call, in tokens: no more than a model with a small window takes. */
export function inputTokens({ reflectMaxContextTokens }: Pick<Settings, "reflectMaxContextTokens">): number {
  return Math.min(MOST_INPUT, reflectMaxContextTokens);
}

/** A part of the prompt within its share of the input; what is cut is said. */
export function within(text: string, share: number, input: number): string {
  const cut = truncateToTokens(text, Math.floor(input * share));
  return cut.length === text.length ? text : `${cut}\n(cut here: there is more)`;
}

/** Asks, reads the operations one by one, and carries out those that `allows` lets pass. Throws what the model throws. */
export async function editByModel(
  asker: Asker,
  document: StructuredDocument,
  {
    scope,
    system,
    user,
    allows = () => true,
  }: {
    readonly scope: "mental_model_delta_ops" | "mental_model_retraction_ops";
    readonly system: string;
    readonly user: string;
    readonly allows?: (operation: DocumentOperation) => boolean;
  },
): Promise<Edit> {
  const { object } = await asker.completeObject(scope, {
    messages: [
      { role: "system", content: system },
      { role: "user", content: user },
    ],
    schema: Reply,
    jsonSchema: SCHEMA,
    schemaName: "document_operations",
    normalise: (value) => (Array.isArray(value) ? { operations: value } : value),
  });
  const read = object.operations.map((given) => ({ given, operation: readOperation(given) }));
  const good = read.flatMap(({ operation }) => ("problem" in operation || !allows(operation) ? [] : [operation]));
  const bad = read.flatMap(({ given, operation }) => {
    if ("problem" in operation) return [{ operation: given, reason: operation.problem }];
    return allows(operation) ? [] : [{ operation: given, reason: `${operation.op} is not to be used here` }];
  });
  const edited = applyOperations(document, good);
  return { ...edited, skipped: [...bad, ...edited.skipped], given: read.length, readable: read.length - bad.length };
}
