// A Markdown note: its properties (front matter), its text without what is written for the program that shows it, its links and tags.
// In: the text of a file. Out: these; a CliError with the line when the front matter is no YAML.

import { parseDocument } from "yaml";
import { CliError } from "../api.js";
import { isObject, type JsonObject, list, once, text, texts } from "./values.js";

export interface Note {
  readonly properties: JsonObject;
  readonly body: string;
}

const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)---[ \t]*(?:\r?\n|$)/;

export function readNote(source: string): Note {
  const front = FRONT_MATTER.exec(source);
  if (front === null) return { properties: {}, body: source.trim() };
  const read = parseDocument(front[1] ?? "", { prettyErrors: true, logLevel: "silent" });
  const problem = read.errors[0];
  if (problem !== undefined) {
    const line = (problem.linePos?.[0].line ?? 0) + 1; // below the first line of dashes
    throw new CliError(
      `line ${line}: the front matter is no YAML (${problem.message.split("\n", 1)[0]?.replace(/ at line \d+, column \d+:?$/, "")})`,
    );
  }
  const properties: unknown = read.toJS({ maxAliasCount: 100 });
  return { properties: isObject(properties) ? properties : {}, body: source.slice(front[0].length).trim() };
}

const CODE = /(^```[\s\S]*?^```[ \t]*$|`[^`\n]*`)/m;
const WIKILINK = /!?\[\[([^\]|\n]+)(?:\|([^\]\n]+))?\]\]/g;
/** Pictures and other files in a note: their name or their width on the page (`![[boat.png|300]]`) is nothing that the note says. */
const EMBEDDED_FILE = /!\[\[[^\]|\n]+\.(?!md\b)\w{1,5}(?:[#|][^\]\n]*)?\]\]/g;
const HASHTAG = /(?:^|(?<=[\s(]))#([\p{L}\p{N}_/-]*[\p{L}_][\p{L}\p{N}_/-]*)/gu;

/** The text outside of code, changed; code stays as it is. */
const outsideCode = (body: string, change: (prose: string) => string): string =>
  body
    .split(CODE)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join("");

/** Links as the words that are shown for them; comments (`%% … %%`, `<!-- … -->`), files that are shown in it and names of blocks (`^abc`) gone; a callout's mark gone. */
export function plainNote(body: string): string {
  return outsideCode(body, (prose) =>
    prose
      .replace(/%%[\s\S]*?%%|<!--[\s\S]*?-->/g, "")
      .replace(EMBEDDED_FILE, "")
      .replace(WIKILINK, (_, target: string, shown: string | undefined) => shown ?? targetName(target))
      .replace(/^(>\s*)\[![\w-]+\][+-]?\s*/gm, "$1")
      .replace(/[ \t]+\^[\w-]+$/gm, ""),
  ).trim();
}

/** The notes that a note links to, by name. */
export function linksOf(body: string): readonly string[] {
  const found: string[] = [];
  outsideCode(body, (prose) => {
    for (const [, target = ""] of prose.replace(EMBEDDED_FILE, "").matchAll(WIKILINK)) found.push(targetName(target));
    return prose;
  });
  return once(found.filter((name) => name !== ""));
}

/** `folder/Note#Heading` is the note "Note". */
const targetName = (target: string): string =>
  target
    .replace(/[#^].*$/, "")
    .split("/")
    .at(-1)
    ?.trim() ?? "";

/** Tags of the properties (a list, or one text with commas or spaces) and those in the text (`#tag`). */
export function tagsOf({ properties, body }: Note): readonly string[] {
  const named =
    list(properties.tags ?? properties.tag).length > 0
      ? texts(properties.tags ?? properties.tag)
      : (text(properties.tags ?? properties.tag)?.split(/[\s,]+/) ?? []);
  const inText: string[] = [];
  outsideCode(body, (prose) => {
    for (const [, tag = ""] of prose.matchAll(HASHTAG)) inText.push(tag);
    return prose;
  });
  return once([...named, ...inText].map((tag) => tag.replace(/^#/, "").trim()).filter((tag) => tag !== ""));
}
