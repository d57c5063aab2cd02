// The file system below the embedded database: the folder on disk, with a real fsync.
// In: a folder. Out: a PGlite file system whose fsync reaches the disk, for files and for directories.
//
// PGlite's own NodeFS has no fsync at all: Emscripten's fd_sync looks for `stream_ops.fsync`, finds none and reports success, and
// PGlite starts PostgreSQL with `-F`. Here the missing operation is added. fdatasync is hard-wired to success in the WASM build, which is
// why the backend must run with `wal_sync_method = fsync` (see `parameters.ts`).

import { closeSync, fsyncSync, mkdirSync, openSync } from "node:fs";
import type { PGliteOptions } from "@electric-sql/pglite";

/** PGlite's file system interface, which it does not export by name. */
export type Filesystem = NonNullable<PGliteOptions["fs"]>;

/** What is used of Emscripten's file system; PGlite does not export its types. */
export interface EmscriptenModule {
  readonly FS: {
    readonly filesystems: { readonly NODEFS: NodeFileSystem };
    readonly ErrnoError: new (errno: number) => Error;
    readonly isDir: (mode: number) => boolean;
    mkdirTree(path: string): void;
    mount(type: NodeFileSystem, options: { readonly root: string }, at: string): void;
    quit(): void;
  };
}

export interface FileNode {
  readonly mode: number;
}

export interface FileStream {
  readonly node: FileNode;
  /** The descriptor of the operating system. */
  readonly nfd: number;
}

export interface NodeFileSystem {
  readonly stream_ops: Record<string, unknown> & { fsync?: (stream: FileStream) => number };
  readonly node_ops: Record<string, unknown>;
  readonly realPath: (node: FileNode) => string;
}

type EmscriptenOptions = Awaited<ReturnType<Filesystem["init"]>>["emscriptenOpts"];

const PGDATA = "/pglite/data";
/** EIO in Emscripten's numbering. PostgreSQL panics on it, which is right: after a failed fsync nothing is known about the pages. */
const EIO = 29;

/** The folder as PGlite's data directory. `arrange` may change the operations further; the power-loss test records writes there. */
export function durableFileSystem(folder: string, arrange?: (module: EmscriptenModule) => void): Filesystem {
  mkdirSync(folder, { recursive: true });
  let quit = (): void => {};
  return {
    async init(_pglite, options) {
      const mount = (module: EmscriptenModule): void => {
        const { FS } = module;
        quit = () => FS.quit();
        FS.filesystems.NODEFS.stream_ops.fsync = (stream) => {
          syncDescriptor(stream.nfd, FS.isDir(stream.node.mode), () => new FS.ErrnoError(EIO));
          return 0;
        };
        arrange?.(module);
        FS.mkdirTree(PGDATA);
        FS.mount(FS.filesystems.NODEFS, { root: folder }, PGDATA);
      };
      const preRun = [...((options.preRun as unknown[] | undefined) ?? []), mount];
      return { emscriptenOpts: { ...options, preRun } as unknown as EmscriptenOptions };
    },
    async syncToFs() {},
    async initialSyncFs() {},
    async dumpTar() {
      throw new Error("The embedded database's folder is the copy; there is no tar of it.");
    },
    async closeFs() {
      quit();
    },
  };
}

function syncDescriptor(descriptor: number, isDirectory: boolean, failure: () => Error): void {
  try {
    fsyncSync(descriptor);
  } catch (error) {
    // Windows cannot sync a directory, and some network file systems refuse it; PostgreSQL itself tolerates both.
    if (isDirectory && ["EPERM", "EISDIR", "EINVAL", "EBADF"].includes((error as NodeJS.ErrnoException).code ?? "")) return;
    throw failure();
  }
}

/** Makes a rename or creation inside `folder` last through a power loss. */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return; // a directory cannot be opened there
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
