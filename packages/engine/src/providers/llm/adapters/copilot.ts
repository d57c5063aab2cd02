// GitHub Copilot: chat completions with a session token. In: the GitHub token of a signed-in Copilot, as the key or in the file where editors keep it.
// Out: an adapter; the session token is fetched from GitHub, kept until shortly before it ends, and fetched again.

import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { at } from "../../http/read-answer.js";
import { type ModelAdapter, ModelCallError, type ModelSpec } from "../adapter.js";
import { chatAdapter } from "./chat.js";
import { exchange } from "./exchange.js";
import { parsed } from "./failures.js";
import type { Site } from "./site.js";

const SESSION_URL = "https://api.github.com/copilot_internal/v2/token";

/** A session token is not used within its last minutes. */
const SPARE_MS = 120_000;

/** Tokens of GitHub, which are exchanged; anything else is a session token already. */
const GITHUB_TOKEN = /^(gh[opu]_|github_pat_)/;

export async function copilotAdapter(site: Site): Promise<ModelAdapter> {
  if (!GITHUB_TOKEN.test(site.apiKey)) return await chatAdapter(site);
  const session = sessionTokens(site);
  return await chatAdapter({
    ...site,
    apiKey: "",
    async fetch(input, init) {
      const headers = new Headers(init?.headers);
      headers.set("authorization", `Bearer ${await session(init?.signal ?? undefined)}`);
      return await site.fetch(input, { ...init, headers });
    },
  });
}

function sessionTokens(site: Site): (signal: AbortSignal | undefined) => Promise<string> {
  const ask = exchange({ fetch: site.fetch, secrets: site.secrets });
  let kept: { readonly token: string; readonly until: number } | null = null;
  return async (signal) => {
    if (kept !== null && Date.now() < kept.until) return kept.token;
    const headers = { ...site.preset.headers, accept: "application/json", authorization: `token ${site.apiKey}` };
    try {
      const answer: unknown = await (await ask(SESSION_URL, { headers, ...(signal === undefined ? {} : { signal }) })).json();
      const token = at(answer, "token");
      const endsAt = at(answer, "expires_at");
      if (typeof token !== "string")
        throw new ModelCallError("unauthorised", "GitHub gave no session token for Copilot; sign in to Copilot again");
      kept = { token, until: (typeof endsAt === "number" ? endsAt * 1000 : Date.now()) - SPARE_MS };
      return token;
    } catch (cause) {
      // Sign-ins of newer programs are taken as they are, and have no session to fetch.
      if (!(cause instanceof ModelCallError) || cause.status !== 404) throw cause;
      kept = { token: site.apiKey, until: Number.POSITIVE_INFINITY };
      return site.apiKey;
    }
  };
}

/** The spec with the token that an editor's sign-in left on this machine, where none is given. */
export async function withStoredToken(spec: ModelSpec, env: Site["env"]): Promise<ModelSpec> {
  if (spec.apiKey.trim() !== "") return spec;
  const folder = join(env.XDG_CONFIG_HOME ?? join(env.HOME ?? homedir(), ".config"), "github-copilot");
  for (const name of ["apps.json", "hosts.json"]) {
    const accounts = parsed(await textOf(join(folder, name)));
    const account = Object.entries(accounts ?? {}).find(([host]) => host.startsWith("github.com"));
    const token = at(account?.[1], "oauth_token");
    if (typeof token === "string" && token !== "") return { ...spec, apiKey: token };
  }
  return spec;
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    if (typeof at(cause, "code") === "string") return ""; // no file for us; the message about the missing key follows
    throw cause;
  }
}
