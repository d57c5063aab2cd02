// calibration: measures the map from cosine to similarity of the built-in encoder.
// In: our own pairs, and LoCoMo dev where it is there. Out: histogram, floors, the map that follows from them, and the map in use.
// npm run bench:calibration -- [--search] [--write-background]

import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { backgroundLevel } from "../../packages/engine/src/providers/embedding/calibration.js";
import { localEmbeddingProvider } from "../../packages/engine/src/providers/embedding/local.js";
import { BACKGROUND_SENTENCES, E5_SMALL_V2 } from "../../packages/models-en/src/index.js";
import { type Group, type Groups, groups, percent, quantile, type Shift } from "./cosines.js";
import { dot, type Samples, samples } from "./vectors.js";

const FLOORS = Array.from({ length: 13 }, (_, i) => 0.77 + i * 0.005);
/** Similarity 0.3 lies at the lowest floor that at least so many percent of the pairs of every unrelated group stay under. */
const UNRELATED_UNDER_FLOOR = 99;

const encoder = localEmbeddingProvider({ cacheBytes: 0 });
const background = await encoder.embedPassages(BACKGROUND_SENTENCES);
const flat = Float32Array.from(background.flatMap((vector) => Array.from(vector)));
if (process.argv.includes("--write-background")) writeBackground(flat);

const measured = await samples(encoder);
await encoder.close();
const questions = [measured.own, ...measured.conversations].flatMap((bank) => bank.questions.map((question) => question.vector));

function shiftBy(neighbours: number, share: number): { readonly shift: Shift; readonly typicalLevel: number } {
  const levelOf = (question: Float32Array): number => backgroundLevel(question, flat, neighbours);
  const typicalLevel = questions.reduce((sum, question) => sum + levelOf(question), 0) / questions.length;
  return { shift: (question) => share * (levelOf(question) - typicalLevel), typicalLevel };
}

const inUse = E5_SMALL_V2.calibration.background;
const { shift, typicalLevel } = shiftBy(inUse.neighbours, inUse.share);
const found = groups(measured, shift);
console.log(
  `Level of a question: ${inUse.neighbours} nearest of ${background.length}, share ${inUse.share}; typical ${typicalLevel.toFixed(4)} (in use ${inUse.typicalLevel})\n`,
);
histogram(found);
console.log("\nWithout the shift per question");
floors(groups(measured, () => 0));
console.log("\nWith it");
floors(found);
map(found);
memoriesAgainstMemories(measured);
if (process.argv.includes("--search")) search(measured);

function histogram({ related, unrelated }: Groups): void {
  const all = [...unrelated, ...related];
  for (const [i, group] of all.entries()) console.log(`${String.fromCharCode(97 + i)}  ${group.name} (${group.cosines.length} pairs)`);
  console.log(`\n${"cosine".padEnd(12)}${all.map((_, i) => `${String.fromCharCode(97 + i)} %`.padStart(8)).join("")}`);
  for (let from = 0.62; from < 0.96; from += 0.02) {
    const shares = all.map((group) => percent(group.cosines, (x) => x >= from && x < from + 0.02));
    console.log(`${from.toFixed(2)}–${(from + 0.02).toFixed(2)}   ${shares.map((share) => share.toFixed(2).padStart(8)).join("")}`);
  }
}

function floors({ related, unrelated }: Groups): void {
  const rows = FLOORS.map((floor) => ({
    floor: floor.toFixed(3),
    ...Object.fromEntries(unrelated.map((group, i) => [`pairs over ${key(i)} %`, percent(group.cosines, (x) => x >= floor).toFixed(2)])),
    ...Object.fromEntries(unrelated.map((group, i) => [`questions ${key(i)} %`, percent(group.best, (x) => x >= floor).toFixed(0)])),
    ...Object.fromEntries(
      related.map((group, i) => [`lost ${key(unrelated.length + i)} %`, percent(group.best, (x) => x < floor).toFixed(1)]),
    ),
    ...Object.fromEntries(related.slice(2).map((group) => ["lost evidence %", percent(group.cosines, (x) => x < floor).toFixed(1)])),
  }));
  console.table(rows);
}

