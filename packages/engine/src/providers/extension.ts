// Extensions: a module of an operator's own, named by a setting, takes the place of a part.
// In: a path or a package, with or without `#name` of what it exports. Out: what its factory makes; `configuration_invalid` that says what is wrong.

import { isAbsolute, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { HindsightError } from "../errors.js";

export type Environment = Readonly<Record<string, string | undefined>>;

/** What is loaded, and by which setting. */
export interface ExtensionSpec<T> {
  /** `TENANT` and the like: `HINDSIGHT_API_<prefix>_EXTENSION` names the module, the other variables of the prefix are its settings. */
  readonly prefix: string;
  /** The value of that variable. */
  readonly reference: string;
  /** Methods that what is made must have. */
  readonly needs: readonly (keyof T & string)[];
}

const API = "HINDSIGHT_API_";

/** Loads a module and calls its factory with `context` and the settings of its prefix: names without the prefix, in small letters. */
export async function loadExtension<T extends object>(spec: ExtensionSpec<T>, env: Environment, context: object = {}): Promise<T> {
  const { prefix, reference, needs } = spec;
  const [path = "", name = "default"] = reference.split("#");
  const refuse = (why: string, cause?: unknown): HindsightError =>
    new HindsightError(
      "configuration_invalid",
      `${API}${prefix}_EXTENSION is "${reference}", and ${why}`,
      cause === undefined ? {} : { cause },
    );
  let made: unknown;
  try {
    const module = (await import(specifier(path))) as Readonly<Record<string, unknown>>;
    const factory = module[name];
    if (typeof factory !== "function") throw refuse(`the module exports no function "${name}", which is to make the extension.`);
    made = await factory({ ...context, settings: settingsOf(prefix, env) });
  } catch (cause) {
    if (cause instanceof HindsightError) throw cause;
    throw refuse(`it could not be loaded: ${cause instanceof Error ? cause.message : String(cause)}`, cause);
  }
  const methods = typeof made === "object" && made !== null ? (made as Readonly<Record<string, unknown>>) : {};
  const lacking = needs.filter((method) => typeof methods[method] !== "function");
  if (lacking.length > 0) throw refuse(`what its "${name}" makes lacks ${lacking.join(", ")} (docs/extensions.md).`);
  return made as T;
}

/** A path is of a file, from the folder that the server was started in; anything else is a package. */
function specifier(path: string): string {
  return path.startsWith(".") || isAbsolute(path) ? pathToFileURL(resolve(path)).href : path;
}

/** `HINDSIGHT_API_TENANT_REALM=x` is `{ realm: "x" }` for the prefix `TENANT`. */
function settingsOf(prefix: string, env: Environment): Readonly<Record<string, string>> {
  const own = `${API}${prefix}_`;
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      name.startsWith(own) && name !== `${own}EXTENSION` && value !== undefined ? [[name.slice(own.length).toLowerCase(), value]] : [],
    ),
  );
}
