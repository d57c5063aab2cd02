import { openOrCreateBank } from "../banks/index.js";
import type { EngineContext } from "../context.js";
import type { BankTransfer } from "../domain/transfer.js";
import { HindsightError } from "../errors.js";
import { submitClone, submitDocumentExport, submitDocumentImport, submitExport, submitImport } from "../transfer/index.js";
import type { ResourceContext } from "./engine.js";

export function transferResource(parts: EngineContext, { tenant, banks }: ResourceContext): BankTransfer {
  const { enableDocumentExportApi, enableDocumentImportApi } = parts.settings;
  const requireEnabled = (isEnabled: boolean, what: string, variable: string): void => {
    if (!isEnabled)
      throw new HindsightError("feature_disabled", `The ${what} of banks and documents is switched off; ${variable}=true enables it.`);
  };
  const exporting = (): void => requireEnabled(enableDocumentExportApi, "export", "HINDSIGHT_API_ENABLE_DOCUMENT_EXPORT_API");
  const importing = (): void => requireEnabled(enableDocumentImportApi, "import", "HINDSIGHT_API_ENABLE_DOCUMENT_IMPORT_API");
  return {
    async export(bankId, options = {}) {
      exporting();
      return submitExport(parts, await banks.open(bankId), options);
    },
    async import(bankId, archive, options = {}) {
      importing();
      return submitImport(
        parts,
        tenant,
        {
          findOwn: () => banks.find(bankId),
          openBank: ({ isBare }) => (isBare ? openOrCreateBank(parts.db, tenant, bankId, { isBare }) : banks.openOrCreate(bankId)),
        },
        archive,
        options,
      );
    },
    async clone(bankId, targetBankId, options = {}) {
      return submitClone(parts, tenant, await banks.open(bankId), targetBankId, options);
    },
    async exportDocuments(bankId, options = {}) {
      exporting();
      return submitDocumentExport(parts, await banks.open(bankId), options);
    },
    async importDocuments(bankId, archive, { onConflict } = {}) {
      importing();
      return submitDocumentImport(parts, () => banks.openOrCreate(bankId), archive, onConflict);
    },
  };
}
