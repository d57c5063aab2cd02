// HindsightClient: every method of the API's everyday use, in one object.
// In: where the server is, and a key. Out: calls that return the API's replies or throw a HindsightError.
// The methods stand in methods/, layer upon layer; what is not here is in `sdk`.

import { OperationMethods } from "./methods/operations.js";

/**
 * A client of a Hindsight server.
 *
 * Every method takes `signal`, `timeoutMs` and `maxRetries` in its last argument. Reads, recalls and asynchronous retains are
 * tried again when the connection or the server fails for a moment; nothing else is, since a second time could do harm.
 */
export class HindsightClient extends OperationMethods {}
