// An operation of the API as a function.
// In: its method and path. Out: a function that takes path, query, headers and body, and a client.

import type { RequestOptions, RequestResult, TDataShape } from "./config.js";
import { type Client, createClient } from "./create-client.js";
import { formOf } from "./form.js";

/** What an operation's function takes: what the operation has, and everything of the configuration for this one call. */
export type Options<TData extends TDataShape = TDataShape, ThrowOnError extends boolean = boolean> = Omit<
  RequestOptions<"fields", ThrowOnError>,
  "body" | "path" | "query" | "url"
> &
  Omit<TData, "url"> & {
    /** Made by createClient; without it the call goes to a path of the page it runs in. */
    client?: Client;
    /** For interceptors. */
    meta?: Record<string, unknown>;
  };

export type OperationFn<TData extends TDataShape, TResponses, TErrors> =
  Record<never, never> extends Omit<TData, "url" | "body" | "headers">
    ? <ThrowOnError extends boolean = false>(options?: Options<TData, ThrowOnError>) => RequestResult<TResponses, TErrors, ThrowOnError>
    : <ThrowOnError extends boolean = false>(options: Options<TData, ThrowOnError>) => RequestResult<TResponses, TErrors, ThrowOnError>;

let fallback: Client | undefined;

export function operation<TData extends TDataShape, TResponses, TErrors>(
  method: string,
  url: string,
  isUpload = false,
): OperationFn<TData, TResponses, TErrors> {
  const call = (options: Options<TDataShape> = {}) => {
    fallback ??= createClient();
    const { client = fallback, ...rest } = options;
    const upload = isUpload ? { bodySerializer: formOf } : {};
    return client.request({ ...upload, ...(rest as Omit<RequestOptions, "method" | "url">), method, url } as never);
  };
  return call as unknown as OperationFn<TData, TResponses, TErrors>;
}
