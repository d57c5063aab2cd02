/** All models and directives of a bank, page by page. */

import type { Directive } from "../domain/directives.js";
import type { MentalModel } from "../domain/mental-models.js";
import type { BankScope } from "../domain/scope.js";
import type { Db } from "../store/db.js";
import { listDirectives } from "../store/directives/list-directives.js";
import { listMentalModels } from "../store/mental-models/list-mental-models.js";

const PAGE = 500;

/** Inactive ones too; highest priority first. */
export function everyDirective(db: Db, bank: BankScope): Promise<readonly Directive[]> {
  return everyPage((offset) => listDirectives(db, bank, { activeOnly: false, scope: "every", limit: PAGE, offset }));
}

/** Those without a place in the tree of pages, with their questions. */
export function everyModel(db: Db, bank: BankScope): Promise<readonly MentalModel[]> {
  return everyPage((offset) => listMentalModels(db, bank, { isKnowledgePage: false, detail: "metadata", limit: PAGE, offset }));
}

async function everyPage<T>(read: (offset: number) => Promise<readonly T[]>): Promise<readonly T[]> {
  const all: T[] = [];
  for (;;) {
    const page = await read(all.length);
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}
