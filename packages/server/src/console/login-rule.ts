// Who has to log in to the console, and with what.
// In: settings. Out: nobody, whoever knows a key, or nobody can, with the reason.

import type { Settings } from "@hindsight-memory/engine";
import { isClosed } from "../access/index.js";

export type ConsoleSettings = Pick<
  Settings,
  "apiKey" | "tenantMode" | "basePath" | "accessLog" | "consoleAccessKey" | "consoleApiUrl" | "consoleApiKey" | "consoleMaxUpload"
>;

export type LoginRule =
  | { readonly kind: "open" }
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "impossible"; readonly reason: string };

/** A key of the console's own goes before. Without one, whoever knows the key that the API would ask them for may let the console use it. */
export function loginRule(settings: ConsoleSettings): LoginRule {
  if (settings.consoleAccessKey !== "") return { kind: "key", key: settings.consoleAccessKey };
  const { consoleApiUrl, consoleApiKey } = settings;
  const key = consoleApiUrl === "" ? oneKey(settings) || consoleApiKey : consoleApiKey || oneKey(settings);
  const isKeyLent = consoleApiUrl !== "" && consoleApiKey !== "";
  if (!isClosed(settings) && !isKeyLent) return { kind: "open" };
  return key === "" ? { kind: "impossible", reason: IMPOSSIBLE } : { kind: "key", key };
}

const IMPOSSIBLE =
  "Nobody can log in to this console: the server asks its callers for stored keys or tokens, and the console has none. " +
  "Set HINDSIGHT_CP_ACCESS_KEY to a key for people to log in with and HINDSIGHT_CP_DATAPLANE_API_KEY to a stored key that the console sends to the API, then start the server again.";

/** What the console sends to the API; empty where that needs none. */
export function keyForApi(settings: ConsoleSettings): string {
  return settings.consoleApiKey || (settings.consoleApiUrl === "" ? oneKey(settings) : "");
}

/** The one key of this server's API; a module that says who calls is asked alone, and takes none. */
function oneKey({ apiKey, tenantMode }: ConsoleSettings): string {
  return ["", "keys", "jwt"].includes(tenantMode) ? apiKey : "";
}
