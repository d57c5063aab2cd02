// The request target as it came over the wire: routing reads this, never a parsed URL.
// In: the request and Node's message behind it. Out: path (still percent-encoded) and query.
// A URL parser folds `%2E%2E` and `..` away, and a decoded path no longer shows which slash was part of an id.

import { type Bindings, HindsightError } from "./types.js";

export interface Target {
  readonly path: string;
  readonly query: string;
}

/** Splits the raw target. Absolute-form targets lose scheme and host. Node's parser lets nothing but visible ASCII through to here. */
export function targetOf(request: Request, env: Bindings | undefined, basePath: string): Target {
  let target = env?.incoming?.url ?? request.url;
  if (!target.startsWith("/")) target = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "");
  const fragment = target.indexOf("#");
  if (fragment >= 0) target = target.slice(0, fragment);
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  return { path: withoutBase(path === "" ? "/" : path, basePath), query: mark < 0 ? "" : target.slice(mark + 1) };
}

function withoutBase(path: string, basePath: string): string {
  if (basePath === "" || !path.startsWith(basePath)) return path;
  const rest = path.slice(basePath.length);
  if (rest === "") return "/";
  return rest.startsWith("/") ? rest : path;
}

/** Refuses a path that does not decode to text that a database can hold. After this, decoding a segment is exact. */
export function checkPath(path: string): void {
  if (!path.includes("%")) return;
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch (cause) {
    throw new HindsightError("bad_argument", "The path is not percent-encoded UTF-8; encode ids with encodeURIComponent.", { cause });
  }
  if (decoded.includes("\0")) throw new HindsightError("bad_argument", "The path contains a NUL character; ids cannot hold one.");
}
