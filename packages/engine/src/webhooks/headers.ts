/** Headers that a webhook may be given, and what is sent of them beside our own. Names are compared without case, as HTTP does. */

import { HindsightError } from "../errors.js";

type Headers = Readonly<Record<string, string>>;

/** A token of RFC 9110, 5.6.2. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** What a field's value may not hold: controls, which would end its line, and what is beyond a byte (RFC 9110, 5.5). */
const NO_VALUE = /[^\t\x20-\x7e\x80-\xff]/;
/** They say how the message goes over the wire, which is for the client that sends it; most clients refuse to send them. */
const OF_THE_WIRE: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
const RESERVED = /^(?:proxy-|x-hindsight-)/;

const isReserved = (name: string): boolean => OF_THE_WIRE.has(name.toLowerCase()) || RESERVED.test(name.toLowerCase());

/** Throws `bad_argument` for what is no header, what is not a caller's to set, and one that is there twice. */
export function checkHeaders(headers: Headers): void {
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const shown = `http_config.headers: "${name.slice(0, 100)}"`;
    if (!NAME.test(name)) throw bad(`${shown} is no name of a header: it has letters, digits and hyphens.`);
    if (NO_VALUE.test(value)) throw bad(`${shown} has a value that no header can have: one line of Latin letters, digits and signs.`);
    if (isReserved(name)) throw bad(`${shown} is set by the server that sends the event. Leave it out.`);
    if (seen.has(name.toLowerCase())) throw bad(`${shown} is there twice: case makes no other header. Leave one out.`);
    seen.add(name.toLowerCase());
  }
}

/** The headers of a call, by lower-case name: ours in place of a given one of the same name; what was stored before it was refused stays behind. */
export function sentHeaders(given: Headers, own: Headers): Headers {
  const kept = Object.entries(given).filter(([name]) => !isReserved(name));
  return Object.fromEntries([...kept, ...Object.entries(own)].map(([name, value]) => [name.toLowerCase(), value]));
}

const bad = (message: string): HindsightError => new HindsightError("bad_argument", message);
