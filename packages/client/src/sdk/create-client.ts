// The low-level client: a request from its parts, and the reply with all that belongs to it.
// In: a configuration, and per call a URL with path, query, headers and body. Out: data or error, with the request and the response.
// No retries and no time limit of its own: those are HindsightClient's.

import { filledPath, queryText } from "../wire/path.js";
import { type Config, createConfig, type RequestOptions, type RequestResult, type ResponseStyle } from "./config.js";
import { Interceptors, type Middleware } from "./interceptors.js";
import { dataOf, errorOf } from "./reply.js";

type MethodOptions<TResponseStyle extends ResponseStyle, ThrowOnError extends boolean> = Omit<
  RequestOptions<TResponseStyle, ThrowOnError>,
  "method"
>;

export type MethodFn = <
  TData = unknown,
  TError = unknown,
  ThrowOnError extends boolean = false,
  TResponseStyle extends ResponseStyle = "fields",
>(
  options: MethodOptions<TResponseStyle, ThrowOnError>,
) => RequestResult<TData, TError, ThrowOnError, TResponseStyle>;

export type RequestFn = <
  TData = unknown,
  TError = unknown,
  ThrowOnError extends boolean = false,
  TResponseStyle extends ResponseStyle = "fields",
>(
  options: MethodOptions<TResponseStyle, ThrowOnError> & { method: string },
) => RequestResult<TData, TError, ThrowOnError, TResponseStyle>;

const METHODS = ["connect", "delete", "get", "head", "options", "patch", "post", "put", "trace"] as const;
export type HttpMethod = (typeof METHODS)[number];

export type Client = { [K in HttpMethod]: MethodFn } & {
  /** The path with its query; behind `baseUrl` when that is given here. */
  buildUrl: (
    options: { url: string; path?: Record<string, unknown>; query?: Record<string, unknown> } & Pick<Config, "baseUrl" | "querySerializer">,
  ) => string;
  getConfig: () => Config;
  setConfig: (config: Config) => Config;
  request: RequestFn;
  interceptors: Middleware<RequestOptions>;
};

export const createClient = (config: Config = {}): Client => {
  let current = merged(createConfig(), config);
  const interceptors: Middleware<RequestOptions> = { error: new Interceptors(), request: new Interceptors(), response: new Interceptors() };
  const request = (options: RequestOptions) => exchange(resolved(current, options), interceptors);
  const byMethod = METHODS.map((method) => [method, (options: RequestOptions) => request({ ...options, method: method.toUpperCase() })]);
  return {
    ...(Object.fromEntries(byMethod) as { [K in HttpMethod]: MethodFn }),
    buildUrl: (options) => urlOf({ ...current, baseUrl: "", ...options } as RequestOptions),
    getConfig: () => ({ ...current }),
    setConfig(changes) {
      current = merged(current, changes);
      return { ...current };
    },
    request: request as unknown as RequestFn,
    interceptors,
  };
};

function merged(base: Config, over: Config): Config {
  const baseUrl = over.baseUrl ?? base.baseUrl;
  const headers = mergedHeaders(base.headers, over.headers);
  return { ...base, ...over, headers, ...(baseUrl === undefined ? {} : { baseUrl: baseUrl.replace(/\/+$/, "") }) };
}

const resolved = (base: Config, options: RequestOptions): RequestOptions => ({ ...options, ...merged(base, options as Config) });

/** The later wins; null takes a header away, a list repeats it. */
function mergedHeaders(...all: readonly Config["headers"][]): Headers {
  const headers = new Headers();
  for (const each of all) {
    const entries = each instanceof Headers || Array.isArray(each) ? [...each] : Object.entries(each ?? {});
    for (const [name, value] of entries as readonly (readonly [string, unknown])[]) {
      if (value === undefined) continue;
      headers.delete(name);
      if (value === null) continue;
      for (const one of Array.isArray(value) ? value : [value])
        headers.append(name, typeof one === "object" ? JSON.stringify(one) : String(one));
    }
  }
  return headers;
}

function urlOf({ baseUrl = "", url, path, query, querySerializer }: RequestOptions): string {
  const filled = baseUrl + filledPath(url, path);
  if (querySerializer === undefined || query === undefined) return filled + queryText(query);
  const text = querySerializer(query).replace(/^\?/, "");
  return text === "" ? filled : `${filled}?${text}`;
}

async function exchange(options: RequestOptions, { request: onRequest, response: onResponse, error: onError }: Middleware<RequestOptions>) {
  let request = new Request(urlOf(options), await initOf(options));
  for (const fn of onRequest.fns) if (fn) request = await fn(request, options);
  let response: Response | undefined;
  let error: unknown;
  try {
    response = await (options.fetch ?? globalThis.fetch)(request);
    for (const fn of onResponse.fns) if (fn) response = await fn(response, request, options);
    if (response.ok) {
      const data = await dataOf(response, options);
      return options.responseStyle === "data" ? data : { data, request, response };
    }
    error = await errorOf(response);
  } catch (cause) {
    if (response?.ok) throw cause; // a reply that does not parse, or a validator's own refusal
    error = cause;
  }
  for (const fn of onError.fns) if (fn) error = await fn(error, response as Response, request, options);
  if (options.throwOnError) throw error;
  return options.responseStyle === "data" ? undefined : { error, request, response };
}

async function initOf(options: RequestOptions): Promise<RequestInit> {
  const { auth, body, bodySerializer, headers: given, requestValidator } = options;
  await requestValidator?.(options);
  const headers = mergedHeaders(given);
  const token = typeof auth === "function" ? await auth() : auth;
  if (token && !headers.has("Authorization")) headers.set("Authorization", `Bearer ${token}`);
  const sent = body === undefined || bodySerializer === null ? body : (bodySerializer ?? JSON.stringify)(body as never);
  // The runtime writes a form's boundary; a request without a body has no type.
  if (sent === undefined || sent instanceof FormData) headers.delete("Content-Type");
  // A redirect is an answer: following it would take headers and memories to another host, and make a GET of a POST.
  const init = { redirect: "manual", ...(options as RequestInit), headers } satisfies RequestInit;
  return sent === undefined ? init : { ...init, body: sent as NonNullable<RequestInit["body"]> };
}
