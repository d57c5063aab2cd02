// hindsight fs stop, restart, unmount: the end of a mount, its begin anew, and the end of its files.

import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Command } from "commander";
import { stopDaemon } from "../../mount/daemon.js";
import { openMount } from "../../mount/pass.js";
import { CONTROL, type Mount } from "../../mount/settings.js";
import { many, type Output } from "../../output.js";
import { NO_PAGES, onDisk } from "../../projection/pass.js";
import { project } from "../../projection/project.js";
import { called, onMount, onPasses } from "./common.js";
import { start } from "./mount.js";

const KEPT = "kept";

export function fsEnd(group: Command, print: () => Output): void {
  onMount(group, "stop", "end the background process; the files stay as they are", " ./wiki").action(
    async (named: string | undefined, _options: unknown, command: Command) => {
      const { dir } = called(named, command);
      const pid = await stopDaemon(dir);
      print().show({ dir, stopped: pid !== null, pid }, () =>
        pid === null ? `Nothing keeps ${dir} in step.` : `Stopped (process ${pid}). The files in ${dir} stay as they are.`,
      );
    },
  );

  onPasses(group, "restart", "end the background process and start it again, with other settings where they are given", " ./wiki").action(
    async (named: string | undefined, _options: unknown, command: Command) => {
      const mount = called(named, command).mounted();
      await stopDaemon(mount.dir);
      await start(mount, print());
    },
  );

  onMount(group, "unmount", "end the background process and take the pages away; what you changed or put there stays", " ./wiki").action(
    async (named: string | undefined, _options: unknown, command: Command) => {
      const mount = called(named, command).mounted();
      await stopDaemon(mount.dir);
      const { removed, kept } = await takeAway(mount).catch(onDisk);
      print().show({ dir: mount.dir, removed, kept }, () =>
        [
          `Unmounted ${mount.dir}: ${many(removed, "file")} removed.`,
          ...(kept ? [`What you changed there is in ${path.join(mount.dir, CONTROL, KEPT)}.`] : []),
        ].join(" "),
      );
    },
  );
}

/** A last pass with no pages; then all that is ours goes, but for what somebody wrote. */
async function takeAway(mount: Mount): Promise<{ readonly removed: number; readonly kept: boolean }> {
  const control = await openMount(mount);
  try {
    const pass = { server: mount.connection.url, now: new Date(), signal: new AbortController().signal, tell: () => undefined };
    const { done } = await project(control, control.state, NO_PAGES, pass);
    const own = path.join(control.place.root, CONTROL);
    const names = await readdir(own);
    for (const name of names) if (name !== KEPT && name !== "sync.lock") await rm(path.join(own, name), { recursive: true });
    const removed = done.changes.filter(({ what, note }) => what === "deleted" && note !== "folder").length;
    return { removed, kept: names.includes(KEPT) };
  } finally {
    control.release();
    await removeIfEmpty(path.join(control.place.root, CONTROL));
  }
}

async function removeIfEmpty(folder: string): Promise<void> {
  if ((await readdir(folder)).length === 0) await rm(folder, { recursive: true });
}
