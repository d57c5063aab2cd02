// Keys: options are written in camel case, the API in snake case.
// In: options. Out: the same values under the API's names, without what concerns the call itself.
// A value goes through untouched: what lies inside is the API's own.

const CALL_OPTIONS: ReadonlySet<string> = new Set(["signal", "timeoutMs", "maxRetries"]);

/** `retainChunkSize: 5` becomes `retain_chunk_size: 5`. Null is sent; undefined is not, as JSON and queries have no word for it. */
export function apiKeys(options: object | undefined): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(options ?? {})
      .filter(([key]) => !CALL_OPTIONS.has(key))
      .map(([key, value]) => [apiKey(key), value]),
  );
}

const apiKey = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Undefined for undefined, so that an option that is not given is not sent. */
export function apiKeysOf(options: object | undefined): Record<string, unknown> | undefined {
  return options === undefined ? undefined : apiKeys(options);
}
