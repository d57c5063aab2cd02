// attachments: the bytes of images and files that stand inside content.
// In: an open bank and bytes, or the id of an attachment. Out: bytes in object storage by their hash, and back; unused ones go.
// Which document holds which is written with the document, in the transaction of the retain.

export { type AttachedPart, attachedParts } from "./attached-parts.js";
export { objectKey } from "./key.js";
export { attachmentsOfTexts } from "./of-texts.js";
export { readAttachment } from "./read.js";
export { type Blob, storeBlobs } from "./store.js";
export { sweepObjects } from "./sweep.js";
export { startObjectUpkeep } from "./upkeep.js";
