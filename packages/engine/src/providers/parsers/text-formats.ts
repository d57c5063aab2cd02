// Formats whose text is what retain reads best as it is: plain text, Markdown, JSON and JSON lines.

import { decodeText } from "./decode.js";
import { parsedText, type Reader } from "./provider.js";
import { unreadable } from "./refusals.js";

export const readPlain: Reader = async ({ bytes, hints }) => parsedText("text", decodeText(bytes, hints.name));

/** Markdown; simple `key: value` lines of a front matter between `---` become metadata and leave the text. */
export const readMarkdown: Reader = async ({ bytes, hints }) => {
  const text = decodeText(bytes, hints.name);
  const front = /^---\n([\s\S]*?)\n(?:---|\.\.\.)\n/.exec(text);
  if (front === null) return parsedText("markdown", text);
  const fields = new Map(
    (front[1] ?? "").split("\n").flatMap((line): (readonly [string, string])[] => {
      const [, key, value] = /^([A-Za-z][\w-]*):\s*(\S.*)$/.exec(line) ?? [];
      return key === undefined || value === undefined ? [] : [[key.toLowerCase(), value.trim().replace(/^(["'])(.*)\1$/, "$2")]];
    }),
  );
  const metadata = Object.fromEntries(
    ["title", "author", "subject", "date"].flatMap((key) => (fields.has(key) ? [[key, fields.get(key) ?? ""]] : [])),
  );
  return parsedText("markdown", text.slice(front[0].length), { metadata });
};

/** JSON as it stands: retain knows conversations and lists in it. It must be JSON all the same, or nobody would notice half a file. */
export const readJson: Reader = async ({ bytes, hints }) => {
  const text = decodeText(bytes, hints.name);
  const problem = problemOf(text);
  if (problem !== null) throw unreadable(hints.name, `is no valid JSON (${problem}). Correct it, or upload it as .txt.`);
  return parsedText("json", text);
};

export const readJsonLines: Reader = async ({ bytes, hints }) => {
  const lines = decodeText(bytes, hints.name).split("\n");
  lines.forEach((line, index) => {
    const problem = line.trim() === "" ? null : problemOf(line);
    if (problem !== null)
      throw unreadable(hints.name, `has no valid JSON in line ${index + 1} (${problem}). Correct it, or upload it as .txt.`);
  });
  return parsedText("jsonl", lines.filter((line) => line.trim() !== "").join("\n"));
};

function problemOf(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return error.message.replace(/\s+/g, " ").slice(0, 120);
  }
}
