// The package as a user gets it: packed, and installed into an empty project.
// In: this checkout. Out: the project's folder, and programs run in it.

import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const run = promisify(execFile);

export interface PackedProject {
  readonly folder: string;
  /** Writes a file and runs a program in the folder; what it printed, errors included. */
  run(program: string, args: readonly string[], files?: Readonly<Record<string, string>>): Promise<string>;
  remove(): Promise<void>;
}

export async function packedProject(): Promise<PackedProject> {
  const folder = await mkdtemp(path.join(tmpdir(), "hindsight-packed-"));
  const project: PackedProject = {
    folder,
    async run(program, args, files = {}) {
      for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
      const { stdout, stderr } = await run(program, args, { cwd: folder, timeout: 60_000 }).catch(
        (cause: { stdout?: string; stderr?: string }) => {
          throw new Error(`${program} ${args.join(" ")} failed:\n${cause.stdout}${cause.stderr}`, { cause });
        },
      );
      return stdout + stderr;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
  await run(tsc, ["-b", "packages/client", "packages/client/tsconfig.cjs.json"], { cwd: root });
  await run("npm", ["pack", "--workspace=packages/client", `--pack-destination=${folder}`, "--loglevel=error"], { cwd: root });
  const [archive] = (await readdir(folder)).filter((name) => name.endsWith(".tgz"));
  const install = ["install", "--offline", "--no-audit", "--no-fund", "--loglevel=error", `./${archive}`];
  await project.run("npm", install, { "package.json": '{ "private": true, "type": "module" }' });
  return project;
}

export const tsc = path.join(root, "node_modules", ".bin", "tsc");

export interface Runtimes {
  readonly bun: string;
  readonly deno: string;
}

/** Bun and Deno; null where they cannot be had, which fails in CI. */
export async function runtimes(): Promise<Runtimes | null> {
  try {
    const { stdout } = await run(process.execPath, [path.join(root, "scripts", "test-runtimes.mjs")]);
    return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Runtimes;
  } catch (cause) {
    if (process.env.CI) throw new Error("Bun and Deno could not be installed; in CI they must be there.", { cause });
    return null;
  }
}
