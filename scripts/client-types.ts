// Makes the generated part of the TypeScript client: packages/client/src/types.gen.ts and sdk/operations.gen.ts.
// In: the specification that this server serves, and the generator from the package registry. Out: both files.
// Run it after a change of the API: npx tsx --conditions=source scripts/client-types.ts

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startServer } from "@hindsight-memory/server";
import { clientSpecification, fingerprint, operationsSource, type Specification } from "./client-specification.js";

/** The generator of the published client's types. It wants the classic compiler API, so it brings a compiler of its own and stays out of the lock file. */
const GENERATOR = ["@hey-api/openapi-ts@0.99.0", "typescript@5.9.3"];

const root = fileURLToPath(new URL("..", import.meta.url));
const source = path.join(root, "packages", "client", "src");
const folder = mkdtempSync(path.join(tmpdir(), "hindsight-client-types-"));

try {
  const specification = clientSpecification(await served());
  mkdirSync(path.join(source, "sdk"), { recursive: true });
  writeFileSync(path.join(source, "sdk", "operations.gen.ts"), operationsSource(specification));
  writeFileSync(path.join(source, "types.gen.ts"), typesSource(specification));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function served(): Promise<Specification> {
  const env = { HINDSIGHT_DATA_DIR: path.join(folder, "data"), HINDSIGHT_API_PORT: "0", HINDSIGHT_API_LOG_LEVEL: "fatal" };
  const server = await startServer({ env });
  try {
    return (await (await fetch(`${server.url}/openapi.json`)).json()) as Specification;
  } finally {
    await server.close();
  }
}

function typesSource(specification: Specification): string {
  writeFileSync(path.join(folder, "openapi.json"), JSON.stringify(specification));
  run(
    "npm",
    [
      "exec",
      "--yes",
      ...GENERATOR.map((name) => `--package=${name}`),
      "--",
      "openapi-ts",
      "-i",
      "openapi.json",
      "-o",
      "made",
      "-p",
      "@hey-api/typescript",
    ],
    folder,
  );
  const made = readFileSync(path.join(folder, "made", "types.gen.ts"), "utf8").replace(/^\/\/.*\n/, "");
  return [
    "// Types of the API: made from the served specification by scripts/client-types.ts, not by hand.",
    "// In: nothing. Out: a type for each schema, and for each operation its request (…Data), replies (…Responses) and refusals (…Errors).",
    `// Shape of the specification: sha256 ${fingerprint(specification)}`,
    made,
  ].join("\n");
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, error } = spawnSync(command, args, { cwd, stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status ?? error?.message}`);
}
