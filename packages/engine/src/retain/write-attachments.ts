import type { BankScope } from "../domain/scope.js";
import { deleteOtherAttachments } from "../store/attachments/delete-other-attachments.js";
import { upsertAttachments } from "../store/attachments/upsert-attachments.js";
import type { Db } from "../store/db.js";
import type { Item } from "./item.js";
import type { Step } from "./steps.js";

/** A document that is written, with those of its items that stand in it. */
interface HeldDocument {
  readonly step: Pick<Step, "plan" | "isFirst">;
  readonly items: readonly Item[];
}

/** Notes which attachments the documents hold, with their first step. A replace takes from the document what its new version does not hold. */
export async function writeAttachments(tx: Db, bank: BankScope, documents: readonly HeldDocument[]): Promise<void> {
  const first = documents.filter(({ step }) => step.isFirst);
  const rows = first.flatMap(({ step, items }) =>
    [...new Map(items.flatMap((item) => item.attachments).map((attachment) => [attachment.id, attachment])).values()].map((attachment) => ({
      ...attachment,
      documentId: step.plan.draft.documentId,
    })),
  );
  if (rows.length > 0) await upsertAttachments(tx, bank, rows);
  const replaced = first.filter(({ step }) => !step.plan.isNew && !step.plan.isAppend).map(({ step }) => step.plan.draft.documentId);
  if (replaced.length > 0) await deleteOtherAttachments(tx, bank, replaced, rows);
}
