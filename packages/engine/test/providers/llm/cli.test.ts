// The providers behind a program of the user's: a real child process that plays Claude Code or Codex.

import { readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ModelAdapter, ModelCallError } from "../../../src/providers/llm/adapter.js";
import { createAdapter } from "../../../src/providers/llm/adapters/index.js";
import { callOf, SCHEMA } from "./wires.js";

let folder = "";
const open: ModelAdapter[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindsight-cli-test-"));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((adapter) => adapter.close?.()));
  await rm(folder, { recursive: true, force: true });
});

/** Writes a program that notes what it was given, then does as the script says. */
async function program(name: string, script: string): Promise<void> {
  await mkdir(join(folder, "bin"), { recursive: true });
  const path = join(folder, "bin", name);
  const notes = JSON.stringify(join(folder, "notes.json"));
  await writeFile(
    path,
    `#!${process.execPath}
const { readFileSync, writeFileSync } = require("node:fs");
const stdin = readFileSync(0, "utf8");
writeFileSync(${notes}, JSON.stringify({ args: process.argv.slice(2), stdin, env: process.env, cwd: process.cwd(), group: process.pid }));
${script}
`,
  );
  await chmod(path, 0o755);
}

const says = (text: string) => `process.stdout.write(${JSON.stringify(text)});`;
const claudeSays = (result: object) => says(JSON.stringify({ type: "result", subtype: "success", is_error: false, ...result }));
const codexSays = (...events: readonly object[]) => says(events.map((event) => JSON.stringify(event)).join("\n"));
const notes = async () => JSON.parse(await readFile(join(folder, "notes.json"), "utf8"));

async function create(
  provider: string,
  changes: { options?: Record<string, string>; apiKey?: string; path?: string } = {},
): Promise<ModelAdapter> {
  const spec = {
    provider,
    model: "",
    apiKey: changes.apiKey ?? "",
    baseUrl: "",
    headers: {},
    extraBody: {},
    reasoningEffort: "",
    options: changes.options ?? {},
  };
  const env = {
    PATH: changes.path ?? join(folder, "bin"),
    HOME: folder,
    CODEX_HOME: "/env/codex",
    HINDSIGHT_API_DATABASE_URL: "postgres://secret",
    CLAUDECODE: "1",
  };
  const adapter = await createAdapter(spec, { env });
  open.push(adapter);
  return adapter;
}

const failing = async (call: Promise<unknown>): Promise<ModelCallError> => {
  const error = await call.then(
    () => new Error("it answered"),
    (reason: unknown) => reason,
  );
  if (error instanceof ModelCallError) return error;
  throw error;
};

const CLAUDE_USAGE = { input_tokens: 3, cache_read_input_tokens: 4, cache_creation_input_tokens: 3, output_tokens: 5 };
const CODEX_DONE = { type: "turn.completed", usage: { input_tokens: 10, cached_input_tokens: 4, output_tokens: 5 } };
const codexMessage = (text: string) => ({ type: "item.completed", item: { id: "i", type: "agent_message", text } });

