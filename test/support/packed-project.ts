// The packages as a user gets them: packed, and put into an empty project with no more than what they declare.
// In: this checkout. Out: one project for all of them; their dependencies are this checkout's, so that nothing is downloaded and 500 MB are not copied.

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);
const SCOPE = "@hindsight-memory";

export interface PackedProject {
  readonly folder: string;
  /** The packages' names, without their scope. */
  readonly packages: readonly string[];
  /** Where npm would have put the command. */
  readonly command: string;
  /** The examples of a language in a package's README, as it is packed. */
  examples(name: string, language: string): readonly string[];
  /** Makes a package of this checkout's available, for an example that needs more than the package declares (an optional peer). */
  add(dependency: string, wantedBy: string): void;
  remove(): void;
}

export async function packedProject(): Promise<PackedProject> {
  const folder = mkdtempSync(path.join(tmpdir(), "hindsight-project-"));
  const modules = path.join(folder, "node_modules");
  const packages = published();
  await run(path.join(root, "node_modules/.bin/tsc"), ["-b", ".", "packages/client/tsconfig.cjs.json"], { cwd: root });
  const workspaces = packages.map((name) => `--workspace=packages/${name}`);
  await run("npm", ["pack", ...workspaces, `--pack-destination=${folder}`, "--loglevel=error"], { cwd: root });
  writeFileSync(path.join(folder, "package.json"), '{ "private": true, "type": "module" }');
  for (const name of packages) await unpack(name);
  mkdirSync(path.join(modules, ".bin"));
  const command = path.join(modules, ".bin", "hindsight");
  symlinkSync(`../${SCOPE}/cli/bin/hindsight.js`, command);

  async function unpack(name: string): Promise<void> {
    const archive = readdirSync(folder).find((each) => new RegExp(`^hindsight-memory-${name}-\\d+\\.\\d+\\.\\d+\\.tgz$`).test(each)) ?? "";
    const to = path.join(modules, SCOPE, name);
    mkdirSync(to, { recursive: true });
    await run("tar", ["-xzf", path.join(folder, archive), "--strip-components=1", "-C", to]);
    const { dependencies = {} } = JSON.parse(readFileSync(path.join(to, "package.json"), "utf8")) as { dependencies?: object };
    for (const needed of Object.keys(dependencies)) if (!needed.startsWith(`${SCOPE}/`)) add(needed, name);
  }

  function add(dependency: string, wantedBy: string): void {
    const own = path.join(root, "packages", wantedBy, "node_modules", dependency);
    const [from, to] = existsSync(own)
      ? [own, path.join(modules, SCOPE, wantedBy, "node_modules", dependency)]
      : [path.join(root, "node_modules", dependency), path.join(modules, dependency)];
    mkdirSync(path.dirname(to), { recursive: true });
    if (!existsSync(to)) symlinkSync(from, to);
  }

  return {
    folder,
    packages,
    command,
    add,
    examples(name, language) {
      const text = readFileSync(path.join(modules, SCOPE, name, "README.md"), "utf8");
      return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(([, code = ""]) => code);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Every package of the workspace that is not private. */
function published(): readonly string[] {
  return readdirSync(path.join(root, "packages")).filter((name) => {
    const about = path.join(root, "packages", name, "package.json");
    return existsSync(about) && !(JSON.parse(readFileSync(about, "utf8")) as { private?: boolean }).private;
  });
}
