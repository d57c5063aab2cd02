/** Markdown in fragments: what blank lines part. Fences hold together; only headings with hashes at the start of a line are headings. */

export type Fragment = { readonly kind: "heading"; readonly heading: string; readonly level: number } | Text;

interface Text {
  readonly kind: "text";
  readonly text: string;
}

interface Fence {
  readonly mark: string;
  readonly length: number;
}

/** Nothing is altered but blank lines between fragments and line ends, which become `\n`. */
export function fragmentsOf(markdown: string): readonly Fragment[] {
  const fragments: Fragment[] = [];
  let lines: string[] = [];
  let fence: Fence | null = null;
  const close = (): void => {
    if (lines.length > 0) fragments.push({ kind: "text", text: withoutBlankEnd(lines).join("\n") });
    lines = [];
  };
  for (const line of markdown.replace(/\r+\n/g, "\n").split("\n")) {
    if (fence !== null) {
      lines.push(line);
      if (isClosing(line, fence)) fence = null;
      continue;
    }
    const heading = headingOf(line);
    if (heading !== null) {
      close();
      fragments.push(heading);
    } else if (line.trim() === "") close();
    else {
      lines.push(line);
      fence = openingOf(line);
    }
  }
  close();
  return fragments;
}

/** Closes a fence that the text leaves open, which would swallow whatever comes to stand behind it. */
export function withClosedFence(text: string): string {
  let fence: Fence | null = null;
  for (const line of text.split("\n")) {
    if (fence === null) fence = openingOf(line);
    else if (isClosing(line, fence)) fence = null;
  }
  return fence === null ? text : `${text}\n${fence.mark.repeat(fence.length)}`;
}

export function headingOf(line: string): Extract<Fragment, { kind: "heading" }> | null {
  const [, hashes = "", heading = ""] = /^(#{1,6})[ \t]+(\S.*)$/.exec(line) ?? [];
  return hashes === "" ? null : { kind: "heading", heading: heading.trim(), level: hashes.length };
}

function openingOf(line: string): Fence | null {
  const [, marks = "", info = ""] = /^\s*(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
  if (marks === "" || (marks.startsWith("`") && info.includes("`"))) return null;
  return { mark: marks.charAt(0), length: marks.length };
}

function isClosing(line: string, { mark, length }: Fence): boolean {
  const bare = line.trim();
  return bare.length >= length && bare === mark.repeat(bare.length);
}

/** An open fence may end in blank lines. */
function withoutBlankEnd(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return lines.slice(0, last + 1);
}
