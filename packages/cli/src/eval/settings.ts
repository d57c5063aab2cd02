// Settings to try: fields of recall's request with their values, each combination once.

import { CliError } from "../api.js";

export interface Setting {
  /** As it was typed: "budget=low max_tokens=1000"; "as the server has it" without any. */
  readonly name: string;
  /** The fields of the request, nested where a name has dots. */
  readonly request: Readonly<Record<string, unknown>>;
}

/** More are hardly meant. */
const MOST = 64;
/** What the evaluation itself sets. */
const OWN: ReadonlySet<string> = new Set(["query", "include", "trace", "format"]);

/** `budget=low,mid` and `max_tokens=1000,4096` make four. A list within a value is written with +: `types=world+experience`. */
export function settingsOf(given: readonly string[]): readonly Setting[] {
  let settings: readonly Setting[] = [{ name: "", request: {} }];
  const seen = new Set<string>();
  for (const each of given) {
    const [field, values] = fieldOf(each);
    if (seen.has(field)) throw new CliError(`--set ${field} is given twice; put the values into one: --set ${field}=a,b`);
    seen.add(field);
    settings = settings.flatMap(({ name, request }) =>
      values.map((value) => ({
        name: `${name} ${field}=${value}`.trim(),
        request: withField(request, field.split("."), typed(field, value)),
      })),
    );
  }
  if (settings.length > MOST) throw new CliError(`--set makes ${settings.length} combinations; at most ${MOST} are tried.`);
  return settings.map((setting) => (setting.name === "" ? { ...setting, name: "as the server has it" } : setting));
}

function fieldOf(given: string): readonly [string, readonly string[]] {
  const at = given.indexOf("=");
  const field = given.slice(0, Math.max(0, at)).trim();
  const values = given
    .slice(at + 1)
    .split(",")
    .map((value) => value.trim());
  if (at < 1 || !/^[a-z_]+(?:\.[a-z_]+)*$/.test(field) || values.some((value) => value === "")) {
    throw new CliError(`--set takes a field of recall's request and values, such as budget=low,mid,high; "${given}" is not that.`);
  }
  if (OWN.has(field.split(".")[0] ?? "")) throw new CliError(`--set ${field}: the evaluation sets that itself.`);
  return [field, [...new Set(values)]];
}

/** Numbers, true, false and null are what they say; the rest is text. */
function typed(field: string, value: string): unknown {
  if (field === "types" || field === "tags") return value.split("+");
  if (/^(?:true|false|null|-?\d+(?:\.\d+)?)$/.test(value)) return JSON.parse(value) as unknown;
  return value;
}

function withField(
  request: Readonly<Record<string, unknown>>,
  [first = "", ...rest]: readonly string[],
  value: unknown,
): Readonly<Record<string, unknown>> {
  if (rest.length === 0) return { ...request, [first]: value };
  return { ...request, [first]: withField((request[first] ?? {}) as Readonly<Record<string, unknown>>, rest, value) };
}
