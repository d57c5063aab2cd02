// A hint that leads calls with the same fixed prompt to the same machine, for the hosts that cache prompts by machine.
// In: a site and a call. Out: its header; none for other hosts, or with `LLM_CACHE_AFFINITY=off`.

import { createHash } from "node:crypto";
import type { ModelCall } from "../adapter.js";
import { isOff, type Site } from "./site.js";

/** Hosts and their headers, from their guides on prompt caching. OpenAI's own hosts route by the prompt itself. */
const HEADERS: Readonly<Record<string, string>> = { "api.fireworks.ai": "x-session-affinity", "api.x.ai": "x-grok-conv-id" };

export function affinityOf(site: Site): ((call: ModelCall) => Readonly<Record<string, string>>) | undefined {
  const header = URL.canParse(site.baseUrl) ? HEADERS[new URL(site.baseUrl).hostname] : undefined;
  const setting = site.spec.options.CACHE_AFFINITY;
  if (header === undefined || isOff(setting) || setting?.trim().toLowerCase() === "none") return undefined;
  return ({ messages }) => {
    const fixed = messages.find(({ role }) => role === "system")?.content;
    return typeof fixed === "string" ? { [header]: createHash("sha256").update(fixed).digest("hex").slice(0, 32) } : {};
  };
}
