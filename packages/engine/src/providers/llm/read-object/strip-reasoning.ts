const NAMES = "think|thinking|thought|reasoning";
const OPENING = new RegExp(`<(${NAMES})(?:\\s[^<>]*)?>|\\|startthink\\|`, "iy");
const LINE_OPENING = new RegExp(`^[ \\t]*(?:<(${NAMES})(?:\\s[^<>]*)?>|\\|startthink\\|)`, "gim");
/** A closing tag behind which a line ends or the object begins: not one that the text talks about. */
const CLOSING_ALONE = new RegExp(`(?:</(?:${NAMES})\\s*>|\\|endthink\\|)[ \\t]*(?:\\r?\\n|(?=[{[]))`, "i");
/** From here on the text is the answer itself: tags in it are its own words. */
const ANSWER_LINE = /^[ \t]*(?:[{[]|```)/m;

/**
 * Takes the reasoning that a model thinks aloud out of its answer: blocks that lead, blocks of their own lines before the answer, and what stands
 * before a closing tag whose opening one was part of the prompt. A block that is never closed goes only when it leads: all of it up to a line that
 * begins an object; for a wanted `object` its tag alone, since the object is found anyway. Tags inside a value or in the middle of prose stay.
 */
export function stripReasoning(text: string, wanted: "object" | "text" = "text"): string {
  return stripLines(stripOrphan(stripLeading(text, wanted)));
}

function stripLeading(text: string, wanted: "object" | "text"): string {
  let rest = text.trimStart();
  for (;;) {
    OPENING.lastIndex = 0;
    const opening = OPENING.exec(rest);
    if (opening === null) return rest;
    const inner = rest.slice(opening[0].length);
    const end = endOfBlock(inner, opening[1]);
    if (end === null) return wanted === "object" ? inner : inner.slice(ANSWER_LINE.exec(inner)?.index ?? inner.length);
    rest = inner.slice(end).trimStart();
  }
}

/** Chat templates may open the block in the prompt, so that only its end is in the answer; also the second end of a block inside a block. */
function stripOrphan(text: string): string {
  const start = text.trimStart();
  if (/^(?:[{[]|```)/.test(start)) return text;
  const closing = CLOSING_ALONE.exec(start);
  if (closing === null) return text;
  const before = start.slice(0, closing.index);
  LINE_OPENING.lastIndex = 0;
  if (new RegExp(OPENING.source, "i").test(before)) return text;
  return start.slice(closing.index + closing[0].length).trimStart();
}

function stripLines(text: string): string {
  let rest = text;
  LINE_OPENING.lastIndex = 0;
  for (let found = LINE_OPENING.exec(rest); found !== null; found = LINE_OPENING.exec(rest)) {
    const before = rest.slice(0, found.index);
    if (ANSWER_LINE.test(before)) return rest;
    const inner = rest.slice(found.index + found[0].length);
    const end = endOfBlock(inner, found[1]);
    if (end === null) return rest;
    const after = inner.slice(end);
    if (!/^[ \t]*(?:\r?\n|$|[{[])/.test(after)) continue; // a word in a sentence
    rest = before + after.trimStart();
    LINE_OPENING.lastIndex = before.length;
  }
  return rest;
}

/** Behind the end of a block of this name (`undefined`: the form with bars); null when it has none. */
function endOfBlock(inner: string, name: string | undefined): number | null {
  const closing = name === undefined ? /\|endthink\|/i : new RegExp(`</${name}\\s*>`, "i");
  const found = closing.exec(inner);
  return found === null ? null : found.index + found[0].length;
}
