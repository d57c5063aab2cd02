// Text in lines as wide as a terminal.
// In: text, and columns. Out: lines that fit, broken between words where there are any; Chinese and emoji take two columns.

import stringWidth from "string-width";

const CHARACTERS = new Intl.Segmenter(undefined, { granularity: "grapheme" });

export const wrapped = (text: string, columns: number): readonly string[] => text.split("\n").flatMap((line) => broken(line, columns));

function broken(line: string, columns: number): readonly string[] {
  const made: string[] = [];
  let rest = line;
  while (stringWidth(rest) > columns) {
    const most = beginning(rest, columns);
    const space = most.lastIndexOf(" ");
    const taken = space > most.length / 2 ? space : most.length;
    made.push(rest.slice(0, taken));
    rest = rest.slice(taken).trimStart();
  }
  return [...made, rest];
}

/** As much as fits, one character at least. */
function beginning(text: string, columns: number): string {
  let [taken, width] = ["", 0];
  for (const { segment } of CHARACTERS.segment(text)) {
    width += stringWidth(segment);
    if (taken !== "" && width > columns) break;
    taken += segment;
  }
  return taken;
}
