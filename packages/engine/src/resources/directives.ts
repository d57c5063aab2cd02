import { type Screened, withScreenedLabels } from "../guard/defense/index.js";
import type { Hindsight } from "../hindsight.js";
import { addDirective, changeDirective, pageOfDirectives, readDirective, removeDirective } from "../models/index.js";
import type { ResourceContext } from "./engine.js";

export function directiveResource(ctx: Screened, { db, banks }: ResourceContext): Hindsight["directives"] {
  return {
    async list(bankId, filter) {
      const bank = await banks.open(bankId);
      return { ...(await pageOfDirectives({ db }, bank, filter)), bankId: bank.bankId };
    },
    async create(bankId, fields) {
      const bank = await banks.open(bankId);
      return { ...(await addDirective({ db }, bank, await withScreenedLabels(ctx, bank, fields))), bankId: bank.bankId };
    },
    async get(bankId, id) {
      const bank = await banks.open(bankId);
      return { ...(await readDirective({ db }, bank, id)), bankId: bank.bankId };
    },
    async update(bankId, id, change) {
      const bank = await banks.open(bankId);
      return { ...(await changeDirective({ db }, bank, id, await withScreenedLabels(ctx, bank, change))), bankId: bank.bankId };
    },
    async delete(bankId, id) {
      return removeDirective({ db }, await banks.open(bankId), id);
    },
  };
}
