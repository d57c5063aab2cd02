import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { namedMonths } from "../../../src/domain/time/index.js";

/** A question, and the months it names: `5/2023`, or `5` without a year. */
const TABLE: readonly (readonly [string, string])[] = [
  ["What did we do in May 2023?", "5/2023"],
  ["between March and May 2024", "3 5/2024"],
  ["What happened on 8 May, 2023?", "5/2023"],
  ["the second half of september", "9"],
  ["August 2023 and August 2022", "8/2023 8/2022"],
  ["in August and in August", "8"],
  ["Dec 2023", "12/2023"],
  ["on 2023-05-07", "5/2023"],
  ["in may", "5"],
  ["May 5th", "5"],
  ["our October trip", "10"],
  ["may I ask", ""],
  ["it may take 5 days", ""],
  ["we may 5 of us", ""],
  ["march on", ""],
  ["Jan said hi", ""],
  ["April said hi", ""],
  ["last month", ""],
  ["no date", ""],
  ["decide", ""],
  ["5月和六月", "5 6"],
  ["2023年5月", "5/2023"],
  ["十二月", "12"],
  ["五月天", ""],
  ["5个月", ""],
  ["en mayo de 2023", "5/2023"],
  ["le 5 mai 2023", "5/2023"],
  ["im März", "3"],
  ["в мае 2023", "5/2023"],
  ["settembre", "9"],
  ["mars rover", ""],
  ["die Marsmission", ""],
];

describe("the months that a question names", () => {
  it.each(TABLE)("%s", (query, months) => {
    const written = namedMonths(query).map(({ month, year }) => (year === null ? `${month}` : `${month}/${year}`));
    expect(written.join(" ")).toBe(months);
  });

  it("are months, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        for (const { month } of namedMonths(text)) expect(month >= 1 && month <= 12).toBe(true);
      }),
    );
  });
});
