import { allocateNumbers } from "../../../src/store/banks/allocate-numbers.js";
import { analyseSearch } from "../../../src/store/banks/analyse-search.js";
import { banksReadBefore } from "../../../src/store/banks/banks-read-before.js";
import { banksToEmbed } from "../../../src/store/banks/banks-to-embed.js";
import { countBanks } from "../../../src/store/banks/count-banks.js";
import { deleteBank } from "../../../src/store/banks/delete-bank.js";
import { dropSearchIndexes } from "../../../src/store/banks/drop-search-indexes.js";
import { insertBank } from "../../../src/store/banks/insert-bank.js";
import { listBanks } from "../../../src/store/banks/list-banks.js";
import { listLargeBanks } from "../../../src/store/banks/list-large-banks.js";
import { lockBank } from "../../../src/store/banks/lock-bank.js";
import { lockBankIndexes } from "../../../src/store/banks/lock-bank-indexes.js";
import { lockBankName } from "../../../src/store/banks/lock-bank-name.js";
import { markAnalysed } from "../../../src/store/banks/mark-analysed.js";
import { markEmbedded } from "../../../src/store/banks/mark-embedded.js";
import { readBank } from "../../../src/store/banks/read-bank.js";
import { readSearchState } from "../../../src/store/banks/read-search-state.js";
import { renameBank } from "../../../src/store/banks/rename-bank.js";
import { resetBankConfig } from "../../../src/store/banks/reset-bank-config.js";
import { resolveBank } from "../../../src/store/banks/resolve-bank.js";
import { resolveBankByKey } from "../../../src/store/banks/resolve-bank-by-key.js";
import { touchBank } from "../../../src/store/banks/touch-bank.js";
import { updateBank } from "../../../src/store/banks/update-bank.js";
import { FILLED } from "../../support/filled-bank.js";
import { bankCase, tenantCase } from "../statement-cases.js";

export const cases = [
  bankCase(readBank, ({ db, bank }) => readBank(db, bank)),
  bankCase(updateBank, ({ db, bank }) =>
    updateBank(db, bank, { name: "fresh", set: { retain_chunk_size: 9 }, clear: ["reflect_mission"] }),
  ),
  bankCase(resetBankConfig, ({ db, bank }) => resetBankConfig(db, bank)),
  bankCase(renameBank, ({ db, bank }) => renameBank(db, bank, "renamed")),
  bankCase(touchBank, ({ db, bank }) => touchBank(db, bank)),
  bankCase(lockBank, ({ db, bank }) => lockBank(db, bank)),
  bankCase(allocateNumbers, ({ db, bank }) => allocateNumbers(db, bank, { memories: 2, runs: 1 })),
  bankCase(markEmbedded, ({ db, bank }) => markEmbedded(db, bank, 7)),
  bankCase(markAnalysed, ({ db, bank }) => markAnalysed(db, bank, 9)),
  tenantCase(banksReadBefore, ({ db, tenant }) => banksReadBefore(db, tenant, 9)),
  tenantCase(banksToEmbed, ({ db, tenant }) => banksToEmbed(db, tenant, 1)),
  bankCase(deleteBank, ({ db, bank }) => deleteBank(db, bank)),
  tenantCase(resolveBank, ({ db, tenant }) => resolveBank(db, tenant, "marka-alias")),
  tenantCase(resolveBankByKey, ({ db, tenant, bank }) => resolveBankByKey(db, tenant, bank.key)),
  tenantCase(insertBank, ({ db, tenant }) => insertBank(db, tenant, "fresh")),
  tenantCase(listBanks, ({ db, tenant }) => listBanks(db, tenant, { limit: 10, offset: 0, pattern: null, names: null })),
  tenantCase(countBanks, ({ db, tenant }) => countBanks(db, tenant, { pattern: null, names: ["*"] })),
  tenantCase(lockBankName, ({ db, tenant }) => lockBankName(db, tenant, "fresh"), { silent: true }),
  bankCase(analyseSearch, ({ db, bank }) => analyseSearch(db, bank), { silent: true }),
  bankCase(dropSearchIndexes, ({ db, bank }) => dropSearchIndexes(db, bank), { silent: true }),
  tenantCase(listLargeBanks, ({ db, tenant }) => listLargeBanks(db, tenant, 1)),
  bankCase(lockBankIndexes, ({ db, bank }) => lockBankIndexes(db, bank), { silent: true }),
  bankCase(readSearchState, ({ db, bank }) => readSearchState(db, bank, FILLED.model.name)),
];
