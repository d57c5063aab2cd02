// The packages as a user gets them: packed, put into an empty project with no more than what they declare, and their READMEs run there.
// In: this checkout. Out: one project for all; the dependencies are this checkout's, so that nothing is downloaded.

import { execFile, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { freshDataDir } from "../../packages/engine/test/support/database.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);
const PACKAGES = ["models-en", "engine", "client", "server", "cli"];
const project = mkdtempSync(path.join(tmpdir(), "hindsight-project-"));
const modules = path.join(project, "node_modules");
const env: NodeJS.ProcessEnv = { ...process.env, HINDSIGHT_API_LOG_LEVEL: "error" };

beforeAll(async () => {
  env.HINDSIGHT_DATA_DIR = await freshDataDir(); // one for all examples, with its migrations done
  await run(path.join(root, "node_modules/.bin/tsc"), ["-b"], { cwd: root });
  const workspaces = PACKAGES.map((name) => `--workspace=packages/${name}`);
  await run("npm", ["pack", ...workspaces, `--pack-destination=${project}`, "--loglevel=error"], { cwd: root });
  writeFileSync(path.join(project, "package.json"), '{ "private": true, "type": "module" }');
  for (const archive of readdirSync(project).filter((name) => name.endsWith(".tgz"))) await unpack(archive);
  mkdirSync(path.join(modules, ".bin"));
  symlinkSync("../@hindsight-memory/cli/bin/hindsight.js", path.join(modules, ".bin/hindsight"));
});
afterAll(() => {
  for (const folder of [project, env.HINDSIGHT_DATA_DIR ?? ""]) rmSync(folder, { recursive: true, force: true });
});

async function unpack(archive: string): Promise<void> {
  const name = /^hindsight-memory-(.+)-\d+\.\d+\.\d+\.tgz$/.exec(archive)?.[1] ?? "";
  const folder = path.join(modules, "@hindsight-memory", name);
  mkdirSync(folder, { recursive: true });
  await run("tar", ["-xzf", path.join(project, archive), "--strip-components=1", "-C", folder]);
  const { dependencies = {} } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as { dependencies?: object };
  for (const needed of Object.keys(dependencies)) {
    if (needed.startsWith("@hindsight-memory/")) continue;
    const own = path.join(root, "packages", name, "node_modules", needed);
    const [from, to] = existsSync(own)
      ? [own, path.join(folder, "node_modules", needed)]
      : [path.join(root, "node_modules", needed), path.join(modules, needed)];
    mkdirSync(path.dirname(to), { recursive: true });
    if (!existsSync(to)) symlinkSync(from, to);
  }
}

/** The first examples of a language in a package's README, as it is packed. */
function examples(name: string, language: string): readonly string[] {
  const text = readFileSync(path.join(modules, "@hindsight-memory", name, "README.md"), "utf8");
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(([, code = ""]) => code);
}

function expectPromised(code: string, printed: string): void {
  for (const [, promise = ""] of code.matchAll(/(?:\/\/|#) → (.+)$/gm)) expect(printed).toContain(promise.trim());
}

test("the examples of models-en, engine and server run", async () => {
  const languages = { "models-en": "ts", engine: "js", server: "js" };
  const codes = Object.entries(languages).map(([name, language]) => {
    const [code = ""] = examples(name, language);
    expect(code).toContain(`from "@hindsight-memory/${name}`);
    writeFileSync(path.join(project, `${name}.mjs`), code);
    return code;
  });
  // One after the other in one process, which loads the encoder's and the database's code once.
  const all = Object.keys(languages).map((name) => `await import("./${name}.mjs"); console.log("-- next --");`);
  const { stdout, stderr } = await run(process.execPath, ["--input-type=module", "-e", all.join("")], {
    cwd: project,
    env: { ...env, HINDSIGHT_API_LOG_LEVEL: "warning" },
  });
  // A thread that does not start under these flags costs the vectors and nothing that an example would show.
  expect(`${stdout}${stderr}`).not.toContain("WARNING");
  const printed = stdout.split("-- next --");
  codes.forEach((code, at) => {
    expectPromised(code, printed[at] ?? "");
  });
});

test("the example of cli runs, with the server that it starts", async () => {
  const [serve = "", verbs = ""] = examples("cli", "sh");
  expect(serve.trim()).toBe("npx hindsight serve");
  const server = spawn(path.join(modules, ".bin/hindsight"), ["serve", "--port", "0"], {
    cwd: project,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  onTestFinished(() => {
    server.kill();
    return ended;
  });
  const welcome = await new Promise<string>((resolve, reject) => {
    server.stdout.once("data", (text: Buffer) => resolve(text.toString()));
    ended.then(() => reject(new Error("the server ended before it listened")));
  });
  const url = /listening on (\S+)/.exec(welcome)?.[1] ?? "";
  const { stdout } = await run("bash", ["-euo", "pipefail", "-c", verbs], { cwd: project, env: { ...env, HINDSIGHT_API_URL: url } });
  expectPromised(verbs, stdout);
});
