// One setting: how a row of the table is written, and the values that rows take.
// In: the text of an environment variable. Out: its value, or `configuration_invalid` naming the variable and what it takes.

import ipaddr from "ipaddr.js";
import { HindsightError } from "../errors.js";

export interface SettingSpec<T> {
  /** Environment variable. */
  readonly env: string;
  readonly default: T;
  readonly parse: (text: string, env: string) => T;
  /** One line for the generated documentation. */
  readonly meaning: string;
}

export function invalid(env: string, text: string, wanted: string): HindsightError {
  return new HindsightError("configuration_invalid", `${env} is "${text}"; it takes ${wanted}.`);
}

export const text = (value: string): string => value;

export function integer(least: number, most = Number.MAX_SAFE_INTEGER) {
  return (value: string, env: string): number => {
    const n = Number(value);
    if (!/^-?\d+$/.test(value.trim()) || n < least || n > most) throw invalid(env, value, `a whole number from ${least} to ${most}`);
    return n;
  };
}

/** What a timer of Node takes, in ms (24.8 days): one that is set further off goes off at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A time that something waits for. */
export const milliseconds = (least: number) => integer(least, LONGEST_TIMER_MS);
export const seconds = (least: number) => integer(least, Math.floor(LONGEST_TIMER_MS / 1000));
export const partialSeconds = (least: number) => decimal(least, Math.floor(LONGEST_TIMER_MS / 1000));

/** The path that a proxy leaves on, as `/memory` or `/a/b`; slashes at its ends are read either way. */
export function basePath(value: string, env: string): string {
  const path = value.trim().replace(/^\/*|\/+$/g, "");
  if (!/^[\w.~-]*(\/[\w.~-]+)*$/.test(path) || path.split("/").some((part) => /^\.+$/.test(part)))
    throw invalid(env, value, "a path of letters, digits and . _ ~ -, such as /memory");
  return path === "" ? "" : `/${path}`;
}

/** An address of HTTP, as it was written. */
export function httpUrl(value: string, env: string): string {
  const url = value.trim();
  if (!/^https?:\/\/[^/]/i.test(url) || !URL.canParse(url)) throw invalid(env, value, "a URL like https://host/path");
  return url;
}

/** Hosts, addresses and CIDR ranges between commas. A range that is none would let nobody in, and say nothing. */
export function hosts(value: string, env: string): readonly string[] {
  const entries = list(value);
  const wrong = entries.find((entry) => entry.includes("/") && !ipaddr.isValidCIDR(entry));
  if (wrong !== undefined) throw invalid(env, wrong, "names of hosts, addresses, and CIDR ranges such as 10.0.0.0/8");
  return entries;
}

export function oneOf<const T extends string>(...choices: readonly T[]) {
  return (value: string, env: string): T => {
    const found = choices.find((choice) => choice === value.trim().toLowerCase());
    if (found === undefined) throw invalid(env, value, `one of ${choices.join(", ")}`);
    return found;
  };
}

export function flag(value: string, env: string): boolean {
  const word = value.trim().toLowerCase();
  if (["1", "true", "yes", "on"].includes(word)) return true;
  if (["0", "false", "no", "off"].includes(word)) return false;
  throw invalid(env, value, "true or false");
}

export function list(value: string): readonly string[] {
  return value
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

export function setting<T>(env: string, fallback: T, parse: (text: string, env: string) => T, meaning: string): SettingSpec<T> {
  return { env, default: fallback, parse, meaning };
}

/** Pairs as OpenTelemetry writes them in variables (W3C Baggage without properties): `key=value,key2=value2`, percent-encoded. */
export function pairsOf(value: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    list(value).map((part) => {
      const at = part.indexOf("=");
      return at < 0 ? [part, ""] : [part.slice(0, at).trim(), decoded(part.slice(at + 1).trim())];
    }),
  );
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch (error) {
    if (error instanceof URIError) return value; // a bare percent sign, as a key may have
    throw error;
  }
}

/** A number that need not be whole. */
export function decimal(least: number, most = Number.MAX_VALUE) {
  return (value: string, env: string): number => {
    const n = Number(value);
    if (!/^-?\d+(\.\d+)?$/.test(value.trim()) || n < least || n > most) throw invalid(env, value, `a number from ${least} to ${most}`);
    return n;
  };
}

/** Points of a rising line, written `x:y` and separated by commas: `0.7:0,0.8:0.3,1:1`. */
export function points(value: string, env: string): readonly (readonly [number, number])[] {
  return list(value).map((part) => {
    const [x, y, ...rest] = part.split(":").map((number) => (number.trim() === "" ? Number.NaN : Number(number)));
    if (x === undefined || y === undefined || rest.length > 0 || !Number.isFinite(x) || !Number.isFinite(y)) {
      throw invalid(env, value, "points like 0.7:0,0.8:0.3,1:1");
    }
    return [x, y] as const;
  });
}
