// What of a request goes on to the API, and what of a reply goes back to the browser.
// In: headers. Out: headers, without what is for one connection, what names the caller to the console, and what would bind the browser.

import type { IncomingMessage } from "node:http";
import { DATA_GUARDS } from "./replies.js";

/** RFC 9110 §7.6.1: for one connection. */
const HOP_BY_HOP = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];
/** Whom the browser asked and as whom: the console has answered that, and asks in its own name. */
const OF_THE_BROWSER = ["authorization", "cookie", "host", "origin", "referer", "expect", "x-hindsight-console"];
/** What would log the browser in, send it elsewhere or let other pages read. */
const OF_THE_API = ["set-cookie", "www-authenticate", "clear-site-data", "refresh", "strict-transport-security"];

export type HeaderPair = readonly [name: string, value: string];

/** As they came over the wire, where that is known: a header may come twice. */
export function pairsOf(headers: Headers, incoming: IncomingMessage | undefined): readonly HeaderPair[] {
  const raw = incoming?.rawHeaders;
  if (raw === undefined) return [...headers];
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ""] as const] : []));
}

/** `key` becomes the authorization; empty is none. */
export function requestHeaders(pairs: readonly HeaderPair[], key: string): readonly HeaderPair[] {
  const dropped = new Set([...HOP_BY_HOP, ...OF_THE_BROWSER, ...namedByConnection(pairs)]);
  const kept = pairs.filter(([name]) => !dropped.has(name.toLowerCase()) && !/^sec-/i.test(name));
  return key === "" ? kept : [...kept, ["Authorization", `Bearer ${key}`]];
}

/** Takes out of a reply of the API what is not for the browser, and adds what every reply of the console has. */
export function guardReply(headers: Headers): void {
  const dropped = [...HOP_BY_HOP, ...OF_THE_API, ...namedByConnection([...headers])];
  for (const name of dropped) headers.delete(name);
  for (const name of [...headers.keys()]) if (name.startsWith("access-control-")) headers.delete(name);
  for (const [name, value] of Object.entries(DATA_GUARDS)) headers.set(name, value);
  // What the API lets a caller keep would be readable in the browser's store after the log-out.
  headers.set("Cache-Control", "private, no-store");
}

function namedByConnection(pairs: Iterable<HeaderPair>): readonly string[] {
  return [...pairs].flatMap(([name, value]) =>
    name.toLowerCase() === "connection" ? value.split(",").map((each) => each.trim().toLowerCase()) : [],
  );
}
