// Who looks at the console: whether a log-in is needed, and logging in and out.
// In: the access key a person types. Out: the session, whose cookie scripts cannot read.

import { queryOptions } from "@tanstack/react-query";
import { consoleCall } from "./client";

export interface Session {
  readonly authenticated: boolean;
  readonly requires_login: boolean;
  /** Why nobody can log in, where that is so. */
  readonly reason: string | null;
  readonly version: string;
}

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: ({ signal }) => consoleCall<Session>("auth/session", { signal }),
  staleTime: 60_000,
});

export const logIn = (accessKey: string): Promise<unknown> =>
  consoleCall("auth/login", { method: "POST", body: JSON.stringify({ access_key: accessKey }) });

export const logOut = (): Promise<unknown> => consoleCall("auth/logout", { method: "POST" });
