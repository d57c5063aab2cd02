// A pass of a mount, and passes until somebody stops them.
// In: a mount and its server. Out: the folder as the bank is, what was done in a line, and how it went in the control folder.

import { setTimeout as sleep } from "node:timers/promises";
import { type Api, CliError } from "../api.js";
import { many } from "../output.js";
import { type Control, openControl } from "../projection/control.js";
import { keepInStep } from "../projection/keep-in-step.js";
import { onDisk, onePass } from "../projection/pass.js";
import type { Projection } from "../projection/project.js";
import { readPass, writePass } from "./health.js";
import { CONTROL, isMounted, type Mount, placeOf } from "./settings.js";

export interface Passed extends Projection {
  readonly dir: string;
  readonly bank: string;
  readonly bank_gone: boolean;
  readonly pages: number;
  /** Files that somebody changed or put in the way: they are as the bank says again, and what they were is kept. */
  readonly reverted: number;
}

/** A pass of another process is over soon. */
const OTHER_PASS_MS = 10_000;

/** Opens the folder for one pass, behind that of another process where one is under way. Throws a CliError for a folder that is not ours. */
export async function openMount(mount: Mount): Promise<Control> {
  for (const until = Date.now() + OTHER_PASS_MS; ; await sleep(50)) {
    try {
      return await openControl(mount.dir, mount.bank, placeOf(mount));
    } catch (cause) {
      const isTaken = ((cause as Error).cause as { readonly code?: unknown } | undefined)?.code === "data_folder_locked";
      if (!isTaken || Date.now() > until) return onDisk(cause);
    }
  }
}

/** Throws a CliError for a server that does not answer or refuses, a folder that is not ours, and a disk that takes nothing; that is told in the control folder too. */
export async function passOf(api: Api, mount: Mount, signal: AbortSignal): Promise<Passed> {
  const { dir, bank } = mount;
  const control = await openMount(mount);
  const at = (): string => new Date().toISOString();
  try {
    const { state, done, isGone } = await onePass(api, control, control.state, signal);
    const pages = Object.values(state.files).filter(({ id }) => id !== null).length;
    const error = isGone ? `Bank '${bank}' is gone; its pages were taken away.` : null;
    const ended = at();
    writePass(dir, { at: ended, error, ok_at: error === null ? ended : null, pages, left_out: done.left_out.length });
    return { dir, bank, bank_gone: isGone, pages, reverted: done.changes.filter(({ what }) => what === "kept").length, ...done };
  } catch (cause) {
    const before = readPass(dir) ?? { ok_at: null, pages: 0, left_out: 0 };
    if (cause instanceof CliError && !signal.aborted) writePass(dir, { ...before, at: at(), error: cause.message });
    throw cause;
  } finally {
    control.release();
  }
}

interface Passes {
  readonly signal: AbortSignal;
  /** After each pass. */
  told(passed: Passed): void;
  say(text: string): void;
}

/** Passes until `signal`, or until the bank or the folder is gone: who deletes a folder does not want it back. Throws when the first answer is a refusal. */
export function passesOf(api: Api, mount: Mount, { signal, told, say }: Passes): Promise<void> {
  const pass = async (): Promise<"goes on" | "is over"> => {
    if (!isMounted(mount)) {
      say(`${mount.dir} is no mount any more: it was deleted, or its settings were.`);
      return "is over";
    }
    const passed = await passOf(api, mount, signal);
    told(passed);
    return passed.bank_gone ? "is over" : "goes on";
  };
  return keepInStep({ everyMs: mount.intervalS * 1_000, signal, pass, say });
}

/** What a pass did, in a line. */
export function passText({ dir, bank, bank_gone: isGone, pages, changes, reverted, left_out: leftOut }: Passed): string {
  const written = changes.filter(({ what }) => what === "created" || what === "updated" || what === "moved" || what === "restored").length;
  const removed = changes.filter(({ what }) => what === "deleted").length;
  return [
    `${dir}: ${many(pages, "page")}, ${written} written, ${removed} removed.`,
    ...(reverted === 0 ? [] : [`${many(reverted, "change")} of yours reverted, and kept in ${CONTROL}/kept.`]),
    ...(leftOut.length === 0 ? [] : [`Left out, since its path is too long for this system: ${leftOut.join(", ")}.`]),
    ...(isGone ? [`Bank '${bank}' is gone; its pages were taken away.`] : []),
  ].join(" ");
}
