import type { EngineContext } from "../context.js";
import { contextTerms, postedTerms, postingsOf } from "../domain/posted-terms.js";
import type { BankScope } from "../domain/scope.js";
import { analyse } from "../domain/text/analyse.js";
import { detectLanguage } from "../domain/text/language.js";
import { textHash } from "../domain/text/text-hash.js";
import { instructionSigns, type Treatments } from "../guard/defense/index.js";
import { asksSomething, isReadable } from "../retain/index.js";
import type { CuratedFact } from "../store/curation/read-fact.js";
import { writeFact } from "../store/curation/write-fact.js";
import type { Db } from "../store/db.js";
import { insertPostings } from "../store/postings/insert-postings.js";
import { insertWaiting } from "../store/queue/insert-waiting.js";
import { deleteVectors } from "../store/vectors/delete-vectors.js";

/** Writes a fact with all that finds it. It has no postings; with a new text it waits for its vector, where the encoder reads its language. */
export async function indexFact(
  tx: Db,
  ctx: Pick<EngineContext, "encoder">,
  bank: BankScope,
  fact: CuratedFact,
  { isEdit, hasNewText, treatments }: { readonly isEdit: boolean; readonly hasNewText: boolean; readonly treatments: Treatments },
): Promise<void> {
  const { memoryNo, text, context, mentionedAt, mentionedOffset, runNo, position } = fact;
  const language = hasNewText ? detectLanguage(text) : fact.language;
  const { terms, length } = analyse(text, language);
  const said = mentionedAt === null ? null : { at: mentionedAt, offsetMinutes: mentionedOffset ?? 0 };
  const around = contextTerms(said, context, language);
  const signs = instructionSigns(context === null ? text : `${text}\n${context}`);
  await writeFact(tx, bank, {
    ...fact,
    language,
    textHash: textHash(text).toString("hex"),
    asks: asksSomething(text),
    terms: postedTerms(terms, around),
    termCount: length,
    instructionSigns: signs,
    isLearnt: !(fact.trust === "low" && treatments.lowTrust !== "keep") && (treatments.instructionLike === "keep" || signs.length === 0),
    isEdit,
  });
  await insertPostings(tx, bank, postingsOf([{ memoryNo, own: terms, around, length, place: { runNo, position } }]));
  if (!hasNewText) return;
  await deleteVectors(tx, bank, [memoryNo]);
  if (isReadable(language, ctx.encoder.model.languages)) await insertWaiting(tx, bank, [memoryNo]);
}
