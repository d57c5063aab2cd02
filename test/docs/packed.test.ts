// The packages as a user gets them: packed, put into an empty project, and their READMEs run there: in Node, in Bun and in Deno.
// In: this checkout. Out: nothing; what each README promises was printed. (The client's README runs in its own test.)

import { execFile, spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { runtimes } from "../../packages/client/test/support/packed.js";
import { freshDataDir } from "../../packages/engine/test/support/database.js";
import { openProvider, type Provider } from "../../packages/wrap/test/support/provider-stub.js";
import { type PackedProject, packedProject } from "../support/packed-project.js";

const run = promisify(execFile);
const found = await runtimes();

/** How each runtime is called, in front of a program's name. */
const RUNTIMES: Readonly<Record<string, readonly string[]>> = {
  Node: [process.execPath],
  ...(found === null ? {} : { Bun: [found.bun, "run"], Deno: [found.deno, "run", "--quiet", "--allow-all"] }),
};

let project: PackedProject;
let provider: Provider;
beforeAll(async () => {
  project = await packedProject();
  provider = await openProvider();
});
afterAll(async () => {
  project?.remove();
  await provider?.close();
});

function expectPromised(code: string, printed: string): void {
  const promises = [...code.matchAll(/(?:\/\/|#) → (.+)$/gm)].map(([, promise = ""]) => promise.trim());
  for (const promise of promises) expect(printed).toContain(promise);
}

/** A memory of its own, with its migrations done. */
async function settings(): Promise<NodeJS.ProcessEnv> {
  const dataDir = await freshDataDir();
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return { ...process.env, HINDSIGHT_DATA_DIR: dataDir, HINDSIGHT_API_LOG_LEVEL: "warning", HINDSIGHT_CP_PORT: "0" };
}

test("every package has a README with an example", () => {
  expect(project.packages).toEqual(expect.arrayContaining(["cli", "client", "engine", "models-en", "server", "wrap"]));
  for (const name of project.packages) {
    if (name === "console") continue; // files that the server serves: nobody imports it
    const examples = ["js", "ts", "sh"].flatMap((language) => project.examples(name, language));
    expect(examples.length, name).toBeGreaterThan(0);
  }
});

test("wrap loads in an empty project, where each entry asks for its framework alone", async () => {
  const entries = ["", "/ai-sdk", "/langchain", "/langgraph", "/openai-agents", "/mastra"];
  const program = `
    const load = (name) => import(name).then((all) => Object.keys(all).join(), (error) => error.message.match(/package '[^']+'/)[0]);
    for (const entry of ${JSON.stringify(entries)}) console.log(await load("@hindsight-memory/wrap" + entry));`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", program], { cwd: project.folder });
  expect(stdout.trim().split("\n")).toEqual([
    "createMemory,embeddedMemory,thisCall,wrapAnthropic,wrapOpenAI",
    "package 'ai'",
    "package '@langchain/core'",
    "package '@langchain/langgraph-checkpoint'",
    "hindsightSession",
    "hindsightProcessor",
  ]);
});

describe.each(Object.entries(RUNTIMES))("in %s", (runtime, [program = "", ...options]) => {
  test("the examples of models-en, engine and server run", async () => {
    const languages = { "models-en": "ts", engine: "js", server: "js" };
    const codes = Object.entries(languages).map(([name, language]) => {
      const [code = ""] = project.examples(name, language);
      expect(code).toContain(`from "@hindsight-memory/${name}`);
      writeFileSync(path.join(project.folder, `${name}.mjs`), code);
      return code;
    });
    // One after the other in one process, which loads the encoder's and the database's code once.
    const all = Object.keys(languages).map((name) => `await import("./${name}.mjs"); console.log("-- next --");`);
    writeFileSync(path.join(project.folder, "all.mjs"), all.join("\n"));
    const { stdout, stderr } = await run(program, [...options, "all.mjs"], { cwd: project.folder, env: await settings() });
    // A thread that does not start costs the vectors, one that does not end the process's good end: an example would show neither.
    const troubles = `${stdout}\n${stderr}`.split("\n").filter((line) => /WARNING|error/i.test(line));
    expect(troubles.filter((line) => !line.includes("the event loop stood still"))).toEqual([]);
    const printed = stdout.split("-- next --");
    codes.forEach((code, at) => {
      expectPromised(code, printed[at] ?? "");
    });
  });

  test("a server of HindsightServer is not idle while it is asked, and is afterwards", async () => {
    const dist = "./node_modules/@hindsight-memory/server/dist";
    const code = `
      import { createServer } from "node:http";
      import { whenIdle } from "${dist}/embedded/idle.js";
      import { listenerOf } from "${dist}/http/socket.js";
      const order = [];
      const answer = () => new Promise((resolve) => setTimeout(() => resolve(new Response(String(order.push("answered")))), 400));
      const server = createServer(listenerOf(answer)).listen(0, "127.0.0.1", () => {
        whenIdle(100, async () => undefined, () => { order.push("idle"); server.close(); console.log(order.join()); });
        fetch("http://127.0.0.1:" + server.address().port).then((reply) => reply.text());
      });`;
    writeFileSync(path.join(project.folder, "idle.mjs"), code);
    expect((await run(program, [...options, "idle.mjs"], { cwd: project.folder })).stdout.trim()).toBe("answered,idle");
  });

  test("the examples of cli and wrap run, with the server that cli starts", async () => {
    const env = await settings();
    const [serve = "", verbs = ""] = project.examples("cli", "sh");
    expect(serve.trim()).toBe("npx hindsight serve");
    // Node finds itself by the command's first line; another runtime is told which file to run.
    const command = runtime === "Node" ? [project.command] : [program, ...options, project.command];
    const url = await served(command, env);
    const answers = { OPENAI_BASE_URL: `${provider.url}/v1`, OPENAI_API_KEY: "stub", HINDSIGHT_API_URL: url };
    const here = { cwd: project.folder, env: { ...env, ...answers } };

    const inShell = verbs.replaceAll("npx hindsight", command.map((part) => `'${part}'`).join(" "));
    const { stdout } = await run("bash", ["-euo", "pipefail", "-c", inShell], here);
    expectPromised(verbs, stdout);
    expect(stdout).not.toMatch(/vectors still to come in this bank\W+[1-9]/);

    project.add("openai", "wrap"); // its peer
    const [wrapped = ""] = project.examples("wrap", "js");
    writeFileSync(path.join(project.folder, "wrap.mjs"), wrapped.replace("http://localhost:8888", url));
    expectPromised(wrapped, (await run(program, [...options, "wrap.mjs"], here)).stdout);
    expect(JSON.stringify(provider.last())).toContain("lighthouse near Hoorn");
  });
});

/** The server's address; when the test is over it is stopped, and must have ended well. */
async function served(command: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const [program = "", ...parts] = command;
  const server = spawn(program, [...parts, "serve", "--port", "0"], { cwd: project.folder, env, stdio: ["ignore", "pipe", "pipe"] });
  let complaints = "";
  server.stderr.on("data", (text: Buffer) => {
    complaints += text.toString();
  });
  const ended = new Promise<number | null>((resolve) => server.once("exit", resolve));
  onTestFinished(async () => {
    server.kill();
    expect(await ended, complaints).toBe(0);
  });
  const welcome = await new Promise<string>((resolve, reject) => {
    server.stdout.once("data", (text: Buffer) => resolve(text.toString()));
    ended.then(() => reject(new Error(`the server ended before it listened: ${complaints}`)));
  });
  return /listening on (\S+)/.exec(welcome)?.[1] ?? "";
}
