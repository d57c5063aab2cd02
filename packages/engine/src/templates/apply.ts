import { findBank, openOrCreateBankIn } from "../banks/index.js";
import { type BankSettings, resolveBankSettings } from "../config/index.js";
import type { EngineContext } from "../context.js";
import type { DefenseEvent } from "../domain/defense.js";
import type { Directive } from "../domain/directives.js";
import type { Trigger } from "../domain/mental-models.js";
import type { BankScope, TenantScope } from "../domain/scope.js";
import type { TemplateReport } from "../domain/templates.js";
import { sanitise } from "../domain/text/sanitise.js";
import { DEFAULT_TRIGGER } from "../domain/trigger.js";
import { HindsightError } from "../errors.js";
import { cleanLabels, readPolicy, screenedUnder } from "../guard/defense/index.js";
import { addDirective, changeDirective, changeModel, createModel, DEFAULT_TOKENS, indexModel } from "../models/index.js";
import { hastenWhatWasSpent, operationsOf } from "../operations/index.js";
import { lockBank } from "../store/banks/lock-bank.js";
import { readBank } from "../store/banks/read-bank.js";
import { updateBank } from "../store/banks/update-bank.js";
import type { Db } from "../store/db.js";
import { lockMentalModel } from "../store/mental-models/lock-mental-model.js";
import { everyDirective } from "./every.js";
import { readTemplate, type Template } from "./read.js";

type Parts = Pick<EngineContext, "db" | "settings" | "encoder" | "log" | "onDefended">;

/** Carries the report of a dry run out of its transaction, which is rolled back. */
class DryRun extends Error {
  constructor(readonly report: TemplateReport) {
    super("A dry run is rolled back.");
  }
}

/**
 * Sets a bank up by a template, in one transaction; the bank is made when missing. Overrides are merged, mental models are matched by id and directives
 * by name: what the template names is as the template says it, and what it does not name stays. A dry run does the same and keeps nothing.
 * Throws `bad_argument` with all that is wrong with the template, and `invalid_bank_id`. What the memory defense finds is told as for a retain, once the
 * transaction is over.
 */
export async function applyTemplate(
  parts: Parts,
  tenant: TenantScope,
  bankId: string,
  written: unknown,
  { isDryRun = false }: { readonly isDryRun?: boolean } = {},
): Promise<TemplateReport> {
  const { template, problems } = readTemplate(written);
  let bank: BankScope | undefined;
  const defended: DefenseEvent[] = [];
  const apply = async (tx: Db): Promise<TemplateReport> => {
    bank = await openOrCreateBankIn(tx, tenant, bankId);
    await lockBank(tx, bank);
    refuse([...problems, ...(await problemsInBank(parts, tx, bank, template))]);
    const done = await writeTemplate(parts, tx, bank, await screenedTemplate(parts, tx, bank, template, defended));
    if (isDryRun) throw new DryRun({ ...done, operationIds: [], isDryRun });
    return done;
  };
  try {
    const report = await parts.db.transaction(apply);
    if (bank !== undefined && defended.length > 0) await parts.onDefended?.(bank, defended);
    if (bank !== undefined) await follow(parts, bank, template, report);
    return report;
  } catch (error) {
    if (error instanceof DryRun) return error.report;
    const there = isDryRun || defended.length === 0 ? null : await findBank(parts.db, tenant, bankId);
    if (there !== null) await parts.onDefended?.(there, defended); // what was blocked
    throw error;
  }
}

/** Names and tags by the memory defense of the bank as it will be. Throws `memory_blocked` for an id or a name that it blocks. */
async function screenedTemplate(
  { settings }: Parts,
  tx: Db,
  bank: BankScope,
  template: Template,
  defended: DefenseEvent[],
): Promise<Template> {
  const stored = await readBank(tx, bank);
  const policy = readPolicy(resolveBankSettings(settings.bank, { ...stored?.config, ...template.config }).memory_defense);
  const onDefended = async (_: BankScope, events: readonly DefenseEvent[]): Promise<void> => void defended.push(...events);
  return screenedUnder({ onDefended }, bank, policy, (screening) => ({
    ...template,
    models: template.models.map((model) => cleanLabels(screening, model)),
    directives: template.directives.map((directive) => cleanLabels(screening, directive)),
  }));
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new HindsightError("bad_argument", problems.join("; "));
}

