// transfer: banks and documents as archives, out of this server and into it.
// In: a bank, or an archive that somebody sent. Out: queued work; its result is an archive in object storage, or a bank, whole or not at all.
// One format and one way of reading and writing rows: a clone is an export and an import, and documents are a part of a bank.

import { registerHandler } from "../operations/index.js";
import { cloneHandler, exportHandler, importBankHandler, importDocumentsHandler } from "./jobs.js";
import { CLONE_BANK, EXPORT_BANK, EXPORT_DOCUMENTS, IMPORT_BANK, IMPORT_DOCUMENTS } from "./payload.js";

export { openArchive } from "./archive/read.js";
export { prepare, restoreBank } from "./in/import.js";
export { sweepStaged } from "./in/staged.js";
export { exportBank } from "./out/export.js";
export { submitClone, submitDocumentExport, submitDocumentImport, submitExport, submitImport } from "./submit.js";

registerHandler(EXPORT_BANK, exportHandler("bank", "-bank.zip"));
registerHandler(EXPORT_DOCUMENTS, exportHandler("documents", "-documents.zip"));
registerHandler(IMPORT_BANK, importBankHandler);
registerHandler(IMPORT_DOCUMENTS, importDocumentsHandler);
registerHandler(CLONE_BANK, cloneHandler);
