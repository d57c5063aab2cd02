/** How what an archive brings fits into a bank that has something already. */

import type { RequestContext } from "../../context.js";
import { exceedsBytes, MAX_NAME_BYTES } from "../../domain/names.js";
import type { BankScope } from "../../domain/scope.js";
import type { DocumentConflict, Row } from "../../domain/transfer.js";
import { forgetDocument } from "../../forget/index.js";
import type { Db } from "../../store/db.js";
import { findNamesByKey, type HadName } from "../../store/transfer/find-names-by-key.js";
import { findTaken } from "../../store/transfer/find-taken.js";
import { batches } from "../lists.js";
import { freshIds } from "./ids.js";
import { type Naming, nameBeside, nameWhole } from "./names.js";
import type { Survey } from "./survey.js";

export interface Fit {
  /** The id under which a document is stored; null for one that is left out. */
  documentId(id: string): string | null;
  /** False for a memory that is left out: every document that states it is, or a fact that it stands on. */
  hasMemory(number: number): boolean;
  /** The same for a fact out of use. */
  hasInvalidated(number: number): boolean;
  /** The source whose words a memory gets, since the document that it was at home in is left out; null: it stays as it is. */
  restatedBy(number: number): Row | null;
  readonly naming: Naming;
  hasModel(id: string): boolean;
  readonly nodes: Survey["nodes"];
  freshId(id: string): string;
  /** Observations that are left out; the facts behind them are consolidated again. */
  readonly freed: ReadonlySet<number>;
  readonly skippedDocuments: readonly string[];
  readonly remappedDocuments: Readonly<Record<string, string>>;
  readonly skippedObservations: number;
}

export interface FitOptions {
  /** False leaves all observations out. */
  readonly hasObservations: boolean;
}

/** Into a bank that has nothing. */
export function fitWhole(survey: Survey, { hasObservations }: FitOptions): Fit {
  const freshId = freshIds();
  return {
    documentId: (id) => id,
    hasMemory: (number) => survey.homes.has(number) && (hasObservations || !survey.observations.has(number)),
    hasInvalidated: (number) => survey.invalidated.has(number),
    restatedBy: () => null,
    naming: nameWhole(survey, freshId),
    hasModel: () => true,
    nodes: survey.nodes,
    freshId,
    freed: new Set(),
    skippedDocuments: [],
    remappedDocuments: {},
    skippedObservations: 0,
  };
}

/**
 * Into a bank that may have documents, entities, models and pages of the same names, in the transaction that writes: the bank is held. A document that is to
 * be replaced is forgotten here. Names are whose the bank says they are; a model or page whose place is taken is left out.
 */
export async function fitInto(
  ctx: RequestContext,
  tx: Db,
  bank: BankScope,
  survey: Survey,
  { conflict, hasObservations }: FitOptions & { readonly conflict: DocumentConflict },
): Promise<Fit> {
  const freshId = freshIds();
  const taken = await findTaken(tx, bank, { documentIds: survey.documentIds, modelIds: survey.models.map(({ id }) => id) });
  const documents = new Map<string, string | null>(survey.documentIds.map((id) => [id, id]));
  const names = new Set([...taken.documents, ...survey.documentIds]);
  for (const id of taken.documents) {
    if (conflict === "replace") await forgetDocument(tx, bank, id, ctx);
    else documents.set(id, conflict === "skip" ? null : await freeName(tx, bank, id, names));
  }
  const isIn = (id: unknown): boolean => id === null || (documents.get(String(id)) ?? null) !== null;
  const otherSource = (number: number): Row | null => survey.sources.get(number)?.find(({ document_id }) => isIn(document_id)) ?? null;
  const isLeftOut = (number: number): boolean => {
    const home = survey.homes.get(number);
    return home === undefined || (!isIn(home) && otherSource(number) === null);
  };
  const isUnfounded = (number: number): boolean => !hasObservations || (survey.evidence.get(number) ?? []).some(isLeftOut);
  const skipped = new Set([...survey.observations].filter(isUnfounded));
  const freed = new Set([...skipped].flatMap((number) => survey.evidence.get(number) ?? []));
  const naming = nameBeside(survey, await namesHad(tx, bank, survey), freshId);
  const models = new Set(taken.models);
  return {
    documentId: (id) => documents.get(id) ?? null,
    hasMemory: (number) => !skipped.has(number) && !isLeftOut(number),
    hasInvalidated: (number) => survey.invalidated.has(number) && isIn(survey.invalidated.get(number)),
    restatedBy: (number) => (isIn(survey.homes.get(number)) ? null : otherSource(number)),
    naming,
    hasModel: (id) => !models.has(id),
    nodes: fittingNodes(survey, taken.nodes, models),
    freshId,
    freed,
    skippedDocuments: [...documents].flatMap(([id, as]) => (as === null ? [id] : [])),
    remappedDocuments: Object.fromEntries([...documents].filter(([id, as]) => as !== null && as !== id)) as Record<string, string>,
    skippedObservations: skipped.size,
  };
}

/** `notes`, else `notes (2)`, `notes (3)` …, whatever neither the bank nor the archive has. */
async function freeName(tx: Db, bank: BankScope, id: string, names: Set<string>): Promise<string> {
  for (let n = 2; ; n++) {
    const suffix = ` (${n})`;
    let name = `${id}${suffix}`;
    for (let kept = id; exceedsBytes(name, MAX_NAME_BYTES); name = `${kept}${suffix}`) kept = kept.slice(0, -8);
    if (names.has(name)) continue;
    const { documents } = await findTaken(tx, bank, { documentIds: [name], modelIds: [] });
    names.add(name);
    if (documents.length === 0) return name;
  }
}

/** Names of the archive that the bank has. */
async function namesHad(tx: Db, bank: BankScope, { entities, aliases }: Survey): Promise<readonly HadName[]> {
  const had: HadName[] = [];
  const keys = new Set([...entities, ...aliases.values()].flatMap(({ key }) => key ?? []));
  for (const some of batches([...keys], 1_000)) had.push(...(await findNamesByKey(tx, bank, some)));
  return had;
}

type Taken = Awaited<ReturnType<typeof findTaken>>["nodes"];

/** Pages whose model comes along and whose place is free, and folders that are not there; a page whose folder is not there either lies at the top. */
function fittingNodes({ nodes }: Survey, taken: Taken, models: ReadonlySet<string>): Survey["nodes"] {
  const ids = new Set(taken.map(({ id }) => id));
  const place = (parent: unknown, name: unknown): string => JSON.stringify([parent ?? null, name]);
  const places = new Set(taken.filter(({ kind }) => kind === "page").map(({ parentId, name }) => place(parentId, name)));
  return nodes.filter((node) => {
    if (ids.has(String(node.id))) return false;
    if (node.kind === "page" && (models.has(String(node.mental_model_id)) || places.has(place(node.parent_id, node.name)))) return false;
    return true;
  });
}
