// A server whose language model is a script, with the tables behind it: for stories of what is learnt.
// In: what the model replies, settings, and what the model is asked for. Out: the server, its tables and the model; `close` closes all of it.

import { type ScriptedLlm, startScriptedLlm } from "../../packages/engine/test/support/scripted-llm.js";
import type { TestEngine, TestServer } from "./server.js";
import { openServerWithTables, type Tables } from "./tables.js";

type Asked = "everything" | "consolidation" | "nothing";

export interface ScriptedServer {
  readonly server: TestServer;
  readonly tables: Tables;
  readonly llm: ScriptedLlm;
  close(): Promise<void>;
}

/** `asked`: what the model is asked for; the rest is done without one. */
export async function openScriptedServer(
  script: Parameters<typeof startScriptedLlm>[0],
  engine: TestEngine,
  { env = {}, asked = "everything" }: { readonly env?: Readonly<Record<string, string>>; readonly asked?: Asked } = {},
): Promise<ScriptedServer> {
  const llm = await startScriptedLlm(script);
  try {
    const { server, tables } = await openServerWithTables(
      { ...modelFor(asked, llm), HINDSIGHT_API_SKIP_LLM_VERIFICATION: "true", ...env },
      engine,
    );
    return {
      server,
      tables,
      llm,
      async close() {
        await server.close();
        await llm.close();
      },
    };
  } catch (error) {
    await llm.close();
    throw error;
  }
}

function modelFor(asked: Asked, { env, url }: ScriptedLlm): Readonly<Record<string, string>> {
  if (asked === "everything") return env;
  if (asked === "nothing") return {};
  return {
    HINDSIGHT_API_CONSOLIDATION_LLM_PROVIDER: "openai",
    HINDSIGHT_API_CONSOLIDATION_LLM_BASE_URL: url,
    HINDSIGHT_API_CONSOLIDATION_LLM_API_KEY: "test-key",
    HINDSIGHT_API_CONSOLIDATION_LLM_MODEL: "scripted-1",
  };
}