describe("claude-code", () => {
  test("answers through `claude -p`: the prompt by stdin, no tools, no settings, no variable of ours", async () => {
    await program("claude", claudeSays({ result: "Good day.", stop_reason: "end_turn", usage: CLAUDE_USAGE }));
    const adapter = await create("claude-code");
    const reply = await adapter.call(callOf());
    expect(reply).toEqual({
      text: "Good day.",
      toolCalls: [],
      finishReason: "stop",
      usage: { input: 10, output: 5, total: 15, cached: 4, thoughts: 0 },
    });
    const { args, stdin, env, cwd } = await notes();
    expect(stdin).toBe("Be brief.\n\nGood morning.");
    expect(args).toEqual(
      expect.arrayContaining(["-p", "--output-format", "json", "--model", "claude-sonnet-4-5-20250929", "--strict-mcp-config"]),
    );
    expect(args[args.indexOf("--tools") + 1]).toBe("");
    expect(args[args.indexOf("--setting-sources") + 1]).toBe("");
    expect(args.join(" ")).not.toContain("Good morning");
    expect(env).not.toHaveProperty("HINDSIGHT_API_DATABASE_URL");
    expect(env).not.toHaveProperty("CLAUDECODE");
    expect(env.HOME).toBe(folder); // control: its login is still found
    expect(cwd).not.toBe(process.cwd());
    expect(adapter.traits).toEqual({ objects: "none", seesImages: false, takesToolChoice: false });
  });

  test("calls tools in words", async () => {
    await program(
      "claude",
      claudeSays({ result: 'So be it: {"tool_calls":[{"name":"search","arguments":{"query":"tulips"}}]}', usage: CLAUDE_USAGE }),
    );
    const adapter = await create("claude-code");
    const tools = [
      { name: "search", description: "Looks things up.", parameters: { type: "object", properties: { query: { type: "string" } } } },
    ];
    const reply = await adapter.call(callOf({ tools, toolChoice: { name: "search" } }));
    expect(reply).toMatchObject({ text: null, finishReason: "tool_calls", toolCalls: [{ name: "search", input: { query: "tulips" } }] });
    expect((await notes()).stdin).toContain("Looks things up.");
    // Without tools the same words are text.
    expect((await adapter.call(callOf())).text).toContain("tool_calls");
  });

  test("is told the schema and what was said before", async () => {
    await program("claude", claudeSays({ result: "{}" }));
    const adapter = await create("claude-code");
    const messages = [
      { role: "user", content: "Find it." },
      { role: "assistant", content: "", toolCalls: [{ id: "1", name: "search", input: { query: "a" } }] },
      { role: "tool", toolCallId: "1", name: "search", content: "Nothing found." },
    ] as const;
    await adapter.call(callOf({ messages, schema: { name: "facts", json: SCHEMA, isStrict: false } }));
    const { stdin } = await notes();
    for (const part of ["Find it.", '"search"', "Nothing found.", JSON.stringify(SCHEMA)]) expect(stdin).toContain(part);
  });

  test.each([
    [
      "a limit with its end",
      claudeSays({ is_error: true, result: `Claude AI usage limit reached|${Math.floor(Date.now() / 1000) + 3600}` }),
      "rate_limited",
    ],
    ["a login that is missing", claudeSays({ is_error: true, result: "Invalid API key · Please run /login" }), "unauthorised"],
    ["a prompt too long", claudeSays({ is_error: true, result: "Prompt is too long" }), "context_too_long"],
    ["an overloaded server", claudeSays({ is_error: true, result: "API Error: 529 Overloaded" }), "unavailable"],
    ["an old program", `process.stderr.write("error: unknown option '--tools'"); process.exit(1);`, "bad_request"],
    ["a crash", `process.stderr.write("segmentation fault"); process.exit(139);`, "unavailable"],
    ["no JSON", says("Welcome!"), "unavailable"],
  ])("%s", async (_, script, failure) => {
    await program("claude", script);
    const error = await failing((await create("claude-code")).call(callOf()));
    expect(error.failure).toBe(failure);
    if (failure === "rate_limited") expect(error.retryAfterMs).toBeGreaterThan(3_000_000);
  });

  test("the deadline ends the program and what it has started", async () => {
    await program(
      "claude",
      `const child = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]); writeFileSync(${JSON.stringify(join(folder, "child"))}, String(child.pid)); setInterval(() => {}, 1000);`,
    );
    const adapter = await create("claude-code");
    const stop = new AbortController();
    const call = failing(adapter.call(callOf({ signal: stop.signal })));
    const child = await pidIn(join(folder, "child"));
    expect(isAlive(child)).toBe(true);
    stop.abort(new DOMException("too late", "TimeoutError"));
    expect((await call).failure).toBe("timeout");
    await until(() => !isAlive(child));
  });

  test("a key becomes the program's own variable and is in no message", async () => {
    await program("claude", `process.stderr.write("bad: " + process.env.ANTHROPIC_API_KEY); process.exit(1);`);
    const error = await failing((await create("claude-code", { apiKey: "top-secret-key" })).call(callOf()));
    expect(error.message).toContain("bad: ***");
  });
});

