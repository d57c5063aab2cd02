// Requests that another site made: refused, whatever cookies they bring.
// In: a method and headers. Out: why a request is refused, or null.

const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** A page of another origin cannot send it: it would have to ask first (CORS), and nobody answers that. */
const OWN_HEADER = "x-hindsight-console";

/**
 * What changes something needs the console's own header. Where the browser says from where a request comes, its word counts: `Sec-Fetch-Site`, which no page
 * can set, else `Origin`, which must name the host that was called (a proxy may have noted that in `X-Forwarded-Host`).
 */
export function crossSiteProblem(method: string, headers: Headers): string | null {
  const isSafe = SAFE.has(method);
  if (!isSafe && headers.get(OWN_HEADER) !== "1") return "A request that changes something needs the header X-Hindsight-Console: 1.";
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" || (isSafe && site === "none") ? null : FOREIGN;
  const origin = headers.get("origin");
  return origin === null || isOwn(origin, headers) ? null : FOREIGN;
}

/** What a browser asks data for: scripts and links of the page (a download is a link), and pictures, sound and film. */
const FOR_DATA: ReadonlySet<string> = new Set(["empty", "document", "image", "audio", "video"]);

/**
 * Is it asked for to be run, to style a page or to stand in one? The policy of the page allows scripts of its own origin, and what lies below `api/` is of
 * that origin too: an attachment may well say that it is JavaScript. The browser says what it asks for, and no page can set that (`Sec-Fetch-Dest`).
 */
export function isAskedToRun(headers: Headers): boolean {
  const purpose = headers.get("sec-fetch-dest");
  return purpose !== null && !FOR_DATA.has(purpose);
}

const FOREIGN = "This request came from a page of another origin; the console's addresses are for the console alone.";

function isOwn(origin: string, headers: Headers): boolean {
  const named = /^https?:\/\/([^/]+)$/i.exec(origin)?.[1]?.toLowerCase();
  const called = [headers.get("host"), headers.get("x-forwarded-host")?.split(",")[0]];
  return named !== undefined && called.some((host) => host?.trim().toLowerCase() === named);
}
