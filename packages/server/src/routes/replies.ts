// Replies that many routes document.
// In: a schema. Out: entries for `replies`, with the errors of the contract.

import type { z } from "@hono/zod-openapi";
import type { ReplySpec } from "../http/endpoint.js";
import { Detail } from "../wire/common.js";

export const ok = (schema: z.ZodType, description = "Done"): ReplySpec => ({ description, schema });
export const refused = (description: string): ReplySpec => ({ description, schema: Detail });

export const NO_BANK = refused("There is no such bank");
export const NO_SUCH = refused("There is no such bank or entry");
export const BAD = refused("An argument is not usable; the detail says which and why");
export const CONFLICT = refused("The state of the entry does not allow this");
export const GONE = refused("Retired; the detail names the route to use instead");
export const BUSY = refused("Too much is going on; try again after the seconds in Retry-After");

export const B = "/v1/default/banks/{bank_id}";
