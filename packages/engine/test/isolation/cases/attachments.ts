import { banksWithUnusedObjects } from "../../../src/store/attachments/banks-with-unused-objects.js";
import { deleteOtherAttachments } from "../../../src/store/attachments/delete-other-attachments.js";
import { deleteStoredObjects } from "../../../src/store/attachments/delete-stored-objects.js";
import { findAttachment } from "../../../src/store/attachments/find-attachment.js";
import { listAttachments } from "../../../src/store/attachments/list-attachments.js";
import { lockUnusedObjects } from "../../../src/store/attachments/lock-unused-objects.js";
import { upsertAttachments } from "../../../src/store/attachments/upsert-attachments.js";
import { upsertStoredObjects } from "../../../src/store/attachments/upsert-stored-objects.js";
import { FILLED } from "../../support/filled-bank.js";
import { bankCase, tenantCase } from "../statement-cases.js";

const note = {
  documentId: "talk",
  id: FILLED.attachment.slice(0, 12),
  hash: FILLED.attachment,
  kind: "image",
  mediaType: "image/png",
  byteSize: 3,
  filename: null,
} as const;

export const cases = [
  bankCase(upsertAttachments, ({ db, bank }) => upsertAttachments(db, bank, [note])),
  bankCase(listAttachments, ({ db, bank }) => listAttachments(db, bank, ["talk"])),
  bankCase(findAttachment, ({ db, bank }) => findAttachment(db, bank, note.id)),
  bankCase(deleteOtherAttachments, ({ db, bank }) => deleteOtherAttachments(db, bank, ["talk"], [])),
  bankCase(upsertStoredObjects, ({ db, bank }) => upsertStoredObjects(db, bank, [FILLED.unusedObject])),
  bankCase(lockUnusedObjects, ({ db, bank }) => lockUnusedObjects(db, bank, 0, 10)),
  tenantCase(banksWithUnusedObjects, ({ db, tenant }) => banksWithUnusedObjects(db, tenant, 0)),
  bankCase(deleteStoredObjects, ({ db, bank }) => deleteStoredObjects(db, bank, [FILLED.unusedObject])),
];
