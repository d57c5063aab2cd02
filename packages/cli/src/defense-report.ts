// What a bank's memory defense did to what was sent: told by the names that the sender knows.
// In: the findings of replies and of operations. Out: rows for people and for programs.

import { table } from "./output.js";

/** As the server tells it, by places in the request. */
export interface Findings {
  readonly redactions?: readonly { readonly index: number; readonly detectors: readonly string[] }[] | null;
  readonly violations?: readonly { readonly index: number; readonly detector: string; readonly message: string }[] | null;
}

/** What is stored without some of its text. */
export interface Redacted {
  readonly item: string;
  readonly detectors: readonly string[];
}

/** What is not stored. */
export interface Blocked {
  readonly item: string;
  readonly detector: string;
  readonly message: string;
}

export interface Defended {
  readonly redactions: readonly Redacted[];
  readonly violations: readonly Blocked[];
}

/** The findings with each place as `nameOf` calls it. */
export function defended({ redactions, violations }: Findings, nameOf: (index: number) => string): Defended {
  return {
    redactions: (redactions ?? []).map(({ index, detectors }) => ({ item: nameOf(index), detectors })),
    violations: (violations ?? []).map(({ index, detector, message }) => ({ item: nameOf(index), detector, message: sentence(message) })),
  };
}

/** A table for each kind of finding; none where there is nothing. */
export function defenseTables({ redactions, violations }: Defended): readonly string[] {
  return [
    ...(redactions.length === 0
      ? []
      : [
          table(
            ["redacted", "what memory defense took out"],
            redactions.map(({ item, detectors }) => [item, detectors.join(", ")]),
          ),
        ]),
    ...(violations.length === 0
      ? []
      : [
          table(
            ["not stored", "why"],
            violations.map(({ item, message }) => [item, message]),
          ),
        ]),
  ];
}

/** The `detail` of a refusal in one line; null when it tells of no violations. */
export function violationsText(detail: unknown): string | null {
  const { violations } = (typeof detail === "object" && detail !== null ? detail : {}) as Findings;
  if (!Array.isArray(violations) || violations.length === 0) return null;
  const said = (violations as NonNullable<Findings["violations"]>).slice(0, TOLD).map(({ message }) => counted(message));
  const more = violations.length > TOLD ? ` (and ${violations.length - TOLD} more)` : "";
  return said.join(" ") + more;
}

/** The place in the request as people count. */
const counted = (message: string): string => message.replace(/^items\[(\d+)\] /, (_, index: string) => `Text ${Number(index) + 1} `);

/** Violations that one line tells. */
const TOLD = 5;

/** The server's sentence without the place in the request, which the sender did not count. */
const sentence = (message: string): string => message.replace(/^items\[\d+\] /, "");
