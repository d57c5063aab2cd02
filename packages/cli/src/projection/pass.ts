// One pass with its server: the pages are read, and the folder becomes what they are.
// In: a server, and the control folder of a bank. Out: what was done, what is known of the folder now, and whether the bank is gone.

import { type Api, bankPath, CliError, isBankGone } from "../api.js";
import { activity, progress } from "../output.js";
import { unlessStopped } from "../unless-stopped.js";
import type { Control, State } from "./control.js";
import { type Bundle, type Projection, project } from "./project.js";

/** `before` is what the control folder knew; throws a CliError for a server that does not answer or refuses, and for a disk that takes nothing. */
export async function onePass(
  api: Api,
  control: Control,
  before: State,
  signal: AbortSignal,
): Promise<{ readonly state: State; readonly done: Projection; readonly isGone: boolean }> {
  const bundle = await bundleOf(api, before, signal);
  const bar = progress("Writing");
  const told = { server: api.baseUrl, now: new Date(), signal, tell: (done: number, total: number) => bar.update(done, total) };
  try {
    return { ...(await project(control, before, bundle ?? NO_PAGES, told)), isGone: bundle === null };
  } catch (cause) {
    return onDisk(cause);
  } finally {
    bar.end();
  }
}

export const NO_PAGES: Bundle = { files: [], folders: [] };

/** Null for a bank that is gone: one that this very server had at a pass before. Of any other that is not found nothing here is known to be stale. */
async function bundleOf(api: Api, { server, bank }: State, signal: AbortSignal): Promise<Bundle | null> {
  const asking = activity("Reading the pages");
  const reading = readBundle(api, bank);
  try {
    return await unlessStopped(reading, signal, "Stopped while the pages were read; nothing was changed.");
  } catch (cause) {
    if (!isBankGone(cause, bank) || server === undefined) throw cause;
    if (server === api.baseUrl) return null;
    throw new CliError(`There is no bank '${bank}' at ${api.baseUrl}. The pages here are from ${server} and were left alone.`, {
      cause,
      isAnswer: true,
    });
  } finally {
    asking.end();
  }
}

/** The pages of a bank as files in folders. */
export async function readBundle(api: Api, bank: string): Promise<Bundle> {
  const bundle = await api.get<Bundle>(bankPath(bank, "/knowledge-base/export?layout=tree"));
  if (Array.isArray(bundle.folders)) return bundle;
  throw new CliError("This server exports no folders: it is not one of this version.", { isAnswer: true });
}

/** What a disk refuses is for the user to mend; anything else goes on as it is. */
export function onDisk(cause: unknown): never {
  const { code, syscall, message } = cause as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) throw cause;
  throw new CliError(`The folder cannot be written: ${message}. The next sync goes on from there.`, { cause });
}
