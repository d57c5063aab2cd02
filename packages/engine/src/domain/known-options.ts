// Options that are not there: a slip in a name must not open another memory than the one that was meant.
// In: what a program gave, and the names that are read. Out: what is wrong with it, or null. A door of its own (`engine/known-options`): it is needed before the engine is loaded.

import { nearName } from "./nearest-name.js";

/**
 * What is wrong with the options of `what` (such as "openHindsight"): null when every one that is given a value has a name of `names`.
 * `settings` are names of settings, as the keys of SETTINGS, with the environment variable that each is read from.
 */
export function unknownOptionProblem(
  what: string,
  given: unknown,
  names: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): string | null {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    return `${what} takes an object of options, such as { ${names[0]}: … }.`;
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || names.includes(name)) continue;
    return `${what} has no option ${JSON.stringify(name)}: ${hint(name, names, settings)}.`;
  }
  return null;
}

function hint(name: string, names: readonly string[], settings: Readonly<Record<string, string>>): string {
  const near = nearName(name, names);
  if (near !== null) return `the nearest name is ${JSON.stringify(near)}`;
  const variable = settings[nearName(name, Object.keys(settings)) ?? ""] ?? (Object.values(settings).includes(name) ? name : undefined);
  if (variable !== undefined) return `that is a setting, which stands in env: { ${variable}: … }`;
  return `there are ${names.join(", ")}`;
}
