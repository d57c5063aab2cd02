// hindsight admin repair-bank and re-embed: what finds the memories of a bank, put in order.

import type { BankCheck, BankFinding } from "@hindsight-memory/engine";
import type { Command } from "commander";
import { CliError } from "../../api.js";
import { activity, many, type Output, table } from "../../output.js";
import { schemaOption, withAdmin, withSteps } from "./open.js";

const CHECKS: Readonly<Record<BankCheck, string>> = {
  lost_memories: "memories that a damaged file lost, of which words, vectors or links are left",
  stray_postings: "entries of the keyword index for what is gone",
  missing_text: "memories without searchable text",
  missing_postings: "memories that the keyword index lacks or misplaces",
  stray_mentions: "mentions of a memory or entity that is gone",
  stray_links: "links to a memory that is gone",
  mention_counts: "entities with a wrong count of mentions",
  missing_vectors: "memories without a vector (they are queued; re-embed makes them)",
  stale_vectors: "vectors of another model that nobody reads",
  vector_index: "vector index made",
};

interface Chosen {
  readonly bank?: readonly string[];
  readonly all?: boolean;
  readonly schema?: string;
}

export function banks(group: Command, print: () => Output): void {
  choosing(group.command("repair-bank"))
    .description("compare what finds the memories of a bank with the memories, and put it in order")
    .option("--dry-run", "only say what is wrong")
    .option("--accept-loss", "take away what is left of memories that a damaged file lost, instead of refusing")
    .addHelpText("after", "\nExample:\n  hindsight admin repair-bank --bank demo --dry-run")
    .action(async (options: Chosen & { dryRun?: boolean; acceptLoss?: boolean }) => {
      const { dryRun = false, acceptLoss = false, schema } = options;
      const doing = activity("Checking");
      const findings = await withAdmin(
        (opened) =>
          opened.repairBanks({
            banks: chosen(options),
            dryRun,
            acceptLoss,
            onCheck: ({ bankId, check }) => doing.say(`${bankId}: ${check}`),
          }),
        schema,
        dryRun,
      ).finally(() => doing.end());
      print().show(findings, (rows) => findingsText(rows, dryRun));
    });

  choosing(group.command("re-embed"))
    .description("give every memory its vector of the encoder of these settings; what is done stays done when it is broken off")
    .option("--from-scratch", "drop the vectors first: for an encoder that changed under its name")
    .action(async (options: Chosen & { fromScratch?: boolean }) => {
      const result = await withSteps((onStep) =>
        withAdmin(
          (opened) => opened.reEmbed({ banks: chosen(options), fromScratch: options.fromScratch ?? false, onStep }),
          options.schema,
        ),
      );
      print().show(result, ({ model, embedded, before, unread }) => {
        const made = many(Math.max(0, embedded - before), "vector");
        const rest = unread === 0 ? "" : ` ${many(unread, "memory")} got none: the model does not read their language.`;
        return `${made} made; ${many(embedded, "memory")} have one of ${model}.${rest}`;
      });
    });
}

function choosing(command: Command): Command {
  return command.option("-b, --bank <bank...>", "bank ids or aliases").option("-a, --all", "every bank").addOption(schemaOption());
}

/** Null stands for all. */
function chosen({ bank, all = false }: Chosen): readonly string[] | null {
  if (all && bank === undefined) return null;
  if (bank !== undefined && !all) return bank;
  throw new CliError("Name banks with --bank, or take every one with --all.");
}

function findingsText(rows: readonly BankFinding[], dryRun: boolean): string {
  const wrong = rows.filter(({ found }) => found > 0);
  const looked = many(new Set(rows.map(({ bankId }) => bankId)).size, "bank");
  if (wrong.length === 0) return `Nothing is wrong (${looked}).`;
  const shown = table(
    ["bank", "found", ...(dryRun ? [] : ["mended"]), "what"],
    wrong.map(({ bankId, check, found, mended }) => [bankId, String(found), ...(dryRun ? [] : [String(mended)]), CHECKS[check]]),
  );
  const lost =
    wrong.some(({ check }) => check === "lost_memories") && dryRun ? " Memories that are lost come back with a backup alone." : "";
  return `${shown}\n${looked} checked.${lost}${dryRun ? " Nothing was changed; without --dry-run it is mended." : ""}`;
}
