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
  for (const { step } of first) {
    if (step.plan.isNew || step.plan.isAppend) continue;
    const { documentId } = step.plan.draft;
    await deleteOtherAttachments(
      tx,
      bank,
      documentId,
      rows.filter((row) => row.documentId === documentId).map((row) => row.id),
    );
  }
}
