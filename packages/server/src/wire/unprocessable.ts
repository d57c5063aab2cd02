// What a body is refused with (422): problems of its form, what memory defense does not let in, or a sentence.
// In: nothing. Out: schemas.

import { z } from "@hono/zod-openapi";
import { Detail, HTTPValidationError } from "./common.js";

export const Violation = z.object({ index: z.int(), detector: z.string(), message: z.string() }).openapi("DefenseViolation");

/** Where the bank's memory defense blocks all that was sent. */
export const MemoryBlocked = z.object({ detail: z.object({ violations: z.array(Violation) }) }).openapi("MemoryBlocked");

/** The contract's body first: generated clients take the first that fits. */
export const Unprocessable = z.union([HTTPValidationError, MemoryBlocked, Detail]).openapi("UnprocessableRequest");
