/** A text as a reader of JSON, YAML or Markdown gets it, who takes escapes for what they stand for. */
export interface Reading {
  readonly text: string;
  /** Where a place of the reading lies in the text as it was written, in UTF-16 units. Never within an escape. */
  writtenAt(place: number): number;
}

/** How often a text is unescaped: JSON in a string of JSON in a string of JSON. */
const DEEPEST = 3;

/** Escapes of JSON, `\x5f` and `\_` of YAML and Markdown; each stands for one UTF-16 unit. Read from left to right, they are in step with a parser's. */
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([bfnrt])|([!-/:-@[-`{-~]))/g;
const CONTROL: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/**
 * The readings of a text, as it was written first, then without one layer of escapes after another while there are any. `current` gives the text before each, so
 * that what was taken out meanwhile is not read again. A text need not be JSON: parts of it are, and what comes together later may be.
 */
export function* readings(current: () => string): Generator<Reading, void> {
  yield { text: current(), writtenAt: (place) => place };
  for (let depth = 1; depth <= DEEPEST; depth += 1) {
    let reading: Reading = { text: current(), writtenAt: (place) => place };
    for (let layer = 0; layer < depth; layer += 1) {
      const outer = reading;
      const inner = unescaped(outer.text);
      if (inner === null) return;
      reading = { text: inner.text, writtenAt: (place) => outer.writtenAt(inner.writtenAt(place)) };
    }
    yield reading;
  }
}

/** The text without one layer of escapes; null when it has none. */
function unescaped(text: string): Reading | null {
  if (!text.includes("\\")) return null;
  /** Places of unescaped characters in the reading, and how many units the escapes up to each have more than their characters. */
  const places: number[] = [];
  const surplus: number[] = [];
  let more = 0;
  const read = text.replace(
    ESCAPE,
    (
      whole: string,
      unit: string | undefined,
      byte: string | undefined,
      control: string | undefined,
      sign: string | undefined,
      at: number,
    ) => {
      places.push(at - more);
      more += whole.length - 1;
      surplus.push(more);
      const code = unit ?? byte;
      return code === undefined ? (CONTROL[control ?? ""] ?? sign ?? "") : String.fromCharCode(Number.parseInt(code, 16));
    },
  );
  if (places.length === 0) return null;
  return {
    text: read,
    writtenAt(place) {
      let [low, high] = [0, places.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((places[middle] as number) < place) low = middle + 1;
        else high = middle;
      }
      return place + (surplus[low - 1] ?? 0);
    },
  };
}