/** What is wrong with a template in this bank. */
async function problemsInBank({ settings }: Parts, tx: Db, bank: BankScope, { config }: Template): Promise<readonly string[]> {
  const stored = await readBank(tx, bank);
  return problemsTogether(resolveBankSettings(settings.bank, { ...stored?.config, ...config }), config);
}

/** Settings that only make sense together: those in force once `config` is. */
export function problemsTogether(inForce: BankSettings, config: Template["config"]): readonly string[] {
  if (!("retain_custom_instructions" in config) || inForce.retain_extraction_mode === "custom") return [];
  return [
    `bank: retain_custom_instructions has effect in the extraction mode custom alone, and the mode would be ${inForce.retain_extraction_mode}: ` +
      'add "retain_extraction_mode": "custom", or leave the instructions out',
  ];
}

/** Writes a template that was found good into a bank that the transaction holds. */
export async function writeTemplate(
  parts: Pick<Parts, "settings">,
  tx: Db,
  bank: BankScope,
  { config, models, directives }: Template,
): Promise<TemplateReport> {
  const isConfigApplied = Object.keys(config).length > 0;
  if (isConfigApplied) await updateBank(tx, bank, { name: null, set: config, clear: [] });
  const modelsCreated: string[] = [];
  const modelsUpdated: string[] = [];
  const operationIds: string[] = [];
  for (const model of models) {
    if ((await lockMentalModel(tx, bank, model.id)) === null) {
      operationIds.push((await createModel(parts, tx, bank, model)).operationId);
      modelsCreated.push(model.id);
      continue;
    }
    const { id, ...change } = { maxTokens: DEFAULT_TOKENS, ...model, trigger: { ...UNSET, ...model.trigger } };
    const { operationId } = await changeModel(parts, tx, bank, id, change);
    if (operationId !== null) operationIds.push(operationId);
    modelsUpdated.push(id);
  }
  const { created, updated } = await writeDirectives(tx, bank, directives);
  return {
    bankId: bank.bankId,
    isConfigApplied,
    modelsCreated,
    modelsUpdated,
    directivesCreated: created,
    directivesUpdated: updated,
    operationIds,
    isDryRun: false,
  };
}

/** Fields of a trigger that a template leaves out are not set. */
const UNSET = Object.fromEntries(Object.keys(DEFAULT_TRIGGER).map((key) => [key, null])) as unknown as Partial<Trigger>;

async function writeDirectives(tx: Db, bank: BankScope, directives: Template["directives"]) {
  const created: string[] = [];
  const updated: string[] = [];
  const stored = directives.length === 0 ? [] : await everyDirective(tx, bank);
  const byName = new Map<string, Directive>([...stored].reverse().map((directive) => [directive.name, directive]));
  for (const directive of directives) {
    const found = byName.get(sanitise(directive.name));
    if (found === undefined) await addDirective({ db: tx }, bank, directive);
    else await changeDirective({ db: tx }, bank, found.id, directive);
    (found === undefined ? created : updated).push(directive.name);
  }
  return { created, updated };
}

/** What follows a change that is stored: refreshes begin, renamed models are found by their name, and raised limits free what they held up. */
async function follow(parts: Parts, bank: BankScope, { config }: Template, { modelsUpdated, operationIds }: TemplateReport): Promise<void> {
  if (operationIds.length > 0) operationsOf(parts.db)?.wake();
  if ("spend_limits" in config) await hastenWhatWasSpent(parts.db, bank);
  for (const id of modelsUpdated) await indexModel(parts, bank, id);
}
