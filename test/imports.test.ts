// The doors between the rooms (docs: shared design §2): reads every import of every package and fails on an arrow that is not allowed.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const PACKAGES = fileURLToPath(new URL("../packages/", import.meta.url));
const SCOPE = "@hindsight-memory/";

/** Which of our packages a package may use. */
const PACKAGE_ARROWS: Readonly<Record<string, readonly string[]>> = {
  "models-en": [],
  client: [],
  console: ["client"],
  engine: ["models-en"],
  server: ["client", "console", "engine"],
  cli: ["client", "engine", "server"],
  wrap: [],
};

/** Doors beside the one of a package: what is needed without the rest. The lock of a folder for the command line: the engine takes 120 MB and seconds; for the same reason the names of options. */
const SIDE_DOORS: readonly string[] = ["client/relevance", "client/trace", "engine/folder-lock", "engine/known-options", "server/embedded"];

/** Rooms of the engine and where their doors lead; a room always reaches itself. Files beside the rooms are rooms of one file. */
const FOUNDATIONS = ["domain", "errors", "config"];
const GROUND = [...FOUNDATIONS, "context", "store", "providers", "telemetry", "guard", "upkeep"];
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  domain: [],
  config: FOUNDATIONS,
  "start-thread": [],
  upkeep: [],
  store: [...FOUNDATIONS, "start-thread"],
  providers: [...FOUNDATIONS, "start-thread"],
  telemetry: [...FOUNDATIONS, "hot", "store", "providers", "upkeep"],
  guard: [...FOUNDATIONS, "store", "providers", "telemetry"],
  hot: [...FOUNDATIONS, "store"],
  context: [...GROUND, "hot"],
  banks: GROUND,
  forget: [...GROUND, "operations"],
  operations: GROUND,
  retain: [...GROUND, "attachments", "forget", "operations"],
  curate: [...GROUND, "forget", "operations", "retain"],
  attachments: GROUND,
  files: [...GROUND, "operations", "retain"],
  recall: [...GROUND, "attachments", "hot", "operations"],
  consolidate: [...GROUND, "forget", "operations", "recall"],
  models: [...GROUND, "operations", "recall", "reflect"],
  transfer: [...GROUND, "attachments", "banks", "files", "forget", "models", "operations", "retain", "webhooks"],
  templates: [...GROUND, "banks", "models", "operations"],
  webhooks: [...GROUND, "operations"],
  reflect: [...GROUND, "operations", "recall"],
};
/** The façade opens every feature, and nobody imports it. */
const FACADE = [
  "index",
  "open",
  "file-parts",
  "tenant-engine",
  "background",
  "hindsight",
  "facade",
  "resources",
  "diagnose",
  "analysis-upkeep",
  "vector-upkeep",
  "verbs",
  "worker",
  "admin",
  "tenants",
];
/** Features are entered by their index.ts; the ground below them is open. */
const FEATURES = [
  "attachments",
  "banks",
  "consolidate",
  "curate",
  "files",
  "forget",
  "hot",
  "models",
  "operations",
  "reflect",
  "retain",
  "recall",
  "telemetry",
  "templates",
  "transfer",
  "webhooks",
];

interface Arrow {
  readonly file: string;
  readonly imported: string;
  readonly names: string;
}