function key(i: number): string {
  return String.fromCharCode(97 + i);
}

/** Where the points of the map lie by these measurements: see docs/decisions/similarity-calibration.md. */
function map({ related, unrelated }: Groups): void {
  const [questionsOwn, paraphrases] = related as readonly [Group, Group];
  const floor = FLOORS.find((candidate) =>
    unrelated.every((group) => percent(group.cosines, (x) => x < candidate) >= UNRELATED_UNDER_FLOOR),
  );
  const middle = (list: readonly Group[]): number => list.reduce((sum, group) => sum + quantile(group.cosines, 0.5), 0) / list.length;
  console.log("\nThe map by these measurements");
  console.table([
    { similarity: 0, cosine: middle(unrelated).toFixed(4), is: "median of unrelated pairs" },
    {
      similarity: 0.3,
      cosine: floor?.toFixed(4) ?? "none",
      is: `lowest floor with ${UNRELATED_UNDER_FLOOR} % of every unrelated group below`,
    },
    {
      similarity: 0.6,
      cosine: middle(related.filter((group) => group !== paraphrases)).toFixed(4),
      is: "median of questions and their answers",
    },
    { similarity: 0.85, cosine: quantile(paraphrases.cosines, 0.5).toFixed(4), is: "median of paraphrases" },
    {
      similarity: 0.97,
      cosine: quantile([...questionsOwn.cosines, ...paraphrases.cosines], 0.99).toFixed(4),
      is: "99th percentile of all related pairs of ours",
    },
    { similarity: 1, cosine: "1.0000", is: "the same vector" },
  ]);
  console.log(`in use: ${E5_SMALL_V2.calibration.points.map(([cosine, similarity]) => `${cosine}:${similarity}`).join(", ")}`);
}

/** Two stored memories lie nearer than a question and a memory: the map above is not for them. */
function memoriesAgainstMemories({ own, restated }: Samples): void {
  const same = restated.map((vector, i) => dot(vector, own.memories[i]!));
  const other = restated.flatMap((vector, i) => own.memories.filter((_, j) => j !== i).map((memory) => dot(vector, memory)));
  const row = (name: string, cosines: readonly number[]) =>
    [name, Object.fromEntries([0.01, 0.1, 0.5, 0.9, 0.99, 0.999].map((share) => [share, quantile(cosines, share).toFixed(3)]))] as const;
  console.log("\nMemory against memory: quantiles of cosines");
  console.table(Object.fromEntries([row("restated", same), row("unrelated", other)]));
}

/** Which number of neighbours and which share keep most of the answers at the floor that the rule above asks for. */
function search(from: Samples): void {
  const rows = [1, 3, 5, 10, background.length].flatMap((neighbours) =>
    [0, 0.3, 0.5, 0.7, 1].map((share) => {
      const { related, unrelated } = groups(from, shiftBy(neighbours, share).shift);
      const floor = Math.max(...unrelated.map((group) => quantile(group.cosines, UNRELATED_UNDER_FLOOR / 100)));
      return {
        neighbours,
        share,
        floor: floor.toFixed(4),
        ...Object.fromEntries(
          related.map((group, i) => [`lost ${key(unrelated.length + i)} %`, percent(group.best, (x) => x < floor).toFixed(1)]),
        ),
        ...Object.fromEntries(unrelated.map((group, i) => [`questions ${key(i)} %`, percent(group.best, (x) => x >= floor).toFixed(0)])),
      };
    }),
  );
  console.table(rows);
}

function writeBackground(vectors: Float32Array): void {
  const bytes = Buffer.alloc(vectors.length * 4);
  vectors.forEach((value, i) => {
    bytes.writeFloatLE(value, i * 4);
  });
  writeFileSync(fileURLToPath(E5_SMALL_V2.calibration.background.vectors.url), bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  console.log(`wrote ${bytes.length} bytes; put into the manifest and SHA256SUMS: ${sha256}`);
}
