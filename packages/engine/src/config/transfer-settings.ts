// Settings of templates, exports and imports: rows of the table in `index.ts`.
// In: nothing. Out: rows.

import { flag, integer, setting, text } from "./setting.js";

const API = "HINDSIGHT_API";

export const TRANSFER_SETTINGS = {
  defaultBankTemplate: setting(
    `${API}_DEFAULT_BANK_TEMPLATE`,
    "",
    text,
    "a template, as JSON, that every new bank begins with (docs/templates.md)",
  ),
  enableDocumentExportApi: setting(`${API}_ENABLE_DOCUMENT_EXPORT_API`, true, flag, "serve exports of documents and banks"),
  enableDocumentImportApi: setting(`${API}_ENABLE_DOCUMENT_IMPORT_API`, true, flag, "serve imports of documents and banks"),
  transferMaxMb: setting(`${API}_TRANSFER_MAX_MB`, 512, integer(1, 2000), "megabytes (2^20 bytes) of an archive that is imported"),
  transferMaxUnpackedMb: setting(
    `${API}_TRANSFER_MAX_UNPACKED_MB`,
    4096,
    integer(1, 65_536),
    "megabytes that an imported archive may unpack to",
  ),
} as const;
