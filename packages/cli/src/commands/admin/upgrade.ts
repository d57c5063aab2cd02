// hindsight admin upgrade: an embedded folder of another major version of PostgreSQL.

import type { Command } from "commander";
import { confirm } from "../../confirm.js";
import type { Output } from "../../output.js";
import { engine, settingsHere, withSteps } from "./open.js";

export function upgrade(group: Command, print: () => Output): void {
  group
    .command("upgrade")
    .description("move an embedded folder that another version of PostgreSQL made over to the built-in one")
    .option("--engine <package>", "package or path of the engine that made it (pglite-<major>)")
    .option("--dry-run", "only say what would be done")
    .option("-y, --yes", "do not ask")
    .addHelpText(
      "after",
      "\nThe old folder is copied, read by its own engine and written anew; it stays beside, byte for byte. Without that engine the command says how to\ninstall it.",
    )
    .action(async (options: { engine?: string; dryRun?: boolean; yes?: boolean }) => {
      const settings = await settingsHere();
      const { planUpgrade, upgradeFolder } = await engine();
      const plan = planUpgrade(settings);
      const told = `${plan.folder} is of PostgreSQL ${plan.from}; this version of Hindsight has ${plan.to} built in.`;
      if (plan.isCurrent || options.dryRun === true) {
        print().show(plan, () => (plan.isCurrent ? `${told} There is nothing to upgrade.` : `${told} Nothing was changed.`));
        return;
      }
      if (options.yes !== true) await confirm(`${told} Move it over?`, "Nothing was changed.");
      const done = await withSteps((onStep) => upgradeFolder(settings, { ...(options.engine && { engine: options.engine }), onStep }));
      print().show(
        done,
        ({ from, to, kept }) => `Moved over from PostgreSQL ${from} to ${to}. The old folder lies in ${kept}. Delete it once you are sure.`,
      );
    });
}
