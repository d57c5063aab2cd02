// The console's cookie: read from what a browser sends, written for it to keep.
// In: headers. Out: the values of our name, and the text of Set-Cookie.

export const COOKIE = "hindsight_cp_access";
/** Cookies of one name that are looked at: a browser sends one for each path that fits. */
const MOST_VALUES = 8;

export function cookieValues(header: string | null): readonly string[] {
  return (header ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${COOKIE}=`))
    .map((pair) => pair.slice(COOKIE.length + 1))
    .slice(0, MOST_VALUES);
}

export interface CookieScope {
  readonly path: string;
  readonly isSecure: boolean;
}

/** An empty value takes the cookie away. */
export function setCookie(value: string, maxAgeSeconds: number, { path, isSecure }: CookieScope): string {
  return `${COOKIE}=${value}; Path=${path}; Max-Age=${value === "" ? 0 : maxAgeSeconds}; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
}

/** Did the browser come over TLS, to us or to the proxy in front? */
export function isOverTls(headers: Headers, isEncrypted: boolean): boolean {
  return isEncrypted || /^\s*https\s*(?:,|$)/i.test(headers.get("x-forwarded-proto") ?? "");
}
