// A bank of pages and a folder that they are projected to, with the command that does it as a process of its own.
// In: a server. Out: pages on both sides, to be changed and compared.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { bankPath, openServer, type TestServer } from "../../../../test/support/server.js";
import { type Command, hindsight } from "../../../../test/workers/cli.js";

export type Files = Readonly<Record<string, string>>;
export interface File {
  readonly path: string;
  readonly content: string;
}
export type Ended = Awaited<Command["ended"]>;

export const page = (file: string, text: string, id?: string): File => ({
  path: file,
  content: `---\n${id === undefined ? "" : `id: ${id}\n`}description: ${JSON.stringify(`What of ${file}?`)}\n---\n\n${text}\n`,
});

export interface Wiki {
  readonly server: TestServer;
  /** Where all folders of the test lie. */
  readonly top: string;
  /** Another bank and another folder for each test; a test may set them. */
  bank: string;
  dir: string;
  fresh(): void;
  base(rest: string): string;
  have(...files: readonly File[]): Promise<void>;
  idOf(name: string): Promise<string>;
  patch(name: string, change: unknown): Promise<void>;
  start(...args: readonly string[]): Command;
  run(...args: readonly string[]): Promise<Ended>;
  sync(...more: readonly string[]): Promise<Ended>;
  /** Every path in the folder but for the control folder, with what files say. */
  onDisk(): Files;
  /** What somebody had there and is kept. */
  kept(): readonly string[];
  /** What the folder is to be. */
  asServed(): Promise<Files>;
  close(): Promise<void>;
}

export async function openWiki(): Promise<Wiki> {
  const server = await openServer();
  const top = mkdtempSync(path.join(tmpdir(), "hindsight-pages-"));
  let count = 0;
  const wiki: Wiki = {
    server,
    top,
    bank: "",
    dir: "",
    fresh() {
      count += 1;
      wiki.bank = `wiki-${count}`;
      wiki.dir = path.join(top, wiki.bank);
    },
    base: (rest) => bankPath(wiki.bank, `/knowledge-base${rest}`),
    async have(...files) {
      const reply = await server.call("POST", wiki.base("/import"), { files });
      if (reply.status !== 200) throw new Error(reply.text);
    },
    async idOf(name) {
      const nodes = flat((await server.call("GET", wiki.base("/tree"))).body.roots);
      const found = nodes.find((node) => node.name === name);
      if (found === undefined) throw new Error(`There is no ${name}.`);
      return found.id;
    },
    async patch(name, change) {
      const reply = await server.call("PATCH", wiki.base(`/nodes/${await wiki.idOf(name)}`), change);
      if (reply.status !== 200) throw new Error(reply.text);
    },
    start: (...args) => hindsight(args, { HINDSIGHT_API_URL: server.url }),
    run: (...args) => wiki.start(...args).ended,
    sync: (...more) => wiki.run("pages", "sync", wiki.bank, "--dir", wiki.dir, ...more),
    onDisk: () => filesOf(wiki.dir),
    kept: () => Object.values(filesOf(path.join(wiki.dir, ".hindsight/kept"))).filter((text) => text !== "/"),
    async asServed() {
      const { files, folders } = (await server.call("GET", wiki.base("/export?layout=tree"))).body;
      const all: [string, string][] = [
        ...folders.map((folder: string): [string, string] => [folder, "/"]),
        ...files.map((file: File): [string, string] => [file.path, file.content]),
      ];
      return Object.fromEntries(all.sort());
    },
    async close() {
      await server.close();
      rmSync(top, { recursive: true, force: true });
    },
  };
  wiki.fresh();
  return wiki;
}

/** Every path in a folder but for its control folder, with what files say; `/` for a folder, `->` for a link. */
export function filesOf(dir: string): Files {
  if (!existsSync(dir)) return {};
  const found: [string, string][] = [];
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    const full = path.join(entry.parentPath, entry.name);
    const below = path.relative(dir, full);
    if (below.split(path.sep)[0] === ".hindsight") continue;
    const says = entry.isDirectory() ? "/" : entry.isSymbolicLink() ? "->" : textOf(full);
    if (says !== null) found.push([below, says]);
  }
  return Object.fromEntries(found.sort());
}

/** Null for a file that was moved between the look at its folder and the look into it. */
function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

interface Node {
  readonly id: string;
  readonly name: string;
  readonly children: readonly Node[];
}

const flat = (nodes: readonly Node[]): readonly Node[] => nodes.flatMap((node) => [node, ...flat(node.children)]);

/** Resolves once it holds; the test's own time limit ends the wait. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}
