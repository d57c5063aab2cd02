// Headers and parameters as a person types them: one on a line, `name: value`.
// In: text. Out: pairs, or the line that is none.

export type Pairs = Readonly<Record<string, string>>;

export const textOfPairs = (pairs: Pairs | undefined): string =>
  Object.entries(pairs ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");

export function pairsOf(text: string): { readonly pairs: Pairs } | { readonly flaw: string } {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const flaw = lines.find((line) => line.indexOf(":") < 1);
  if (flaw !== undefined) return { flaw: flaw.trim() };
  return {
    pairs: Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(":")).trim(), line.slice(line.indexOf(":") + 1).trim()])),
  };
}
