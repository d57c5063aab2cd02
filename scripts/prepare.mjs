// Preparing a checkout: is Node new enough, are the packages installed, is the build fresh?
// In: nothing; everything is read from the checkout. Out: an installed and built checkout, or a message that says what to do.
// Uses nothing but Node itself, since it runs before anything is installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(fileURLToPath(new URL("..", import.meta.url)));
const installStamp = path.join(root, "node_modules", ".hindsight-install");
const buildStamp = path.join(root, "node_modules", ".hindsight-build");

/** Ends the program with a message when Node is too old. */
export function requireNode() {
  const [major = 0] = process.versions.node.split(".").map(Number);
  if (major >= 20) return;
  console.error(`Hindsight needs Node 20 or newer; this is Node ${process.versions.node}. Install a newer Node and run the command again.`);
  process.exit(1);
}

/** Runs a command in the checkout and ends the program with its status when it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: "inherit", shell: process.platform === "win32", ...options });
  if (result.error) console.error(`${command} could not be started: ${result.error.message}`);
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** Installs the packages when the lock file changed since the last time. */
export function install() {
  const wanted = createHash("sha256")
    .update(readFileSync(path.join(root, "package-lock.json")))
    .digest("hex");
  if (existsSync(installStamp) && readFileSync(installStamp, "utf8") === wanted) return;
  console.error("Installing packages (once; about half a minute) …");
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { stdio: ["ignore", 2, 2] });
  writeFileSync(installStamp, wanted);
}

/** Builds every package when a source is newer than the last build, and the web console when one of its own is. */
export function build() {
  buildPackages();
  buildConsole();
}

function buildPackages() {
  const packages = readdirSync(path.join(root, "packages")).filter((name) => name !== "console");
  const built = existsSync(buildStamp) ? statSync(buildStamp).mtimeMs : 0;
  const complete = packages.every((name) => existsSync(path.join(root, "packages", name, "dist")));
  const newest = Math.max(
    ...packages.map((name) => newestIn(path.join(root, "packages", name, "src"))),
    statSync(path.join(root, "package-lock.json")).mtimeMs,
    statSync(path.join(root, "tsconfig.base.json")).mtimeMs,
  );
  if (complete && built >= newest) return;
  console.error("Building …");
  // A stale incremental record would skip what a deleted dist needs.
  run(process.execPath, [path.join(root, "node_modules", "typescript", "bin", "tsc"), "-b", ...(complete ? [] : ["--force"])]);
  mkdirSync(path.dirname(buildStamp), { recursive: true });
  writeFileSync(buildStamp, "");
}

/** What the console is built from lies in two packages: it takes the client's sources in. */
function buildConsole() {
  const folder = path.join(root, "packages", "console");
  const page = path.join(folder, "dist", "index.html");
  const files = ["index.html", "vite.config.ts", "package.json"].map((name) => path.join(folder, name));
  const folders = [path.join(folder, "src"), path.join(folder, "public"), path.join(root, "packages", "client", "src")];
  const newest = Math.max(...files.map((file) => statSync(file).mtimeMs), ...folders.map(newestIn));
  if (existsSync(page) && statSync(page).mtimeMs >= newest) return;
  console.error("Building the web console …");
  const vite = path.join(root, "node_modules", "vite", "bin", "vite.js");
  run(process.execPath, [vite, "build", "--logLevel=warn"], { cwd: folder, stdio: ["ignore", 2, 2] });
}

function newestIn(folder) {
  let newest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    newest = Math.max(newest, entry.isDirectory() ? newestIn(file) : statSync(file).mtimeMs);
  }
  return newest;
}
