// files: uploads become documents.
// In: bytes as they come, and what the caller says about them. Out: an operation for each file, which converts it and queues the retain of its text.
// Bytes lie in object storage; queue payloads carry their key. What is not acknowledged leaves nothing behind.

import { registerHandler } from "../operations/index.js";
import { convertFile } from "./convert.js";
import { FILE_CONVERT_OPERATION } from "./payload.js";

export { deleteBankObjects, deleteExports } from "./bank-objects.js";
export { type ExportArchive, exportKey, exportObjectKey, readExport } from "./exports.js";
export { fileKey } from "./keys.js";
export { startFileUpkeep, sweepFiles } from "./upkeep.js";
export { openUpload } from "./upload.js";

registerHandler(FILE_CONVERT_OPERATION, convertFile);
