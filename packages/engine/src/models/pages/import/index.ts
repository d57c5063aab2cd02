// import: Markdown files become folders and pages, the way back of an export.
// In: files, as an export writes them or by hand. Out: a report of each node; or, with one thing wrong, nothing at all.
// What finds the pages is made first, with no connection held; then one transaction looks again at the tree, and writes.

import { resolveBankSettings } from "../../../config/index.js";
import type { EngineContext } from "../../../context.js";
import type { BundleFile, ImportReport } from "../../../domain/knowledge.js";
import type { BankScope } from "../../../domain/scope.js";
import { HindsightError } from "../../../errors.js";
import { type DefensePolicy, readPolicy } from "../../../guard/defense/index.js";
import { readBank } from "../../../store/banks/read-bank.js";
import type { Db } from "../../../store/db.js";
import { listNodes } from "../../../store/knowledge/list-nodes.js";
import { indexesOf, indexModel, type ModelIndex } from "../../search/index-model.js";
import { nodesUnderLock, pageTrigger } from "../change.js";
import { applyPlan, type Indexes, indexKey, saidBy } from "./apply.js";
import { type Plan, planImport } from "./plan.js";
import { type Bundle, readBundle } from "./read-bundle.js";
import { requireCleanHeaders, screenBundle } from "./screen-bundle.js";

type Parts = Pick<EngineContext, "db" | "settings" | "models" | "encoder" | "log" | "onDefended">;

export interface ImportTarget {
  /** Null for a bank that is not there yet. */
  readonly known: BankScope | null;
  readonly tenant: BankScope["tenant"];
  /** The bank in a transaction, made where it is missing. */
  open(tx: Db): Promise<BankScope>;
}

/**
 * Imports a bundle, all of it or nothing. A page is that of its id, else the one of its name in its folder, else a new one; what its file does not say stays.
 * A text is taken as the answer to the page's question, and what the page said before goes into its history; a new page without a text is refreshed, and so
 * is one with another question. Nothing that the bundle does not name is touched. A dry run writes nothing and makes no bank.
 * Throws `memory_blocked` for a file that the bank's memory defense blocks, `bad_argument` that names the file and the line of each thing that is wrong; a dry run has it in its report.
 */
export async function importPages(
  ctx: Parts,
  { known, tenant, open }: ImportTarget,
  files: readonly BundleFile[],
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<ImportReport> {
  const policy = await policyOf(ctx, known);
  const screened = screenBundle(files, policy);
  const bundle = await readBundle(screened.files);
  requireCleanHeaders(bundle, policy);
  const planned = await firstPlan(ctx, ctx.db, known, bundle);
  if (isDryRun) return { isDryRun, entries: planned.entries, ignored: planned.ignored, operationIds: [] };
  requireWhole(planned);
  const indexes = await indexesFor(ctx, tenant, planned);
  const { plan, bank, applied } = await ctx.db.transaction(async (tx) => {
    const bank = await open(tx);
    const rows = await nodesUnderLock(tx, bank, { withContent: true });
    const plan = planImport(bundle, rows, await preset(ctx, tx, bank));
    requireWhole(plan);
    return { plan, bank, applied: await applyPlan(ctx, tx, bank, plan, indexes) };
  });
  if (screened.events.length > 0) await ctx.onDefended?.(bank, screened.events);
  for (const modelId of applied.unindexed) await indexModel(ctx, bank, modelId); // changed while the others were made
  return { isDryRun, entries: plan.entries, ignored: plan.ignored, operationIds: applied.operationIds };
}

async function firstPlan(ctx: Parts, db: Db, known: BankScope | null, bundle: Bundle): Promise<Plan> {
  const rows = known === null ? [] : await listNodes(db, known, { withContent: true });
  return planImport(bundle, rows, await preset(ctx, db, known));
}

async function policyOf(ctx: Parts, bank: BankScope | null): Promise<DefensePolicy> {
  const row = bank === null ? null : await readBank(ctx.db, bank);
  return readPolicy(resolveBankSettings(ctx.settings.bank, row?.config ?? {}).memory_defense);
}

async function preset(ctx: Parts, db: Db, bank: BankScope | null) {
  const row = bank === null ? null : await readBank(db, bank);
  return pageTrigger(ctx, resolveBankSettings(ctx.settings.bank, row?.config ?? {}));
}

const MOST_NAMED = 20;

function requireWhole({ entries }: Plan): void {
  const refused = entries.filter(({ status }) => status === "refused");
  if (refused.length === 0) return;
  const told = refused.slice(0, MOST_NAMED).map(({ path, line, problem }) => `${path}${line === null ? "" : `, line ${line}`}: ${problem}`);
  const rest = refused.length > MOST_NAMED ? ` And ${refused.length - MOST_NAMED} more.` : "";
  throw new HindsightError("bad_argument", `Nothing was imported. ${told.join(" ")}${rest}`);
}

/** Texts that are embedded in one call of the encoder. */
const BATCH = 32;

async function indexesFor(ctx: Parts, tenant: BankScope["tenant"], plan: Plan): Promise<Indexes> {
  const said = plan.pages
    .filter(({ before, changes }) => before === null || changes.some((each) => each === "name" || each === "content"))
    .map((page) => ({ name: page.name, content: saidBy(page) }));
  const indexes = new Map<string, ModelIndex>();
  for (let at = 0; at < said.length; at += BATCH) {
    for (const index of await indexesOf(ctx, { tenant }, said.slice(at, at + BATCH)))
      indexes.set(indexKey(index.said.name, index.said.content), index);
  }
  return indexes;
}
