// Replies of the low-level client.
// In: a response. Out: its data, read as its type says or as the call asks; or the error that it tells.

import type { ParseAs, RequestOptions } from "./config.js";

export async function dataOf(response: Response, options: RequestOptions): Promise<unknown> {
  const { parseAs = "auto", responseValidator, responseTransformer } = options;
  const kind = parseAs === "auto" ? kindOf(response.headers.get("content-type")) : parseAs;
  if (kind === "stream") return response.body;
  const isEmpty = response.status === 204 || response.headers.get("content-length") === "0";
  if (isEmpty && kind === "json") return {};
  const data: unknown = await response[kind]();
  if (kind !== "json") return data;
  await responseValidator?.(data);
  return responseTransformer === undefined ? data : responseTransformer(data);
}

function kindOf(type: string | null): Exclude<ParseAs, "auto"> {
  const media = type?.split(";")[0]?.trim() ?? "";
  if (media === "") return "stream";
  if (media.startsWith("application/json") || media.endsWith("+json")) return "json";
  if (media === "multipart/form-data") return "formData";
  return media.startsWith("text/") ? "text" : "blob";
}

/** The parsed body, or its text where it is no JSON; of a redirect, where it leads. */
export async function errorOf(response: Response): Promise<unknown> {
  const location = response.headers.get("location");
  if (response.status >= 300 && response.status < 400 && location !== null)
    return `The server redirects to ${location}: is that the baseUrl?`;
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return text === "" ? {} : text; // as the published package gives it
  }
}
