import { bankNotFound } from "../banks/index.js";
import { readConfigUpdates } from "../config/index.js";
import type { EngineContext } from "../context.js";
import type { Directive } from "../domain/directives.js";
import type { MentalModel } from "../domain/mental-models.js";
import type { BankScope } from "../domain/scope.js";
import type { TemplateDirective, TemplateManifest, TemplateModel } from "../domain/templates.js";
import { spokenTrigger } from "../domain/trigger.js";
import { HindsightError } from "../errors.js";
import { readBank } from "../store/banks/read-bank.js";
import { everyDirective, everyModel } from "./every.js";

/**
 * A bank as a template: what it overrides, its mental models but for those of knowledge pages, and its directives. Sorted, so that the same bank gives
 * the same document and an import followed by an export gives the document that was imported. Throws `bank_not_found`.
 */
export async function exportTemplate({ db }: Pick<EngineContext, "db">, bank: BankScope): Promise<TemplateManifest> {
  const row = await readBank(db, bank);
  if (row === null) throw bankNotFound(bank.bankId);
  const config = Object.fromEntries(Object.entries(row.config).filter(isGood).sort(byKey));
  const [models, directives] = [await everyModel(db, bank), await everyDirective(db, bank)];
  return {
    version: "1",
    bank: Object.keys(config).length === 0 ? null : config,
    mental_models: distinct(models.map(modelOf), "id", (id, n) => `${id}-${n}`),
    directives: distinct(directives.map(directiveOf), "name", (name, n) => `${name} (${n})`),
  };
}

/** An override that no import would take (of a version that knew other settings) has no effect here either. */
function isGood([name, value]: readonly [string, unknown]): boolean {
  try {
    return name in readConfigUpdates({ [name]: value }).set;
  } catch (error) {
    if (!(error instanceof HindsightError)) throw error;
    return false;
  }
}

function modelOf(model: MentalModel): TemplateModel {
  return {
    id: templateId(model.id),
    name: model.name,
    source_query: model.sourceQuery,
    tags: [...model.tags],
    max_tokens: model.maxTokens,
    trigger: Object.fromEntries(Object.entries(spokenTrigger(model.trigger)).sort(byKey)),
  };
}

function directiveOf({ name, content, priority, isActive, tags }: Directive): TemplateDirective {
  return { name, content, priority, is_active: isActive, tags: [...tags] };
}

/** A model's id as templates may have it. */
function templateId(id: string): string {
  const plain = id
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, "-")
    .replace(/^-+/, "");
  return plain === "" ? "model" : plain;
}

/** Sorted by a key that a template has once, numbered where the bank has it more often. */
function distinct<K extends string, T extends Readonly<Record<K, string>>>(
  items: readonly T[],
  key: K,
  numbered: (name: string, n: number) => string,
): readonly T[] {
  const taken = new Set<string>();
  const found = [...items]
    .sort((a, b) => compare(a[key], b[key]))
    .map((item) => {
      let name: string = item[key];
      for (let n = 2; taken.has(name); n++) name = numbered(item[key], n);
      taken.add(name);
      return { ...item, [key]: name };
    });
  return found.sort((a, b) => compare(a[key], b[key]));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => compare(a, b);
