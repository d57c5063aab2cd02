// Configuration of the low-level client, and its types.
// In: what createConfig and each call take. Out: types with the names of the published package.

/** How a body or a query becomes text, when it is not done as the API has it. */
export type BodySerializer = (body: never) => unknown;
export type QuerySerializer = (query: Record<string, unknown>) => string;

export type ResponseStyle = "data" | "fields";
export type ParseAs = "arrayBuffer" | "auto" | "blob" | "formData" | "json" | "stream" | "text";
type AuthToken = string | undefined;

/** Base of every request that `fetch` understands, beside what the client sets itself. */
type FetchOptions = Omit<RequestInit, "body" | "headers" | "method">;

export interface Config<T extends ClientOptions = ClientOptions> extends FetchOptions {
  /** A bearer token, or what gives one. */
  auth?: ((auth?: unknown) => Promise<AuthToken> | AuthToken) | AuthToken;
  baseUrl?: T["baseUrl"];
  bodySerializer?: BodySerializer | null;
  fetch?: typeof fetch;
  headers?: RequestInit["headers"] | Record<string, unknown>;
  method?: string;
  parseAs?: ParseAs;
  querySerializer?: QuerySerializer;
  requestValidator?: (data: unknown) => Promise<unknown>;
  responseStyle?: ResponseStyle;
  responseTransformer?: (data: unknown) => Promise<unknown>;
  responseValidator?: (data: unknown) => Promise<unknown>;
  /** Throw the error in place of returning it. */
  throwOnError?: T["throwOnError"];
}

export interface ClientOptions {
  baseUrl?: string;
  responseStyle?: ResponseStyle;
  throwOnError?: boolean;
}

export interface RequestOptions<
  TResponseStyle extends ResponseStyle = "fields",
  ThrowOnError extends boolean = boolean,
  Url extends string = string,
> extends Config<{ responseStyle: TResponseStyle; throwOnError: ThrowOnError }> {
  body?: unknown;
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  url: Url;
}

/** The defaults under what is given. */
export const createConfig = <T extends ClientOptions = ClientOptions>(
  override: Config<Omit<ClientOptions, keyof T> & T> = {},
): Config<Omit<ClientOptions, keyof T> & T> => ({ headers: { "Content-Type": "application/json" }, parseAs: "auto", ...override });

type Inner<T> = T extends Record<string | number, unknown> ? T[keyof T] : T;
type Fields = { request: Request; response: Response };

/** `{data}` or `{error}` with the request and the response; with throwOnError always data; with style "data" the data alone. */
export type RequestResult<
  TData = unknown,
  TError = unknown,
  ThrowOnError extends boolean = boolean,
  TResponseStyle extends ResponseStyle = "fields",
> = ThrowOnError extends true
  ? Promise<TResponseStyle extends "data" ? Inner<TData> : { data: Inner<TData> } & Fields>
  : Promise<
      TResponseStyle extends "data"
        ? Inner<TData> | undefined
        : ({ data: Inner<TData>; error: undefined } | { data: undefined; error: Inner<TError> }) & Fields
    >;

export interface TDataShape {
  body?: unknown;
  headers?: unknown;
  path?: unknown;
  query?: unknown;
  url: string;
}
