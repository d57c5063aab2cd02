// A copy of a folder that is in use, as of one moment: for a backup or a look inside while the server runs.
// In: from outside, a file beside the folder that asks; from the process that has the folder, the copying. Out: the copy, beside as well.
// Whoever may write beside the folder may read it, so a file needs no other permission; and an engine in a program of its own answers as a server does.

import { constants, existsSync } from "node:fs";
import { cp, readFile, rename, rm, writeFile } from "node:fs/promises";
import type { Logger } from "pino";
import { HindsightError } from "../../errors.js";
import { type Answering, answerBeside, comes } from "./asked-beside.js";

const wanted = (folder: string): string => `${folder}.snapshot-wanted`;
const making = (folder: string): string => `${folder}.snapshot-making`;
const failure = (folder: string): string => `${folder}.snapshot-failed`;
const copyOf = (folder: string): string => `${folder}.snapshot`;

const LOOK_MS = 1_000;

/** Looks every second whether a copy is wanted, as long as the folder is open. `still` runs its work while nothing else uses the database. */
export function serveSnapshots(folder: string, still: (work: () => Promise<void>) => Promise<void>, log: Logger | undefined): Answering {
  async function serve(): Promise<void> {
    const started = performance.now();
    try {
      await rm(copyOf(folder), { recursive: true, force: true });
      await rm(making(folder), { recursive: true, force: true });
      await rm(wanted(folder)); // taken: who asks waits for the copy now
      // Where the file system can, blocks are shared until one side writes.
      await still(() => cp(folder, making(folder), { recursive: true, mode: constants.COPYFILE_FICLONE }));
      await rename(making(folder), copyOf(folder));
      log?.info({ milliseconds: Math.round(performance.now() - started) }, "the database was copied for a backup");
    } catch (error) {
      log?.warn({ err: error }, "the database could not be copied for a backup");
      await rm(making(folder), { recursive: true, force: true });
      await writeFile(failure(folder), error instanceof Error ? error.message : String(error), { mode: 0o600 });
    }
  }
  return answerBeside(wanted(folder), LOOK_MS, () =>
    serve().catch((error: unknown) =>
      log?.warn({ err: error }, "whoever wants a copy of the database could not be told why there is none"),
    ),
  );
}

/** How long the process that has the folder may take to see that a copy is wanted, and to make it. */
const TAKEN_MS = 15_000;
const MADE_MS = 600_000;

/**
 * Asks the process that has the folder for a copy, and returns where it lies; whoever asked removes it. Throws `data_folder_locked` when nobody answers,
 * `operation_conflict` while another asks.
 */
export async function askForSnapshot(folder: string): Promise<string> {
  await rm(failure(folder), { force: true });
  try {
    await writeFile(wanted(folder), `${process.pid}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const message = `Another backup or look asks for a copy already (${wanted(folder)}). Wait for it; delete that file if none runs.`;
    throw new HindsightError("operation_conflict", message);
  }
  if (!(await comes(() => !existsSync(wanted(folder)), TAKEN_MS))) {
    await rm(wanted(folder), { force: true });
    const message = `The process that has ${folder} did not answer within ${TAKEN_MS / 1000} s. Stop it, and do this again.`;
    throw new HindsightError("data_folder_locked", message);
  }
  const isThere = await comes(() => existsSync(copyOf(folder)) || existsSync(failure(folder)), MADE_MS);
  if (isThere && existsSync(copyOf(folder))) return copyOf(folder);
  const why = existsSync(failure(folder)) ? await readFile(failure(folder), "utf8") : `it took more than ${MADE_MS / 60_000} minutes`;
  await rm(failure(folder), { force: true });
  throw new HindsightError(
    "storage_unavailable",
    `The database could not be copied: ${why}. Make room, or stop the server and do this again.`,
  );
}
