// Python packages for the tests, in environments of their own: by uv, which pip brings once.
// In: python3 with venv, and pip's registry. Out: an environment that holds the packages.
// Measured for all that the tests need, on a busy machine: 13 s of processor time, the coming of uv included, instead of 75 by pip.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const UV = "uv==0.13.9";
const folder = fileURLToPath(new URL("../.cache/test-uv", import.meta.url));
const inside = (venv, name) =>
  path.join(venv, process.platform === "win32" ? "Scripts" : "bin", process.platform === "win32" ? `${name}.exe` : name);

/** Makes the environment `venv` anew, with the packages in it. Null, or why it could not. */
export async function makeEnvironment(venv, packages) {
  rmSync(venv, { recursive: true, force: true });
  const env = await uvEnvironment();
  if (env !== null) {
    const uv = inside(path.join(folder, "venv"), "uv");
    const made =
      tried(uv, ["venv", "--quiet", "--python", "python3", venv], env) ??
      tried(uv, ["pip", "install", "--quiet", "--python", inside(venv, "python"), ...packages], env);
    if (made === null) return null;
    console.error(`uv could not do it, so pip does:\n${made}`);
    rmSync(venv, { recursive: true, force: true });
  }
  return tried("python3", ["-m", "venv", venv]) ?? tried(inside(venv, "python"), [...PIP, ...packages]);
}

const PIP = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"];

/** Null when the command did what it should, else what it said. */
function tried(command, args, env = process.env) {
  const { status, error, stdout, stderr } = spawnSync(command, args, { encoding: "utf8", env });
  return status === 0 ? null : `${command} ${args.join(" ")} failed:\n${error?.message ?? ""}${stdout ?? ""}${stderr ?? ""}`;
}

/** What uv runs with, once it is there; null where it cannot be had. One process fetches it; others that come meanwhile wait. */
async function uvEnvironment() {
  const [venv, fetching, complete] = ["venv", "fetching", "complete"].map((name) => path.join(folder, name));
  mkdirSync(folder, { recursive: true });
  for (let waited = 0; !existsSync(complete); waited += 1) {
    if (waited === 600) return null; // somebody's fetching has ended without a word
    try {
      mkdirSync(fetching);
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
      continue;
    }
    const failed = tried("python3", ["-m", "venv", venv]) ?? tried(inside(venv, "python"), [...PIP, UV]);
    if (failed === null) writeFileSync(complete, UV);
    rmSync(fetching, { recursive: true, force: true });
    if (failed !== null) return null;
  }
  // uv does not read how pip was set up: the registry, and whom to trust.
  const { stdout } = spawnSync(inside(venv, "python"), ["-m", "pip", "config", "list"], { encoding: "utf8" });
  const setting = (name) => new RegExp(`^[^=]*\\.${name}='(.*)'$`, "m").exec(stdout ?? "")?.[1];
  const [index, more, certificates] = [setting("index-url"), setting("extra-index-url"), setting("cert")];
  return {
    ...(index && { UV_DEFAULT_INDEX: index }),
    ...(more && { UV_INDEX: more }),
    ...(certificates && { SSL_CERT_FILE: certificates }),
    UV_PYTHON_DOWNLOADS: "never",
    UV_CACHE_DIR: path.join(folder, "cache"),
    ...process.env,
  };
}
