// The model of a bench: a process that answers as OpenAI's chat completions and embeddings do, at once or after a delay.
// In: a delay. Out: its URL, variables that make it the model and the encoder of a server, and what was asked of it.
// It is `bench/scripted_llm.mjs` of the shared folder (beside HINDSIGHT_BENCH_DATA), by which the reference was measured, else our own small one.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { connect } from "./api.js";
import { dataFolder } from "./locomo.js";
import { repository } from "./server.js";

/** Calls by what they asked for, such as `chat:facts`; `items` are facts, or texts embedded. */
export type ModelCalls = Readonly<Record<string, { readonly calls: number; readonly items: number }>>;

export interface ModelServer {
  readonly url: string;
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  calls(): Promise<ModelCalls>;
  stop(): Promise<void>;
}

export interface ModelServerOptions {
  /** Milliseconds before each answer of the model; the encoder answers at once. */
  readonly llmMs?: number;
  /** True: our own one, also where the shared one is at hand. */
  readonly isOwn?: boolean;
}

export async function startModelServer({ llmMs = 0, isOwn = false }: ModelServerOptions = {}): Promise<ModelServer> {
  const shared = path.join(dataFolder(), "../bench/scripted_llm.mjs");
  const program = !isOwn && existsSync(shared) ? shared : path.join(repository, "bench/lib/scripted-model.mjs");
  const child = spawn(process.execPath, [program, "--port", "0", "--llm-ms", String(llmMs)], { stdio: ["ignore", "pipe", "inherit"] });
  process.once("exit", () => child.kill()); // also when the bench fails
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const found = /http:\/\/[\d.:]+/.exec(line);
      if (found !== null) resolve(found[0]);
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the scripted model ended with status ${code}`)));
  });
  return {
    url,
    program: path.basename(program),
    env: modelEnv(url),
    async calls() {
      const api = connect(url);
      const { body } = await api.call<ModelCalls>("GET", "/stats");
      api.close();
      return body;
    },
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGTERM");
      }),
  };
}

function modelEnv(url: string): Readonly<Record<string, string>> {
  return {
    HINDSIGHT_API_LLM_PROVIDER: "openai",
    HINDSIGHT_API_LLM_BASE_URL: `${url}/v1`,
    HINDSIGHT_API_LLM_API_KEY: "none",
    HINDSIGHT_API_LLM_MODEL: "stub",
    HINDSIGHT_API_EMBEDDINGS_PROVIDER: "openai",
    HINDSIGHT_API_EMBEDDINGS_OPENAI_BASE_URL: `${url}/v1`,
    HINDSIGHT_API_EMBEDDINGS_OPENAI_API_KEY: "none",
    HINDSIGHT_API_EMBEDDINGS_OPENAI_MODEL: "stub",
  };
}
