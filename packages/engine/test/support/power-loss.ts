// Power loss, played back: what a disk holds when the power goes, if it kept nothing that was not synced.
// In: a folder, and the file operations of a database on it as they happened. Out: the folder as it would be found, for any moment.
//
// The rules, after POSIX and what Linux file systems do: a write is safe once its file was synced after it. A new name is safe once its
// folder, or the file itself, was synced after it; a removed name once its folder was. Whatever is not safe is lost ("strict"), or some of
// it is there and some is not ("torn": any subset of the writes, the first few of the name changes), which no order of calls excludes.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { EmscriptenModule, FileNode, FileStream } from "../../src/store/pglite/durable-file-system.js";

type Operation =
  | { readonly kind: "write"; readonly file: number; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: "truncate"; readonly file: number; readonly size: number }
  | { readonly kind: "sync"; readonly file: number }
  | { readonly kind: "syncFolder"; readonly folder: string }
  | { readonly kind: "create"; readonly path: string; readonly file: number }
  | { readonly kind: "makeFolder"; readonly path: string }
  | { readonly kind: "rename"; readonly from: string; readonly to: string; readonly file: number }
  | { readonly kind: "remove"; readonly path: string }
  | { readonly kind: "removeFolder"; readonly path: string };

export interface Recording {
  /** How many operations were recorded so far: the present moment. */
  readonly length: number;
  readonly syncs: number;
  /** Goes into the file system of the database to record: `durableFileSystem(folder, recording.arrange)`. */
  readonly arrange: (module: EmscriptenModule) => void;
  /** Writes into `target` what the disk would hold after the operation `moment`. `random` decides what is torn; null is strict. */
  materialise(moment: number, target: string, random: (() => number) | null): void;
}

interface File {
  safe: Buffer;
  pending: Operation[];
}

// biome-ignore lint/suspicious/noExplicitAny: Emscripten's operations differ in their arguments and are only passed on.
type Call = (...args: any[]) => any;

/** Starts to record what happens in `folder`, whose present content counts as safe. */
export function recordFolder(folder: string): Recording {
  const operations: Operation[] = [];
  const start = new Map<string, Buffer>();
  const startFolders: string[] = [];
  (function gather(at: string) {
    for (const entry of readdirSync(join(folder, at), { withFileTypes: true })) {
      const path = join(at, entry.name);
      if (!entry.isDirectory()) start.set(path, readFileSync(join(folder, path)));
      else {
        startFolders.push(path);
        gather(path);
      }
    }
  })("");

  let nextFile = 0;
  let syncs = 0;
  /** The present names of files. */
  const names = new Map<string, number>();
  for (const path of start.keys()) names.set(path, nextFile++);
  const opened = new Map<number, number>();

  const arrange = (module: EmscriptenModule): void => {
    const nodefs = module.FS.filesystems.NODEFS;
    const pathOf = (node: FileNode): string => relative(folder, nodefs.realPath(node));
    const fileOf = (path: string): number => {
      const file = names.get(path);
      if (file === undefined) throw new Error(`The recording does not know ${path}.`);
      return file;
    };
    const around = (operations_: Record<string, unknown>, name: string, wrap: (call: Call) => Call): void => {
      operations_[name] = wrap(operations_[name] as Call);
    };
    const { node_ops: nodes, stream_ops: streams } = nodefs;

    around(nodes, "mknod", (call) => (parent: FileNode, name: string, mode: number, dev: number) => {
      const made = call(parent, name, mode, dev);
      const path = join(pathOf(parent), name);
      if (module.FS.isDir(mode)) operations.push({ kind: "makeFolder", path });
      else {
        names.set(path, nextFile);
        operations.push({ kind: "create", path, file: nextFile++ });
      }
      return made;
    });
    around(nodes, "rename", (call) => (node: FileNode, newParent: FileNode, newName: string) => {
      const from = pathOf(node);
      const to = join(pathOf(newParent), newName);
      call(node, newParent, newName);
      const file = fileOf(from);
      names.delete(from);
      names.set(to, file);
      operations.push({ kind: "rename", from, to, file });
    });
    around(nodes, "unlink", (call) => (parent: FileNode, name: string) => {
      call(parent, name);
      const path = join(pathOf(parent), name);
      names.delete(path);
      operations.push({ kind: "remove", path });
    });
    around(nodes, "rmdir", (call) => (parent: FileNode, name: string) => {
      call(parent, name);
      operations.push({ kind: "removeFolder", path: join(pathOf(parent), name) });
    });
    around(nodes, "setattr", (call) => (node: FileNode, attributes: { readonly size?: number }) => {
      call(node, attributes);
      if (attributes.size !== undefined) operations.push({ kind: "truncate", file: fileOf(pathOf(node)), size: attributes.size });
    });
    around(streams, "open", (call) => (stream: FileStream) => {
      call(stream);
      if (!module.FS.isDir(stream.node.mode)) opened.set(stream.nfd, fileOf(pathOf(stream.node)));
    });
    around(streams, "setattr", (call) => (stream: FileStream, attributes: { readonly size?: number }) => {
      call(stream, attributes);
      if (attributes.size !== undefined) {
        operations.push({ kind: "truncate", file: opened.get(stream.nfd) ?? -1, size: attributes.size });
      }
    });
    around(streams, "write", (call) => (stream: FileStream, buffer: Uint8Array, offset: number, length: number, at: number) => {
      const written: number = call(stream, buffer, offset, length, at);
      const bytes = Buffer.from(new Uint8Array(buffer.buffer, buffer.byteOffset + offset, written)); // a copy
      operations.push({ kind: "write", file: opened.get(stream.nfd) ?? -1, at, bytes });
      return written;
    });
    if (streams.fsync === undefined) return;
    around(streams, "fsync", (call) => (stream: FileStream) => {
      const result = call(stream);
      syncs++;
      if (module.FS.isDir(stream.node.mode)) operations.push({ kind: "syncFolder", folder: pathOf(stream.node) });
      else operations.push({ kind: "sync", file: opened.get(stream.nfd) ?? -1 });
      return result;
    });
  };

  return {
    get length() {
      return operations.length;
    },
    get syncs() {
      return syncs;
    },
    arrange,
    materialise(moment, target, random) {
      const disk = playBack(start, startFolders, operations.slice(0, moment), random);
      rmSync(target, { recursive: true, force: true });
      mkdirSync(target, { recursive: true, mode: 0o700 });
      for (const path of disk.folders) mkdirSync(join(target, path), { recursive: true, mode: 0o700 });
      for (const [path, content] of disk.files) writeFileSync(join(target, path), content, { mode: 0o600 });
    },
  };
}

