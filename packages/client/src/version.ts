// Version: what this client calls itself towards a server.
// In: nothing. Out: its version, and the default `User-Agent`.
// The version is that of package.json; a test compares them.

export const CLIENT_VERSION: string = "0.1.0";
export const DEFAULT_USER_AGENT: string = `hindsight-client-typescript/${CLIENT_VERSION}`;
