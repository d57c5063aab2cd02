import { type Attachment, attachmentIdsIn } from "../domain/attachments.js";
import type { BankScope } from "../domain/scope.js";
import { listAttachments } from "../store/attachments/list-attachments.js";
import type { Db } from "../store/db.js";

/** A stored text, the document it belongs to, and ids that it rests on beside those in it. */
export interface AttachedText {
  readonly documentId: string | null;
  readonly text: string;
  readonly ids?: readonly string[] | undefined;
}

/** The attachments of each text, in the order of the text. One query, and none where no text has any. */
export async function attachmentsOfTexts(
  { db }: { readonly db: Db },
  bank: BankScope,
  texts: readonly AttachedText[],
): Promise<readonly (readonly Attachment[])[]> {
  const wanted = texts.map(({ text, ids = [] }) => [...new Set([...ids, ...attachmentIdsIn(text)])]);
  const documents = texts.flatMap(({ documentId }, index) => (documentId === null || wanted[index]?.length === 0 ? [] : [documentId]));
  if (documents.length === 0) return texts.map(() => []);
  const found = await listAttachments(db, bank, [...new Set(documents)]);
  return texts.map(({ documentId }, index) =>
    (wanted[index] ?? []).flatMap((id) => {
      const row = found.find((each) => each.documentId === documentId && each.id === id);
      if (row === undefined) return [];
      const { documentId: _, ...attachment } = row;
      return [attachment];
    }),
  );
}
