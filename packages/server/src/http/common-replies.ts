// Replies that come from the way to a handler, not from the handler: the specification declares them for each endpoint that this way leads to.
// In: an endpoint. Out: entries of `responses` by status, which an endpoint's own words stand above.

import { Detail, HTTPValidationError } from "../wire/common.js";
import { Unprocessable } from "../wire/unprocessable.js";
import type { Endpoint, ReplySpec } from "./endpoint.js";

type Replies = Readonly<Record<number, ReplySpec>>;

const refused = (description: string): ReplySpec => ({ description, schema: Detail });

const EVERY: Replies = {
  403: refused("The Host header is not a name of this server"),
  500: refused("Something failed inside the server; its log has the cause under the reply's X-Request-Id"),
};

/** A call that reaches a tenant's data. */
const TENANT: Replies = {
  400: refused("The path, the query or the bank id is not usable; the detail says why"),
  401: refused("No key, or one that is not known here"),
  403: refused("The key may not do this, an extension refused it, or the Host header is not a name of this server"),
  503: refused(
    "The database or a part that is needed does not answer, or too much is going on; try again after the seconds in Retry-After",
  ),
  504: refused("It took too long"),
};

const BANK: Replies = { 404: refused("There is no such bank or entry, or the bank was deleted while the call ran") };

const BODY: Replies = {
  400: refused("The path or the body is not usable; the detail says why"),
  408: refused("The body did not arrive in time"),
  413: refused("The body is larger than the limit"),
};

/** A call that asks a language model before it answers. */
const MODEL: Replies = {
  429: refused("A limit of the bank's spend is reached; try again after the seconds in Retry-After"),
  502: refused("The language model refused the call, or gave nothing that can be used"),
};

const INVALID: Replies = { 422: { description: "The request is not as specified", schema: HTTPValidationError } };

/** A body may also hold what memory defense blocks, and a model what it answers to refuse. */
const REFUSED: Replies = {
  422: {
    description: "The request is not as specified, or holds what the bank's memory defense or the model refuses",
    schema: Unprocessable,
  },
};

/** Statuses and bodies of an endpoint that its own `replies` need not name. */
export function commonReplies(each: Endpoint): Replies {
  const hasBody = each.body !== null || each.describedBody !== undefined || each.form !== undefined;
  return {
    ...EVERY,
    ...(each.path.startsWith("/v1/") ? TENANT : {}),
    ...(each.path.includes("{bank_id}") ? BANK : {}),
    ...(hasBody ? BODY : {}),
    ...(each.asksModel ? MODEL : {}),
    ...(each.params !== null || each.query !== null || each.body !== null ? INVALID : {}),
    ...(each.path.includes("{bank_id}") && (hasBody || each.asksModel) ? REFUSED : {}),
  };
}
