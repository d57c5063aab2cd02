// Which turns a result's text holds at least half of. Servers cut and rewrite transcripts as they like; the text is what an agent gets.

/** Turns are compared through pieces of this length, so that only texts which share something are compared letter by letter. */
const PIECE = 16;

export function heldTurns(text: string, gold: readonly string[], texts: ReadonlyMap<string, string>): readonly string[] {
  const result = plain(text);
  return gold.filter((id) => holdsHalf(result, plain(texts.get(id) ?? "")));
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function holdsHalf(result: string, turn: string): boolean {
  if (turn === "") return false;
  if (result.includes(turn)) return true;
  if (result.length * 2 < turn.length) return false;
  for (let at = 0; at + PIECE <= turn.length; at += PIECE) {
    if (result.includes(turn.slice(at, at + PIECE))) return longestCommon(result, turn) * 2 >= turn.length;
  }
  return false;
}

/** Length of the longest stretch that both hold. */
function longestCommon(a: string, b: string): number {
  let best = 0;
  let above = new Uint16Array(b.length + 1);
  for (let i = 0; i < a.length; i++) {
    const row = new Uint16Array(b.length + 1);
    for (let j = 0; j < b.length; j++) {
      if (a.charCodeAt(i) !== b.charCodeAt(j)) continue;
      const length = (above[j] ?? 0) + 1;
      row[j + 1] = length;
      if (length > best) best = length;
    }
    above = row;
  }
  return best;
}
