// Replies of the console: the headers that every one has, and refusals in the shape of the API's.
// In: a status and what to say. Out: a Response.

/** On every reply of the console's addresses. */
export const GUARDS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** Whatever comes from below `api/` is data: opened as a page (an uploaded file may be one), it runs nothing and reads nothing. */
export const DATA_GUARDS: Readonly<Record<string, string>> = {
  ...GUARDS,
  "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
};

export function jsonReply(status: number, body: object, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { status, headers: { ...DATA_GUARDS, "Cache-Control": "no-store", ...headers } });
}

/** `error` is for programs, `detail` a sentence for people. */
export function refused(status: number, error: string, detail: string, headers: Readonly<Record<string, string>> = {}): Response {
  return jsonReply(status, { detail, error }, headers);
}