describe("openai-codex", () => {
  test.each(["openai-codex", "codex"])("%s answers through `codex exec`, with the login of CODEX_HOME", async (provider) => {
    await program(
      "codex",
      codexSays(
        { type: "thread.started" },
        { type: "item.completed", item: { type: "reasoning", text: "Hm." } },
        codexMessage("Good day."),
        CODEX_DONE,
      ),
    );
    const adapter = await create(provider, { options: { CODEX_HOME: "/set/codex" } });
    expect(await adapter.call(callOf())).toEqual({
      text: "Good day.",
      toolCalls: [],
      finishReason: "stop",
      usage: { input: 10, output: 5, total: 15, cached: 4, thoughts: 0 },
    });
    const { args, stdin, env } = await notes();
    expect(stdin).toBe("Be brief.\n\nGood morning.");
    expect(args).toEqual(
      expect.arrayContaining(["exec", "--json", "--model", "gpt-5.4-mini", "--ignore-user-config", "--ephemeral", "read-only"]),
    );
    expect(args.at(-1)).toBe("-");
    expect(env.CODEX_HOME).toBe("/set/codex");
    expect(env).not.toHaveProperty("HINDSIGHT_API_DATABASE_URL");
  });

  test("the environment's CODEX_HOME holds where none is set", async () => {
    await program("codex", codexSays(codexMessage("Yes."), CODEX_DONE));
    await (await create("openai-codex")).call(callOf());
    expect((await notes()).env.CODEX_HOME).toBe("/env/codex");
  });

  test.each([
    [
      "a spent quota",
      codexSays({ type: "turn.failed", error: { message: "You've hit your usage limit. Try again in 3 days." } }),
      "rate_limited",
    ],
    [
      "a login that is missing",
      `${codexSays({ type: "error", message: "401 Unauthorized: not logged in" })} process.exitCode = 1;`,
      "unauthorised",
    ],
    ["an end without a message", codexSays(CODEX_DONE), "unavailable"],
  ])("%s", async (_, script, failure) => {
    await program("codex", script);
    expect((await failing((await create("openai-codex")).call(callOf()))).failure).toBe(failure);
  });
});

describe("a program that is not there", () => {
  test.each([
    ["claude-code", "npm install -g @anthropic-ai/claude-code"],
    ["openai-codex", "npm install -g @openai/codex"],
  ])("%s says how to install it", async (provider, words) => {
    await expect(create(provider)).rejects.toMatchObject({ code: "configuration_invalid", message: expect.stringContaining(words) });
  });

  test("the path of the settings beats PATH, and a wrong one is named", async () => {
    await program("elsewhere", claudeSays({ result: "From elsewhere." }));
    const options = { CLI_PATH: join(folder, "bin", "elsewhere") };
    expect((await (await create("claude-code", { options, path: "" })).call(callOf())).text).toBe("From elsewhere.");
    await expect(create("claude-code", { options: { CLI_PATH: join(folder, "nowhere") } })).rejects.toThrow(
      /HINDSIGHT_API_LLM_CLI_PATH.*nowhere/,
    );
  });

  test("it takes no images", async () => {
    await program("claude", claudeSays({ result: "Nice." }));
    const image = { type: "image", mediaType: "image/png", bytes: new Uint8Array([1]) } as const;
    const error = await failing((await create("claude-code")).call(callOf({ messages: [{ role: "user", content: [image] }] })));
    expect(error.failure).toBe("bad_request");
  });
});

/** A process that has ended and was not collected yet is not alive. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
}

async function pidIn(path: string): Promise<number> {
  for (;;) {
    const text = await readFile(path, "utf8").catch(() => "");
    if (text !== "") return Number(text);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
