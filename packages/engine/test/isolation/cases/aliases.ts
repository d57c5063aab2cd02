import { deleteAlias } from "../../../src/store/aliases/delete-alias.js";
import { insertAlias } from "../../../src/store/aliases/insert-alias.js";
import { listAliases } from "../../../src/store/aliases/list-aliases.js";
import { setPrimaryAlias } from "../../../src/store/aliases/set-primary-alias.js";
import { bankCase } from "../statement-cases.js";

export const cases = [
  bankCase(listAliases, ({ db, bank }) => listAliases(db, bank)),
  bankCase(insertAlias, ({ db, bank }) => insertAlias(db, bank, "fresh")),
  bankCase(setPrimaryAlias, ({ db, bank }) => setPrimaryAlias(db, bank, "marka-other", true)),
  bankCase(setPrimaryAlias, async ({ db, bank }) => [await setPrimaryAlias(db, bank, "markb-other", true)]),
  bankCase(deleteAlias, ({ db, bank }) => deleteAlias(db, bank, "marka-alias")),
  bankCase(deleteAlias, async ({ db, bank }) => [await deleteAlias(db, bank, "markb-alias")]),
];
