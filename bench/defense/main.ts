// Memory defense: how long a screening takes as texts grow, and how often it finds what is not there.
// In: nothing, and the evaluation data for the second part. Out: two tables; a file with --save name.
//
//   npm run bench:defense                          up to 10 MB, and false positives on LoCoMo dev and MADial
//   npm run bench:defense -- --megabytes 1         shorter
//   npm run bench:defense -- --save defense        also bench/results/defense.json

import { parseArgs } from "node:util";
import { DETECTORS, find, instructionSigns, redact } from "../../packages/engine/src/guard/defense/index.js";
import { round, save, table } from "../lib/results.js";
import { filled, HOSTILE, ordinaryTexts } from "./texts.js";

const { values: options } = parseArgs({ options: { megabytes: { type: "string", default: "10" }, save: { type: "string" } } });

const MOST = Number(options.megabytes) * 1e6;
/** A decade, so that the slope is the exponent by which time grows with length. */
const LENGTHS = [MOST / 100, MOST / 10, MOST];
const everything = new Map(DETECTORS.map((detector) => [detector, "redact" as const]));
const byDefault = new Map(DETECTORS.filter(({ isInSensitiveData }) => isInSensitiveData).map((detector) => [detector, "redact" as const]));

/** Milliseconds of processor time, of the quickest of a few runs: what else the machine does hardly counts. */
function timed(run: () => void, runs: number): number {
  const times = Array.from({ length: runs }, () => {
    const from = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

function growth(name: string, piece: string) {
  const ms = LENGTHS.map((length, index) => timed(() => redact(filled(piece, length), everything), index === 2 ? 1 : 3));
  const slope = Math.log10((ms[2] ?? 1) / (ms[1] ?? 1));
  return { name, ms: ms.map((each) => round(each)), slope: round(slope, 2), mbPerSecond: round(MOST / 1e6 / ((ms[2] ?? 1) / 1000), 1) };
}

/** Found in texts that hold nothing of the kind, by name. */
function falsePositives(texts: readonly string[]) {
  const found: Record<string, number> = {};
  let hit = 0;
  for (const text of texts) {
    const names = [
      ...DETECTORS.filter((detector) => find(detector, text).length > 0).map(({ name }) => name),
      ...instructionSigns(text).map((sign) => `instructions: ${sign}`),
    ];
    if (names.length > 0) hit += 1;
    for (const name of names) found[name] = (found[name] ?? 0) + 1;
  }
  return { texts: texts.length, withAny: hit, found };
}

const texts = ordinaryTexts();
const prose = Object.values(texts).flat();
const each = (look: (text: string) => unknown): number =>
  (timed(() => {
    for (const text of prose) look(text);
  }, 3) /
    prose.length) *
  1000;
const screeningUs = each((text) => redact(text, byDefault));
const signsUs = each(instructionSigns);

const grown = [growth("ordinary talk", prose.join("\n")), ...Object.entries(HOSTILE).map(([name, piece]) => growth(name, piece))];
console.log(
  `Screening with all ${DETECTORS.length} detectors, milliseconds of processor time by length; slope: the power of the length from the second to the third\n`,
);
const head = ["text", ...LENGTHS.map((length) => `${length / 1e6} MB`), "slope", "MB/s"];
console.log(
  table(
    head,
    grown.map(({ name, ms, slope, mbPerSecond }) => [name, ...ms, slope, mbPerSecond]),
  ),
);
console.log(
  `\nA short text (${round(prose.reduce((sum, text) => sum + text.length, 0) / prose.length, 0)} characters): ${round(screeningUs, 0)} µs, its signs of instructions ${round(signsUs, 0)} µs`,
);

const rates = Object.entries(texts).map(([name, some]) => ({ name, ...falsePositives(some) }));
console.log("\nFalse positives: texts of people without secrets in which something was found\n");
console.log(
  table(
    ["texts", "count", "with any", "rate", "found"],
    rates.map(({ name, texts: count, withAny, found }) => [
      name,
      count,
      withAny,
      `${round((100 * withAny) / count, 3)} %`,
      Object.entries(found)
        .map(([label, times]) => `${label} ${times}`)
        .join(", ") || "nothing",
    ]),
  ),
);
if (options.save !== undefined)
  console.log(
    `\n${save(options.save, { growth: grown, falsePositives: rates, screeningUs: round(screeningUs), signsUs: round(signsUs) })}`,
  );