const IMPORT = /^\s*(?:import|export)\s+(?:type\s+)?([\w\s{},*$]*?)(?:\s+from\s+)?"([^"\n]+)";|\bimport\("([^"\n]+)"\)/gm;

const withoutComments = (text: string) => text.replace(/\/\*.*?\*\//gs, "").replace(/^\s*\/\/.*$/gm, "");

function sources(pkg: string): readonly string[] {
  const folder = join(PACKAGES, pkg, "src");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => file.replaceAll("\\", "/"));
}

const read = (pkg: string, file: string) => withoutComments(readFileSync(join(PACKAGES, pkg, "src", file), "utf8"));

function arrowsOf(pkg: string): readonly Arrow[] {
  return sources(pkg).flatMap((file) =>
    [...read(pkg, file).matchAll(IMPORT)].map(([, names = "", from, dynamic]) => ({ file, imported: from ?? dynamic ?? "", names })),
  );
}

/** Where a relative import leads, as a path in the package's src. */
const target = ({ file, imported }: Arrow) => posix.join(posix.dirname(file), imported);
const room = (path: string) => path.split("/")[0]?.replace(/\.[jt]s$/, "") ?? "";
const packages = readdirSync(PACKAGES);

describe("packages", () => {
  test.each(packages)("%s uses only the packages below it, by name", (pkg) => {
    const allowed = PACKAGE_ARROWS[pkg];
    expect(allowed, `PACKAGE_ARROWS lacks ${pkg}`).toBeDefined();
    const wrong = arrowsOf(pkg).filter((arrow) => {
      const name = arrow.imported.slice(SCOPE.length);
      if (arrow.imported.startsWith(SCOPE)) return !allowed?.includes(SIDE_DOORS.includes(name) ? (name.split("/")[0] ?? "") : name);
      return arrow.imported.startsWith(".") && target(arrow).startsWith("..");
    });
    expect(wrong).toEqual([]);
  });
});

test("the client runs wherever there is fetch: it imports its own files alone", () => {
  const arrows = arrowsOf("client");
  expect(arrows.length).toBeGreaterThan(50);
  expect(arrows.filter(({ imported }) => !imported.startsWith("."))).toEqual([]);
});

describe("rooms of the engine", () => {
  const arrows = arrowsOf("engine").filter(({ imported }) => imported.startsWith("."));

  test("imports are found", () => {
    expect(arrows.length).toBeGreaterThan(200);
    expect(arrows).toContainEqual(expect.objectContaining({ file: "banks/open.ts", imported: "../errors.js" }));
  });

  test("every arrow is an allowed one", () => {
    const wrong = arrows.filter((arrow) => {
      const [from, to] = [room(arrow.file), room(target(arrow))];
      if (from === to || FACADE.includes(from)) return false;
      return !ARROWS[from]?.includes(to);
    });
    // `banks`, `retain` and the others take from the façade at most the types of its requests, which lie in `domain`.
    expect(wrong.map((arrow) => `${arrow.file} → ${target(arrow)}`)).toEqual([]);
  });

  test("features are entered by their index", () => {
    const wrong = arrows.filter((arrow) => {
      const [from, to] = [room(arrow.file), room(target(arrow))];
      return from !== to && FEATURES.includes(to) && target(arrow) !== `${to}/index.js`;
    });
    expect(wrong.map((arrow) => `${arrow.file} → ${target(arrow)}`)).toEqual([]);
  });

  test("every room has a place in the plan", () => {
    const rooms = new Set(sources("engine").map(room));
    expect([...rooms].filter((name) => !(name in ARROWS) && !FACADE.includes(name))).toEqual([]);
  });

  test("domain does no input or output and knows no clock", () => {
    const external = arrowsOf("engine").filter(({ file, imported }) => room(file) === "domain" && imported.startsWith("node:"));
    // node:module loads the data of packages (word lists, segmenters) once; node:crypto hashes
    expect(external.filter(({ imported }) => imported !== "node:crypto" && imported !== "node:module")).toEqual([]);
    const clocks = sources("engine").filter(
      (file) =>
        room(file) === "domain" && /\bDate\.now\(|\bnew Date\(\)|\bperformance\.|\bMath\.random\(|\bprocess\./.test(read("engine", file)),
    );
    expect(clocks).toEqual([]);
  });

  test("SQL is written in the store alone", () => {
    const tagged = arrowsOf("engine").filter(
      ({ file, imported, names }) => room(file) !== "store" && /db\.js$/.test(imported) && /\bsql\b/.test(names),
    );
    expect(tagged.map(({ file }) => file)).toEqual([]);
  });

  test("bankScope is called in banks/open.ts alone, tenantScope where a tenant is opened", () => {
    const callers = (call: RegExp) => sources("engine").filter((file) => file !== "domain/scope.ts" && call.test(read("engine", file)));
    expect(callers(/\bbankScope\(/)).toEqual(["banks/open.ts"]);
    expect(callers(/\btenantScope\((?!bank\.tenant\))/).toSorted()).toEqual([
      "admin.ts",
      "admin/backup.ts",
      "admin/examine.ts",
      "open.ts",
      "tenants/create.ts",
      "tenants/index.ts",
    ]); // the tenant of an open bank is open too
  });
});

test("no test mocks a module, which would stay mocked for the files behind it in the same process", () => {
  const folders = [fileURLToPath(new URL(".", import.meta.url)), ...packages.map((pkg) => join(PACKAGES, pkg, "test"))].filter(existsSync);
  const tests = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((file) => (file.endsWith(".test.ts") ? [join(folder, file)] : [])),
  );
  expect(tests.length).toBeGreaterThan(200); // control: they are found
  expect(tests.filter((file) => /\bvi\.(?:mock|doMock)\(/.test(withoutComments(readFileSync(file, "utf8"))))).toEqual([]);
});
