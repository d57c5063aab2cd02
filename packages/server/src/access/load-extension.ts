// Loading: the module that a setting names becomes an extension.
// In: a path or a package, with or without `#name` of what it exports. Out: what its factory makes; `configuration_invalid` that says what is wrong.

import { isAbsolute, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { HindsightError } from "../http/types.js";
import type { ExtensionContext } from "./extensions.js";

export type Environment = Readonly<Record<string, string | undefined>>;

const API = "HINDSIGHT_API_";

/** `prefix` is `TENANT` and the like: the module is named by `HINDSIGHT_API_<prefix>_EXTENSION`, which `reference` is the value of. */
export async function loadExtension<T extends object>(
  { prefix, reference, needs }: { readonly prefix: string; readonly reference: string; readonly needs: keyof T & string },
  env: Environment,
  context: Omit<ExtensionContext, "settings">,
): Promise<T> {
  const variable = `${API}${prefix}_EXTENSION`;
  const [path = "", name = "default"] = reference.split("#");
  const refuse = (why: string, cause?: unknown): HindsightError =>
    new HindsightError("configuration_invalid", `${variable} is "${reference}", and ${why}`, cause === undefined ? {} : { cause });
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
  if (typeof made !== "object" || made === null || typeof (made as Record<string, unknown>)[needs] !== "function") {
    throw refuse(`what its "${name}" makes has no method "${needs}" (docs/extensions.md).`);
  }
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