function playBack(
  start: ReadonlyMap<string, Buffer>,
  startFolders: readonly string[],
  operations: readonly Operation[],
  random: (() => number) | null,
): { readonly files: ReadonlyMap<string, Buffer>; readonly folders: readonly string[] } {
  const files: File[] = [];
  const safeNames = new Map<string, number>();
  for (const [path, content] of start) {
    safeNames.set(path, files.length);
    files.push({ safe: content, pending: [] });
  }
  const folders = new Set(startFolders);
  /** Name changes that no sync covers yet, in order. */
  let unsafe: Operation[] = [];

  const changeName = (operation: Operation): void => {
    if (operation.kind === "create") safeNames.set(operation.path, operation.file);
    else if (operation.kind === "rename") {
      safeNames.delete(operation.from);
      safeNames.set(operation.to, operation.file);
    } else if (operation.kind === "remove") safeNames.delete(operation.path);
    else if (operation.kind === "makeFolder") folders.add(operation.path);
    else if (operation.kind === "removeFolder") folders.delete(operation.path);
  };
  /** Makes the name changes safe that `covers` picks, in their order. */
  const settle = (covers: (operation: Operation) => boolean): void => {
    for (const operation of unsafe) if (covers(operation)) changeName(operation);
    unsafe = unsafe.filter((operation) => !covers(operation));
  };

  for (const operation of operations) {
    if (operation.kind === "write" || operation.kind === "truncate") files[operation.file]?.pending.push(operation);
    else if (operation.kind === "sync") {
      const file = files[operation.file] as File;
      file.safe = applied(file.safe, file.pending);
      file.pending = [];
      settle((other) => (other.kind === "create" || other.kind === "rename") && other.file === operation.file);
    } else if (operation.kind === "syncFolder") settle((other) => folderOf(other) === operation.folder);
    else {
      if (operation.kind === "create") files[operation.file] = { safe: Buffer.alloc(0), pending: [] };
      unsafe.push(operation);
    }
  }
  if (random !== null) {
    for (const operation of unsafe.slice(0, Math.floor(random() * (unsafe.length + 1)))) changeName(operation);
    for (const file of files) {
      file.safe = applied(
        file.safe,
        file.pending.filter(() => random() < 0.5),
      );
    }
  }
  const found = [...safeNames].map(([path, file]): [string, Buffer] => [path, (files[file] as File).safe]);
  const needed = found.map(([path]) => dirname(path)).filter((path) => path !== ".");
  return { files: new Map(found), folders: [...folders, ...needed] };
}

function folderOf(operation: Operation): string | null {
  if (operation.kind === "rename") return normal(dirname(operation.to));
  return "path" in operation ? normal(dirname(operation.path)) : null;
}

function normal(folder: string): string {
  return folder === "." ? "" : folder;
}

function applied(content: Buffer, changes: readonly Operation[]): Buffer {
  if (changes.length === 0) return content;
  let result = Buffer.from(content);
  for (const change of changes) {
    if (change.kind === "truncate") {
      const cut = Buffer.alloc(change.size);
      result.copy(cut, 0, 0, Math.min(result.length, change.size));
      result = cut;
    } else if (change.kind === "write") {
      const end = change.at + change.bytes.length;
      if (end > result.length) result = Buffer.concat([result, Buffer.alloc(end - result.length)]);
      change.bytes.copy(result, change.at);
    }
  }
  return result;
}
