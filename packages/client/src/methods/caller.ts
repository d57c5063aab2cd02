// The ground of the client: a connection, and one way to call.
// In: the client's options. Out: a class that the groups of methods stand on.
// The set of methods is flat by contract, and a method can be overridden, watched or reached through a Proxy: so the groups are layers of one
// class, a file each, and none has a #private member.

import { type CallOptions, type Connection, connectionOf, type HindsightClientOptions } from "../options.js";
import { filledPath, type Query, queryText } from "../wire/path.js";
import { type Call, send } from "../wire/send.js";

export const BANK = "/v1/default/banks/{bank_id}";

/** What goes along with a call. */
export interface Parts extends Pick<Call, "body" | "raw" | "mayRepeat" | "parse"> {
  readonly query?: Query;
}

export class Caller {
  protected readonly apiConnection: Connection;

  constructor(options: HindsightClientOptions) {
    this.apiConnection = connectionOf(options);
  }

  /** Calls `method path` with the ids in the path's braces; `name` is the client's method, for messages. */
  protected async callApi<T>(
    name: string,
    method: Call["method"],
    path: string,
    ids: Readonly<Record<string, string>>,
    { query, ...parts }: Parts = {},
    options: CallOptions = {},
  ): Promise<T> {
    return send<T>(this.apiConnection, { name, method, path: filledPath(path, ids) + queryText(query), ...parts }, options);
  }
}
