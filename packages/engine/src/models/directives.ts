import { randomUUID } from "node:crypto";
import type { Directive, DirectiveFields, DirectiveFilter, DirectiveScope } from "../domain/directives.js";
import { cleanName, cleanTags } from "../domain/names.js";
import type { Page } from "../domain/resources.js";
import type { BankScope } from "../domain/scope.js";
import { sanitise } from "../domain/text/sanitise.js";
import { HindsightError } from "../errors.js";
import type { Db } from "../store/db.js";
import { countDirectives } from "../store/directives/count-directives.js";
import { deleteDirective } from "../store/directives/delete-directive.js";
import { getDirective } from "../store/directives/get-directive.js";
import { insertDirective } from "../store/directives/insert-directive.js";
import { listDirectives } from "../store/directives/list-directives.js";
import { updateDirective } from "../store/directives/update-directive.js";

type Parts = { readonly db: Db };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Throws `bank_not_found` when the bank was deleted meanwhile. */
export async function addDirective({ db }: Parts, bank: BankScope, fields: DirectiveFields): Promise<Directive> {
  const { name, content, tags } = cleaned(fields);
  const row = { id: randomUUID(), name, content, tags: tags ?? [], priority: fields.priority ?? 0, isActive: fields.isActive ?? true };
  const stored = await insertDirective(db, bank, row);
  if (stored === null) throw new HindsightError("bank_not_found", `Bank '${bank.bankId}' not found`);
  return stored;
}

/** Throws `directive_not_found`. */
export async function readDirective({ db }: Parts, bank: BankScope, id: string): Promise<Directive> {
  return found(UUID.test(id) ? await getDirective(db, bank, id) : null, id);
}

/** Highest priority first, then newest. Without tags the list has every directive, also those of other scopes. */
export async function pageOfDirectives({ db }: Parts, bank: BankScope, filter: DirectiveFilter): Promise<Page<Directive>> {
  const { limit, offset, tags = [], tagsMatch = "any", activeOnly = true } = filter;
  const wanted: DirectiveScope = { activeOnly, scope: tags.length === 0 ? "every" : { tags: tags.map(cleanName), tagsMatch } };
  const [items, total] = await Promise.all([listDirectives(db, bank, { ...wanted, limit, offset }), countDirectives(db, bank, wanted)]);
  return { items, total, limit, offset };
}

/** Absent fields stay. Throws `directive_not_found`. */
export async function changeDirective({ db }: Parts, bank: BankScope, id: string, change: Partial<DirectiveFields>): Promise<Directive> {
  return found(UUID.test(id) ? await updateDirective(db, bank, id, { ...change, ...cleaned(change) }) : null, id);
}

/** Throws `directive_not_found`. */
export async function removeDirective({ db }: Parts, bank: BankScope, id: string): Promise<void> {
  if (!UUID.test(id) || !(await deleteDirective(db, bank, id))) throw notFound(id);
}

function cleaned<T extends Partial<DirectiveFields>>({ name, content, tags }: T): Pick<T, "name" | "content" | "tags"> {
  return {
    ...(name === undefined ? {} : { name: sanitise(name) }),
    ...(content === undefined ? {} : { content: sanitise(content) }),
    ...(tags === undefined ? {} : { tags: cleanTags(tags) }),
  } as Pick<T, "name" | "content" | "tags">;
}

function found(directive: Directive | null, id: string): Directive {
  if (directive === null) throw notFound(id);
  return directive;
}

const notFound = (id: string): HindsightError => new HindsightError("directive_not_found", `Directive '${id}' not found`);
