import type { EmbeddingModel } from "../providers/embedding/provider.js";
import { breathe } from "./breathe.js";
import type { Line } from "./delta.js";
import { ATOMIC_UNITS, type DocumentPlan } from "./document-plan.js";
import { extract, type Fact } from "./extract.js";
import type { LaidChunk } from "./lay-out.js";
import type { Piece } from "./split.js";

/** A new fact and where it lies. */
export interface StepFact {
  readonly fact: Fact;
  readonly piece: Piece;
  /** Null until the chunks are laid out. */
  readonly chunk: LaidChunk | null;
}

/** What one transaction does to one document: all of it, or, of a very long one, a stretch. */
export interface Step {
  readonly plan: DocumentPlan;
  /** The lines of this step in order, with the fact of each new one. */
  readonly lines: readonly (Line & { readonly fact: Fact | null })[];
  readonly facts: readonly StepFact[];
  /** Changed chunks of this step. */
  readonly chunks: readonly LaidChunk[];
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** The revision that the document must have under the bank's lock; null: there must be none. */
  readonly standsOn: number | null;
  /** Pieces of the plan that are written when this step is done. */
  readonly piecesDone: number;
}

/** New memories in one step of a document that is written in several. Half a second of the embedded database here. */
const STEP_FACTS = 250;

/** A stretch of a plan before its units are read. */
export interface Stretch {
  readonly plan: DocumentPlan;
  readonly lines: readonly Line[];
  readonly chunks: readonly LaidChunk[];
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly piecesDone: number;
}

/** True for a plan with more new memories than one transaction should write. */
export function isLong(plan: DocumentPlan): boolean {
  return !plan.isLaidOutLate && plan.lines.filter((line) => line.memory === null).length > ATOMIC_UNITS;
}

/** Cuts a plan at borders of chunks into stretches; one, unless it is to be sliced. */
export function stretches(plan: DocumentPlan, isSliced: boolean): readonly Stretch[] {
  const changed = new Set(plan.changed);
  const groups: { lines: Line[]; facts: number }[] = [{ lines: [], facts: 0 }];
  let chunk: LaidChunk | null = null;
  for (const line of plan.lines) {
    let group = groups.at(-1) as { lines: Line[]; facts: number };
    if (isSliced && line.chunk !== chunk && group.facts >= STEP_FACTS) {
      group = { lines: [], facts: 0 };
      groups.push(group);
    }
    group.lines.push(line);
    if (line.memory === null) group.facts += 1;
    chunk = line.chunk;
  }
  const placeOf = new Map(plan.pieces.map((piece, index) => [piece, index]));
  const written = new Set<LaidChunk>();
  return groups.map(({ lines }, index) => {
    const isLast = index === groups.length - 1;
    const chunks = isLast
      ? plan.changed.filter((one) => !written.has(one))
      : lines.map((line) => line.chunk).filter((one) => changed.has(one));
    for (const one of chunks) written.add(one);
    const lastPiece = Math.max(-1, ...lines.slice(-1).map((line) => placeOf.get(line.piece) ?? -1));
    return {
      plan,
      lines,
      chunks: [...new Set(chunks)],
      isFirst: index === 0,
      isLast,
      piecesDone: isLast ? plan.pieces.length : lastPiece + 1,
    };
  });
}

/** Reads the new units of a stretch, for a document of this revision, with a breath now and then: other requests go on meanwhile. */
export async function readStretch(
  stretch: Stretch,
  standsOn: number | null,
  model: Pick<EmbeddingModel, "languages">,
  signal: AbortSignal,
): Promise<Step> {
  const { plan } = stretch;
  const pause = breathe(signal);
  const facts: StepFact[] = [];
  const lines: (Line & { readonly fact: Fact | null })[] = [];
  if (plan.isLaidOutLate) {
    for (const piece of plan.pieces) {
      for (const unit of piece.units) {
        facts.push({ fact: extract(unit, piece, model), piece, chunk: null });
        await pause();
      }
    }
    return { ...stretch, standsOn, lines, facts };
  }
  for (const line of stretch.lines) {
    if (line.memory !== null) {
      lines.push({ ...line, fact: null });
      continue;
    }
    const fact = extract(line.unit, line.piece, model);
    facts.push({ fact, piece: line.piece, chunk: line.chunk });
    lines.push({ ...line, fact });
    await pause();
  }
  return { ...stretch, standsOn, lines, facts };
}
