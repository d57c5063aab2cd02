const NAMES = "think|thinking|thought|reasoning";
const OPENING = new RegExp(`<(${NAMES})(?:\\s[^<>]*)?>|\\|startthink\\|`, "iy");
const ANY_OPENING = new RegExp(OPENING.source, "i");
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
  for (let at = 0; ; ) {
    SPACE.lastIndex = at;
    SPACE.test(text);
    OPENING.lastIndex = SPACE.lastIndex;
    const opening = OPENING.exec(text);
    if (opening === null) return text.slice(SPACE.lastIndex);
    const end = endOfBlock(text, opening[1], OPENING.lastIndex);
    if (end === null) {
      const inner = text.slice(OPENING.lastIndex);
      return wanted === "object" ? inner : inner.slice(ANSWER_LINE.exec(inner)?.index ?? inner.length);
    }
    at = end;
  }
}

/** Chat templates may open the block in the prompt, so that only its end is in the answer; also the second end of a block inside a block. */
function stripOrphan(text: string): string {
  const start = text.trimStart();
  if (/^(?:[{[]|```)/.test(start)) return text;
  const closing = CLOSING_ALONE.exec(start);
  if (closing === null) return text;
  const before = start.slice(0, closing.index);
  if (ANY_OPENING.test(before)) return text;
  return start.slice(closing.index + closing[0].length).trimStart();
}

function stripLines(text: string): string {
  let kept = "";
  let from = 0; // what is neither kept nor stripped yet
  let checked = 0; // up to here there is no answer
  LINE_OPENING.lastIndex = 0;
  for (let found = LINE_OPENING.exec(text); found !== null; found = LINE_OPENING.exec(text)) {
    if (ANSWER_LINE.test(text.slice(checked, found.index))) break;
    checked = found.index;
    const end = endOfBlock(text, found[1], LINE_OPENING.lastIndex);
    if (end === null) break;
    LINE_END.lastIndex = end;
    if (!LINE_END.test(text)) {
      LINE_OPENING.lastIndex = end; // a word in a sentence
      continue;
    }
    kept += text.slice(from, found.index);
    SPACE.lastIndex = end;
    SPACE.test(text);
    from = SPACE.lastIndex;
    checked = from;
    LINE_OPENING.lastIndex = from;
    if (text[from] === "{" || text[from] === "[") break;
  }
  return kept + text.slice(from);
}

const LINE_END = /[ \t]*(?:\r?\n|$|[{[])/y;
const SPACE = /\s*/y;

/** Behind the end of a block of this name (`undefined`: the form with bars); null when it has none. */
function endOfBlock(text: string, name: string | undefined, from: number): number | null {
  const closing = name === undefined ? /\|endthink\|/gi : new RegExp(`</${name}\\s*>`, "gi");
  closing.lastIndex = from;
  return closing.test(text) ? closing.lastIndex : null;
}
