/** Which hosts a webhook may reach: no inside of a network, unless the server's settings name it. */

import { lookup as dnsLookup } from "node:dns/promises";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { HindsightError } from "../errors.js";

export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Resolves a host name to all of its addresses. */
export type Resolve = (host: string) => Promise<readonly Address[]>;

export const resolveHost: Resolve = async (host) =>
  (await dnsLookup(host, { all: true })).map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));

/**
 * The URL of a webhook, read. Throws `bad_argument` for what is no http or https URL, holds a user name or password, or names
 * port 0 or a private address.
 * `allowed` is the setting: hosts, addresses and CIDR ranges.
 */
export function webhookUrl(text: string, allowed: readonly string[]): URL {
  if (!URL.canParse(text)) throw bad("The url is not a URL like https://host/path.");
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw bad("The url of a webhook must start with http:// or https://.");
  if (url.username !== "" || url.password !== "") {
    throw bad("The url holds a user name or password; send them in http_config.headers instead.");
  }
  if (url.port === "0") throw bad("The url names port 0, at which nobody can listen. Name the receiver's port, or none.");
  const host = hostOf(url);
  if (isIP(host) !== 0) requirePublic(host, [host], allowed);
  return url;
}

/** Longest wait for a name when a webhook is made; what is not known by then is looked at when it is called. */
const CREATION_LOOKUP_MS = 2_000;

/** Looks up the host of a new webhook, so that a private one is refused at once. A name that nobody knows (yet) is let through. */
export async function checkHost(url: URL, allowed: readonly string[], resolve: Resolve = resolveHost): Promise<void> {
  const host = hostOf(url);
  if (isIP(host) !== 0 || isNamed(host, allowed)) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly Address[]>((done) => {
    timer = setTimeout(() => done([]), CREATION_LOOKUP_MS);
  });
  const unknown = (): readonly Address[] => []; // a delivery says why it cannot be reached
  const found = await Promise.race([resolve(host).catch(unknown), late]).finally(() => clearTimeout(timer));
  requirePublic(
    host,
    found.map(({ address }) => address),
    allowed,
  );
}

/**
 * The addresses that a delivery may connect to: all that the host has. Throws `bad_argument` when one of them is private: a host with both is how a check is
 * slipped past. Throws what the look-up throws.
 */
export async function checkedAddresses(url: URL, allowed: readonly string[], resolve: Resolve = resolveHost): Promise<readonly Address[]> {
  const host = hostOf(url);
  const version = isIP(host);
  const found: readonly Address[] = version === 0 ? await resolve(host) : [{ address: host, family: version === 6 ? 6 : 4 }];
  requirePublic(
    host,
    found.map(({ address }) => address),
    allowed,
  );
  return found;
}

function requirePublic(host: string, addresses: readonly string[], allowed: readonly string[]): void {
  if (isNamed(host, allowed)) return;
  if (addresses.every((address) => isPublic(address) || isInRange(address, allowed))) return;
  throw bad(
    `The host "${host}" has a private or reserved address, which webhooks do not reach. ` +
      "The server's HINDSIGHT_API_WEBHOOK_ALLOWED_HOSTS may name it (host, address or CIDR range).",
  );
}

/** Without the brackets of an IPv6 literal. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "");

const isNamed = (host: string, allowed: readonly string[]): boolean => allowed.some((entry) => entry.toLowerCase() === host.toLowerCase());

/** Addresses of the open internet: unicast of IPv4, and of IPv6 the range that is given out (2000::/3, RFC 4291) without its tunnels. */
function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address); // an IPv4 address in IPv6 clothes counts as what it is
  if (parsed.range() !== "unicast") return false;
  return !(parsed instanceof ipaddr.IPv6) || ((parsed.parts[0] ?? 0) & 0xe000) === 0x2000;
}

function isInRange(address: string, allowed: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return allowed.some((entry) => {
    if (ipaddr.isValid(entry)) return ipaddr.process(entry).toString() === parsed.toString();
    if (!ipaddr.isValidCIDR(entry)) return false;
    const [range, bits] = ipaddr.parseCIDR(entry);
    return range.kind() === parsed.kind() && parsed.match([range, bits] as never);
  });
}

const bad = (message: string): HindsightError => new HindsightError("bad_argument", message);
