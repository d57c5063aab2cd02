// Shapes that several resources share.
// In: nothing. Out: schemas of path parameters, attachments, validation errors and observation scopes.

import { z } from "@hono/zod-openapi";
import { leaf, maybe, name } from "./scalars.js";

export const bankPath = z.object({ bank_id: name("Bank id or alias, percent-encoded") });

/** A reply field that is always sent, as null when there is nothing. */
export const nullable = { text: () => z.string().nullish(), integer: () => z.int().nullish() };

export const textMap = () => z.record(z.string(), z.string());
export const counts = () => z.record(z.string(), z.int());
export const anything = () => z.record(z.string(), z.unknown());

export const ChunkAttachment = z
  .object({
    id: z.string(),
    hash: z.string(),
    kind: z.string(),
    media_type: z.string(),
    byte_size: z.int(),
    filename: nullable.text(),
    url: z.string(),
  })
  .openapi("ChunkAttachment");

export const DispositionTraits = z
  .object({ skepticism: z.int().min(1).max(5), literalism: z.int().min(1).max(5), empathy: z.int().min(1).max(5) })
  .openapi("DispositionTraits");

const ValidationError = z
  .object({
    loc: z.array(z.union([z.string(), z.int()])),
    msg: z.string(),
    type: z.string(),
    input: z.unknown(),
    ctx: z.record(z.string(), z.unknown()).optional(),
  })
  .openapi("ValidationError");

export const HTTPValidationError = z.object({ detail: z.array(ValidationError).optional() }).openapi("HTTPValidationError");

export const Detail = z.object({ detail: z.string() }).openapi("ErrorDetail");

const SCOPE_WORDS = ["per_tag", "combined", "all_combinations", "shared"] as const;
type Scopes = (typeof SCOPE_WORDS)[number] | string[][];

/** A word, or lists of tags. */
export const observationScopes = () =>
  maybe(
    leaf<Scopes>(
      {
        type: "string",
        anyOf: [
          { type: "string", enum: [...SCOPE_WORDS] },
          { type: "array", items: { type: "array", items: { type: "string" } } },
        ],
      },
      (value, fail) => {
        const word = SCOPE_WORDS.find((each) => each === value);
        if (word !== undefined) return word;
        const isLists = Array.isArray(value) && value.every((row) => Array.isArray(row) && row.every((tag) => typeof tag === "string"));
        if (!isLists)
          return fail("literal_error", `Must be one of ${SCOPE_WORDS.join(", ")}, or lists of tags`, { expected: SCOPE_WORDS.join(", ") });
        return value.map((row: string[]) => row.map((tag) => tag.replaceAll("\0", "")));
      },
    ),
  );
